import { Injectable } from '@nestjs/common';
import { compileClose } from '../../core/decisions/close-requests.sql.js';
import { compileBeginStep, planBegin } from '../../core/approvals/begin-step.sql.js';
import type { ApprovalProcess } from '../../core/approvals/approval-process.js';
import { compileDecided, compileLockDecided, type DecisionRow } from '../../core/decisions/decided-requests.sql.js';
import { compileLockRows } from '../../core/decisions/caller-writes.sql.js';
import {
  compileAffected,
  compileFormer,
  compileRuledTasks,
  compileWithdraw,
  tasksDecided,
  tasksOf,
  withTasksOf,
  type FormerPlan,
  type RuledTaskRow,
} from '../../core/decisions/former-approvers.sql.js';
import { compileDelegations, compileTaskStates } from '../../core/decisions/task-changes.sql.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { Args } from '../../core/sql/args.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** A request that closes. */
export interface ClosingRequest {
  readonly id: string;
  readonly state: string;
  readonly comment: string | null;
  /** The record waits for an approval from now on. */
  readonly blocksMoves: boolean;
}

/** A task that another user takes over. */
export interface Delegation {
  readonly taskId: string;
  readonly userId: string;
}

/** A task of a former approver. */
export interface FormerTask {
  readonly id: string;
  readonly assignee: string;
}

/** A closed request and its record. */
export interface ClosedRequest {
  readonly id: string;
  readonly recordId: string;
}

/** Step that requests with the same steps have completed. */
export interface CompletedStep {
  readonly process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval' | 'steps'>;
  /** Its Sequence; null before the first step. */
  readonly after: number | null;
  /** The step of these is under way, and lost all its approvers. */
  readonly isUnderWay?: boolean;
}

