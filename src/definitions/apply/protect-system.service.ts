import { Injectable } from '@nestjs/common';
import { ownNameProblem } from '#core/catalogue/extended-entities.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { render } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';
import type { DefinitionChange } from '#definitions/migration/definition-changes.repository.js';
import { LimitDefinitions } from './limit-definitions.service.js';
import { OpenRequests } from './open-requests.service.js';
import { compileAdministrators, compileSystemRecords } from '#definitions/core/apply/system-records.sql.js';

/** Entities whose records determine who is an Administrator. */
const ABOUT_ADMINISTRATORS: ReadonlySet<string> = new Set(['User', 'UserRole', 'Role']);

/** A record of the service; a field names its entity and itself. */
interface SystemRecord {
  readonly id: string;
  readonly entity: string | null;
  readonly field: string | null;
}

/** Protects the service's own definitions, the limits of definitions, processes with open requests, and the last Administrator of an environment. */
@Injectable()
export class ProtectSystem {
  constructor(
    private readonly limits: LimitDefinitions,
    private readonly requests: OpenRequests,
  ) {}

  /** @throws {DomainError} Validation, DeleteBlocked */
  async check(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    await this.limits.check(ctx, changes, query);
    await this.#keepOwn(ctx, changes, query);
    await this.requests.check(ctx, changes, query);
    const isLess = changes.some(
      ({ entityName, operation }) => ABOUT_ADMINISTRATORS.has(entityName) && operation !== 'Create',
    );
    if (isLess) await this.#keepAdministrator(ctx, query);
  }

  /** @param characters of the JSON of all definitions after the write @throws {DomainError} Validation */
  checkSize(ctx: RequestContext, characters: number): Promise<void> {
    return this.limits.checkSize(ctx, characters);
  }

  async #keepOwn(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    const ids = changes.map(({ id }) => id);
    const rows = await query<SystemRecord>(render(compileSystemRecords(ctx)).text, [ids]);
    const own = new Map(rows.map((row) => [row.id, row]));
    const faults = changes
      .filter(({ id, old }) => own.has(id) || old.flag('IsSystem'))
      .map(({ entityName, id, operation }): Fault => {
        const { entity, field } = own.get(id) ?? {};
        const taken = operation === 'Create' && entity && field ? ownNameProblem(entity, field) : undefined;
        if (taken !== undefined) return { code: 'Validation', message: taken, recordId: id, fieldName: 'FieldName' };
        const message = `This ${entityName} is or would be a part of the service itself, which cannot be changed.`;
        return { code: 'Validation', message, recordId: id, params: { EntityName: entityName } };
      });
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Checks that an active Administrator is left; concurrent writes are serialised by the version they increment. */
  async #keepAdministrator(ctx: RequestContext, query: Query): Promise<void> {
    const [{ n }] = await query<{ n: number }>(render(compileAdministrators(ctx)).text);
    if (n > 0) return;
    const message = 'The environment would be left without an active Administrator.';
    throw new DomainError({ code: 'Validation', message });
  }
}
