import { Injectable } from '@nestjs/common';
import {
  automaticProcesses,
  compileFindStarting,
  compileStart,
  compileStartable,
  planStart,
  planStartAfterRoutine,
  type StartingRecord,
} from '#approvals/core/processes/start-requests.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import type { Sql } from '#core/sql/sql.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';

/**
 * Starts the approval of records in the transaction that wrote them, once per record and after its last change: two
 * statements per entity, whatever the number of records (docs/definitions.md#approvalprocess).
 */
@Injectable()
export class StartApprovals implements BeforeCommitHook {
  constructor(
    private readonly statements: StatementCache,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('approvals', this);
  }

  concerns(_ctx: RequestContext, entity: Entity): boolean {
    return automaticProcesses(entity).length > 0;
  }

  async beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<readonly Entity[]> {
    let started = 0;
    for (const entity of written.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const starting = await this.#find(ctx, entity, tx);
      if (starting.length === 0) continue;
      const plan = planStart(ctx, entity, starting);
      const statement = this.statements.get(ctx, `startApprovals:${entity.name}`, () => compileStart(ctx, plan));
      await tx.execute(statement, plan.args);
      started += starting.length;
    }
    return started > 0 ? STARTED.map((name) => ctx.catalogue.entity(name)) : [];
  }

  async #find(ctx: RequestContext, entity: Entity, tx: Transaction): Promise<readonly StartingRecord[]> {
    const plan = planStart(ctx, entity);
    const compile = (): Sql => compileFindStarting(ctx, plan);
    const statement = this.statements.get(ctx, `findStarting:${entity.name}`, compile, 'read');
    const [{ starting }] = await tx.execute<{ starting: string | null }>(statement, plan.args);
    return starting === null ? [] : (JSON.parse(starting) as StartingRecord[]);
  }

  /** One step per entity with a process, after everything on which its rollups may depend. */
  afterRoutineSteps(ctx: RequestContext): readonly AfterRoutineStep[] {
    const business = [...ctx.catalogue.entities.values()].filter(({ kind }) => kind === 'business');
    return business
      .filter((entity) => this.concerns(ctx, entity))
      .map((entity): AfterRoutineStep => {
        const plan = planStartAfterRoutine(ctx, entity);
        return {
          entity: entity.name,
          after: business.map(({ name }) => name),
          lock: compileStartable(ctx, entity),
          ids: plan.ids,
          refresh: compileStart(ctx, plan),
          args: plan.args,
          faultsOf: () => [],
        };
      });
  }
}

/** Entities whose records a start creates. */
const STARTED = ['ApprovalRequest', 'ApprovalTask', 'Notification'] as const;
