import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import { readAuthors, readCauses } from '#automation/core/triggers/change-authors.sql.js';
import type { Evaluated } from '#automation/core/triggers/fires.js';
import type { RunCause } from '#automation/core/triggers/firing.js';
import {
  compileTriggerConditions,
  triggerResultsOf,
  planTriggerConditions,
  type ChangeToEvaluate,
  type TriggerConditionsRow,
} from '#automation/core/triggers/trigger-conditions.sql.js';
import type { Trigger } from '#core/catalogue/trigger.js';
import { readChain } from '#automation/core/workflows/chain.js';
import { timeBefore } from '#platform/change-log/logged-images.repository.js';
import { Database } from '#platform/database/database.js';
import type { Statement } from '#platform/database/statement.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import { BrokenClause } from './match-faults.js';

/** Reads what triggers look at. */
@Injectable()
export class TriggerReads {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Evaluates changes of one entity by the conditions of triggers: for each change their results, in this order.
   * @throws {BrokenClause}
   */
  async evaluate(
    ctx: RequestContext,
    entity: Entity,
    triggers: readonly Trigger[],
    changes: readonly ChangeToEvaluate[],
  ): Promise<readonly (readonly (Evaluated | null)[])[]> {
    const { statement, args } = this.#evaluation(ctx, entity, triggers, changes);
    const rows = await this.database.execute<TriggerConditionsRow>(ctx, statement, args);
    const byNumber = new Map(rows.map((row) => [row.n, row]));
    return changes.map((_, n) => triggerResultsOf(byNumber.get(n)!));
  }

  /** Runs whose steps have made changes, by the correlation id of these. */
  async causes(ctx: RequestContext, correlationIds: readonly string[]): Promise<ReadonlyMap<string, RunCause>> {
    const rows = await this.database.runStatement(readCauses, ctx, { stepIds: correlationIds });
    return new Map(rows.map(({ step, run, chain }) => [step, { runId: run, chain: readChain(chain) }]));
  }

  /** Users who have caused what the service itself has changed, by transaction. */
  async authors(ctx: RequestContext, changes: readonly LoggedChange[]): Promise<ReadonlyMap<bigint, string>> {
    const xids = [...new Set(changes.map(({ xid }) => String(xid)))];
    const rows = await this.database.runStatement(readAuthors, ctx, { xids, since: timeBefore(changes) });
    return new Map(rows.flatMap(({ xid, user_id: userId }) => (userId === null ? [] : [[BigInt(xid), userId]])));
  }

  #evaluation(
    ctx: RequestContext,
    entity: Entity,
    triggers: readonly Trigger[],
    changes: readonly ChangeToEvaluate[],
  ): { readonly statement: Statement; readonly args: Args } {
    try {
      const plan = planTriggerConditions(ctx, entity, triggers, changes);
      const key = `evaluateTriggers:${entity.name}:${triggers.map(({ id }) => id).join()}`;
      const statement = this.statements.get(ctx, key, () => compileTriggerConditions(ctx, plan), 'read');
      return { statement, args: plan.args };
    } catch (error) {
      throw new BrokenClause(error);
    }
  }
}