/** Reads and changes requests and tasks in the transaction of a decision. */
@Injectable()
export class DecisionRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Locks the requests that decisions of the transaction name. */
  async lock(ctx: RequestContext, tx: Transaction): Promise<void> {
    await tx.execute(
      this.statements.get(ctx, 'lockDecided', () => compileLockDecided(ctx)),
      new Args(ctx),
    );
  }

  /** Reads the decisions of the transaction in their order. @param done Ids of those that have had their effect */
  decisions(ctx: RequestContext, done: readonly string[], tx: Transaction): Promise<readonly DecisionRow[]> {
    const args = new Args(ctx);
    const slot = args.add(done, 'uuid[]');
    return tx.execute<DecisionRow>(
      this.statements.get(ctx, 'decided', () => compileDecided(ctx, slot)),
      args,
    );
  }

  /** @param states new states by Id of the task */
  async setTaskStates(ctx: RequestContext, states: ReadonlyMap<string, string>, tx: Transaction): Promise<void> {
    const args = new Args(ctx);
    const slots = { ids: args.add([...states.keys()], 'uuid[]'), states: args.add([...states.values()], 'text[]') };
    await tx.execute(
      this.statements.get(ctx, 'taskStates', () => compileTaskStates(ctx, slots)),
      args,
    );
  }

  /** Creates the tasks of delegates. */
  async delegate(
    ctx: RequestContext,
    entity: Entity,
    delegations: readonly Delegation[],
    tx: Transaction,
  ): Promise<void> {
    const args = new Args(ctx);
    const taskIds = args.add(
      delegations.map((each) => each.taskId),
      'uuid[]',
    );
    const userIds = args.add(
      delegations.map((each) => each.userId),
      'uuid[]',
    );
    const statement = this.statements.get(ctx, `delegations:${entity.name}`, () =>
      compileDelegations(ctx, { entity, taskIds, userIds }),
    );
    await tx.execute(statement, args);
  }

  /** Begins the next step of requests. @returns Ids of the requests that have one */
  async begin(
    ctx: RequestContext,
    entity: Entity,
    completed: CompletedStep,
    requestIds: readonly string[],
    tx: Transaction,
  ): Promise<ReadonlySet<string>> {
    const plan = planBegin(ctx, entity, completed, requestIds);
    const statement = this.statements.get(ctx, plan.key, () => compileBeginStep(ctx, plan));
    const [{ begun }] = await tx.execute<{ begun: string | null }>(statement, plan.args);
    return new Set((JSON.parse(begun ?? '[]') as [string, number][]).map(([id]) => id));
  }

  /** Reads the users whose tasks the transaction may have ended; null: all users. */
  async affected(ctx: RequestContext, tx: Transaction): Promise<readonly string[] | null> {
    const statement = this.statements.get(ctx, 'affectedApprovers', () => compileAffected(ctx));
    const ids = (await tx.execute<{ id: string | null }>(statement, new Args(ctx))).map(({ id }) => id);
    return ids.includes(null) ? null : ids.filter((id) => id !== null);
  }

  /** Locks the requests in which users have tasks by rules, and reads the steps of these. */
  async ruledTasks(
    ctx: RequestContext,
    userIds: readonly string[] | null,
    tx: Transaction,
  ): Promise<readonly RuledTaskRow[]> {
    const args = new Args(ctx);
    const slot = args.add(userIds, 'uuid[]');
    const requests = ctx.catalogue.entity('ApprovalRequest');
    const lock = this.statements.get(ctx, 'lockRuled', () => compileLockRows(ctx, requests, withTasksOf(ctx, slot)));
    await tx.execute(lock, args);
    return tx.execute<RuledTaskRow>(
      this.statements.get(ctx, 'ruledTasks', () => compileRuledTasks(ctx, tasksOf(slot))),
      args,
    );
  }

  /** Reads the steps with tasks by rules of the requests that the transaction decides, which are locked. */
  ruledTasksDecided(ctx: RequestContext, tx: Transaction): Promise<readonly RuledTaskRow[]> {
    return tx.execute<RuledTaskRow>(
      this.statements.get(ctx, 'ruledTasksDecided', () => compileRuledTasks(ctx, tasksDecided(ctx))),
      new Args(ctx),
    );
  }

  /** Finds the tasks by rules of former approvers. */
  formerTasks(ctx: RequestContext, plan: FormerPlan, tx: Transaction): Promise<readonly FormerTask[]> {
    return tx.execute<FormerTask>(
      this.statements.get(ctx, plan.key, () => compileFormer(ctx, plan)),
      plan.args,
    );
  }

  /** Closes tasks. @returns Ids of the requests of which nobody has an open task */
  async withdraw(
    ctx: RequestContext,
    entity: Entity,
    taskIds: readonly string[],
    tx: Transaction,
  ): Promise<readonly string[]> {
    const args = new Args(ctx);
    const slot = args.add(taskIds, 'uuid[]');
    const statement = this.statements.get(ctx, `withdraw:${entity.name}`, () => compileWithdraw(ctx, entity, slot));
    return (await tx.execute<{ request: string }>(statement, args)).map(({ request }) => request);
  }

  /** Closes requests and unlocks their records. */
  async close(
    ctx: RequestContext,
    entity: Entity,
    closing: readonly ClosingRequest[],
    tx: Transaction,
  ): Promise<readonly ClosedRequest[]> {
    const args = new Args(ctx);
    const column = (name: keyof ClosingRequest, type: string) =>
      args.add(
        closing.map((each) => each[name]),
        type,
      );
    const slots = {
      entity,
      ids: column('id', 'uuid[]'),
      states: column('state', 'text[]'),
      comments: column('comment', 'text[]'),
      blocks: column('blocksMoves', 'boolean[]'),
      decider: args.add(ctx.principal.displayName, 'text'),
    };
    const statement = this.statements.get(ctx, `closeRequests:${entity.name}`, () => compileClose(ctx, slots));
    const [{ closed }] = await tx.execute<{ closed: string }>(statement, args);
    return (JSON.parse(closed) as [string, string][]).map(([id, recordId]) => ({ id, recordId }));
  }
}
