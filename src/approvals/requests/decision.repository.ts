import { Injectable } from '@nestjs/common';
import { closeRequests } from '#approvals/core/requests/close-requests.sql.js';
import { compileBeginStep, planBegin } from '#approvals/core/processes/begin-step.sql.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { lockDecided, readDecisions, type DecisionRow } from '#approvals/core/requests/decided-requests.sql.js';
import {
  affectedApprovers,
  compileFormer,
  lockRuled,
  ruledTasks,
  ruledTasksDecided,
  withdrawTasks,
  type FormerPlan,
  type RuledTaskRow,
} from '#approvals/core/requests/former-approvers.sql.js';
import { delegateTasks, setTaskStates } from '#approvals/core/requests/task-changes.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

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
    await tx.runStatement(lockDecided, ctx, {});
  }

  /** Reads the decisions of the transaction in their order. @param done Ids of those that have had their effect */
  decisions(ctx: RequestContext, done: readonly string[], tx: Transaction): Promise<readonly DecisionRow[]> {
    return tx.runStatement(readDecisions, ctx, { done });
  }

  /** @param states new states by Id of the task */
  async setTaskStates(ctx: RequestContext, states: ReadonlyMap<string, string>, tx: Transaction): Promise<void> {
    await tx.runStatement(setTaskStates, ctx, { ids: [...states.keys()], states: [...states.values()] });
  }

  /** Creates the tasks of delegates. */
  async delegate(
    ctx: RequestContext,
    entity: Entity,
    delegations: readonly Delegation[],
    tx: Transaction,
  ): Promise<void> {
    const values = {
      taskIds: delegations.map(({ taskId }) => taskId),
      userIds: delegations.map(({ userId }) => userId),
    };
    await tx.runStatement(delegateTasks, ctx, values, entity);
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
    const ids = (await tx.runStatement(affectedApprovers, ctx, {})).map(({ id }) => id);
    return ids.includes(null) ? null : ids.filter((id) => id !== null);
  }

  /** Locks the requests in which users have tasks by rules, and reads the steps of these. */
  async ruledTasks(
    ctx: RequestContext,
    userIds: readonly string[] | null,
    tx: Transaction,
  ): Promise<readonly RuledTaskRow[]> {
    await tx.runStatement(lockRuled, ctx, { userIds });
    return tx.runStatement(ruledTasks, ctx, { userIds });
  }

  /** Reads the steps with tasks by rules of the requests that the transaction decides, which are locked. */
  ruledTasksDecided(ctx: RequestContext, tx: Transaction): Promise<readonly RuledTaskRow[]> {
    return tx.runStatement(ruledTasksDecided, ctx, {});
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
    return (await tx.runStatement(withdrawTasks, ctx, { taskIds }, entity)).map(({ request }) => request);
  }

  /** Closes requests and unlocks their records. */
  async close(
    ctx: RequestContext,
    entity: Entity,
    closing: readonly ClosingRequest[],
    tx: Transaction,
  ): Promise<readonly ClosedRequest[]> {
    const values = {
      ids: closing.map(({ id }) => id),
      states: closing.map(({ state }) => state),
      comments: closing.map(({ comment }) => comment),
      blocks: closing.map(({ blocksMoves }) => blocksMoves),
      decider: ctx.principal.displayName,
    };
    const [{ closed }] = await tx.runStatement(closeRequests, ctx, values, entity);
    return (JSON.parse(closed) as [string, string][]).map(([id, recordId]) => ({ id, recordId }));
  }
}
