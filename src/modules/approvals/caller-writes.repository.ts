import { Injectable } from '@nestjs/common';
import { compileLockRows } from '../../core/decisions/caller-writes.sql.js';
import {
  compileFill,
  compileManualStartable,
  compileManual,
  startableKey,
  manualKey,
  planStartable,
  type StartableRow,
  type ManualRow,
} from '../../core/decisions/manual-starts.sql.js';
import { compileReassign, compileReassigned, type ReassignedRow } from '../../core/decisions/reassigned-tasks.sql.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { Args } from '../../core/sql/args.js';
import { sql } from '../../core/sql/sql.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';

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
export class CallerWritesRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Reads the requests that the caller has created in the transaction, in their order. */
  manualStarts(ctx: RequestContext, tx: Transaction): Promise<readonly ManualRow[]> {
    return tx.execute<ManualRow>(
      this.statements.get(ctx, manualKey(ctx), () => compileManual(ctx)),
      new Args(ctx),
    );
  }

  /** Locks records, then reads those that the caller may read, by Id. */
  async judge(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<ReadonlyMap<string, StartableRow>> {
    const args = new Args(ctx);
    const slot = args.add(ids, 'uuid[]');
    const lock = this.statements.get(ctx, `lockRecords:${entity.name}`, () =>
      compileLockRows(ctx, entity, sql`m."Id" = ANY(${slot})`),
    );
    await tx.execute(lock, args);
    const plan = planStartable(ctx, entity, ids);
    const statement = this.statements.get(ctx, startableKey(ctx, plan), () => compileManualStartable(ctx, plan));
    const rows = await tx.execute<StartableRow>(statement, plan.args);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Makes requests of callers pending, and locks their records. */
  async fill(ctx: RequestContext, entity: Entity, starts: readonly StartingRequest[], tx: Transaction): Promise<void> {
    const args = new Args(ctx);
    const column = (name: keyof StartingRequest, type = 'uuid[]') =>
      args.add(
        starts.map((each) => each[name]),
        type,
      );
    const slots = {
      entity,
      requestIds: column('id'),
      recordIds: column('recordId'),
      processIds: column('processId'),
      steps: column('steps', 'text[]'),
    };
    const statement = this.statements.get(ctx, `fillRequests:${entity.name}`, () => compileFill(ctx, slots));
    await tx.execute(statement, args);
  }

  /** Reads the tasks that the caller has updated in the transaction. */
  reassigned(ctx: RequestContext, tx: Transaction): Promise<readonly ReassignedRow[]> {
    return tx.execute<ReassignedRow>(
      this.statements.get(ctx, 'reassigned', () => compileReassigned(ctx)),
      new Args(ctx),
    );
  }

  /** Makes the new assignees the owners of their tasks, and notifies them. */
  async reassign(
    ctx: RequestContext,
    entity: Entity,
    tasks: readonly ReassignedTask[],
    tx: Transaction,
  ): Promise<void> {
    const args = new Args(ctx);
    const ids = args.add(
      tasks.map(({ id }) => id),
      'uuid[]',
    );
    const former = args.add(
      tasks.map((task) => task.former),
      'text[]',
    );
    const statement = this.statements.get(ctx, `reassign:${entity.name}`, () =>
      compileReassign(ctx, { entity, ids, former }),
    );
    await tx.execute(statement, args);
  }
}
