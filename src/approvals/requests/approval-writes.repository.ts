import { Injectable } from '@nestjs/common';
import { lockApprovable } from '#approvals/core/requests/approval-writes.sql.js';
import {
  compileManualStartable,
  compileManual,
  fillRequests,
  startableKey,
  manualKey,
  planStartable,
  type StartableRow,
  type ManualRow,
} from '#approvals/core/requests/manual-starts.sql.js';
import { readReassigned, reassignTasks, type ReassignedRow } from '#approvals/core/requests/reassigned-tasks.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A request that starts. */
export interface StartingRequest {
  readonly id: string;
  readonly recordId: string;
  readonly processId: string;
  /** Steps of the process as JSON text. */
  readonly steps: string;
}

/** A task with a new assignee. */
export interface ReassignedTask {
  readonly id: string;
  /** JSON: the assignees before. */
  readonly former: string;
}

/** Reads and completes the requests that callers create, and the tasks that they reassign. */
@Injectable()
export class ApprovalWritesRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Reads the requests that the caller has created in the transaction, in their order. */
  manualStarts(ctx: RequestContext, tx: Transaction): Promise<readonly ManualRow[]> {
    return tx.execute<ManualRow>(
      this.statements.get(ctx, manualKey(ctx), () => compileManual(ctx)),
      new Args(ctx),
    );
  }

  /** Locks records, then reads those that the caller may read, by Id. */
  async evaluate(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<ReadonlyMap<string, StartableRow>> {
    await tx.runStatement(lockApprovable, ctx, { ids }, entity);
    const plan = planStartable(ctx, entity, ids);
    const statement = this.statements.get(ctx, startableKey(ctx, plan), () => compileManualStartable(ctx, plan));
    const rows = await tx.execute<StartableRow>(statement, plan.args);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Makes requests of callers pending, and locks their records. */
  async fill(ctx: RequestContext, entity: Entity, starts: readonly StartingRequest[], tx: Transaction): Promise<void> {
    const values = {
      requestIds: starts.map(({ id }) => id),
      recordIds: starts.map(({ recordId }) => recordId),
      processIds: starts.map(({ processId }) => processId),
      steps: starts.map(({ steps }) => steps),
    };
    await tx.runStatement(fillRequests, ctx, values, entity);
  }

  /** Reads the tasks that the caller has updated in the transaction. */
  reassigned(ctx: RequestContext, tx: Transaction): Promise<readonly ReassignedRow[]> {
    return tx.runStatement(readReassigned, ctx, {});
  }

  /** Makes the new assignees the owners of their tasks, and notifies them. */
  async reassign(
    ctx: RequestContext,
    entity: Entity,
    tasks: readonly ReassignedTask[],
    tx: Transaction,
  ): Promise<void> {
    const values = { ids: tasks.map(({ id }) => id), former: tasks.map(({ former }) => former) };
    await tx.runStatement(reassignTasks, ctx, values, entity);
  }
}
