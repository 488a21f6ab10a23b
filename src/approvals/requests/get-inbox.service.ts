import { Injectable } from '@nestjs/common';
import { compileInbox, planInbox, type InboxQuery } from '#approvals/core/requests/inbox.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Faults } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** A page of an inbox as a caller asked for it. */
interface InboxCommand extends Omit<InboxQuery, 'entity'> {
  readonly entityName: string | undefined;
  /** Faults of the request so far. */
  readonly faults: Faults;
}

/** A page of open tasks. */
export interface InboxPage {
  readonly result: JsonText;
  readonly totalRecords: number;
}

/** Lists the open tasks of a caller, or for Administrators those of nobody (docs/approvals.md#inbox). */
@Injectable()
export class GetInbox {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** @throws {DomainError} with all faults of the request */
  async get(ctx: RequestContext, { entityName, faults, ...query }: InboxCommand): Promise<InboxPage> {
    if (query.unassigned && !ctx.principal.isAdministrator)
      faults.add('AdministratorRequired', 'Only an Administrator sees the tasks of nobody.', { path: 'unassigned' });
    const entity = entityName === undefined ? undefined : entityOf(ctx, entityName, faults);
    faults.throwIfAny();
    const plan = planInbox(ctx, { ...query, ...(entity && { entity }) });
    const statement = this.statements.get(ctx, plan.key, () => compileInbox(ctx, plan), 'read');
    const [{ result, total }] = await this.database.execute<{ result: string; total: number }>(
      ctx,
      statement,
      plan.args,
    );
    return { result: new JsonText(result), totalRecords: total };
  }
}

function entityOf({ catalogue }: RequestContext, name: string, faults: Faults): Entity | undefined {
  try {
    return catalogue.entity(name);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
