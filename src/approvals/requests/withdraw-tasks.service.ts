import { Injectable } from '@nestjs/common';
import { isLockable } from '#core/relations/approval-parents.js';
import { approvalSteps, type ApprovalStep } from '#core/catalogue/approval-process.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { planFormer, type RuledTaskRow } from '#approvals/core/requests/former-approvers.sql.js';
import { groupedBy } from '#core/grouped-by.js';
import { readJson } from '#core/json/read-json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DecisionRepository, type FormerTask } from './decision.repository.js';

/** Entities whose records say who approves. */
const ABOUT_APPROVERS: ReadonlySet<string> = new Set(['User', 'UserRole', 'TeamMember', 'Role', 'Team']);

/** Requests with the same open step, and what their process says about it. */
interface OpenStep {
  readonly entity: Entity;
  readonly process: { readonly id: string; readonly allowSelfApproval: boolean };
  readonly step: ApprovalStep;
  readonly isEscalated: boolean;
  readonly requestIds: readonly string[];
}

/**
 * Takes tasks from users who are no approvers of the step any more (docs/approvals.md#former-approvers). A task that a user
 * delegated or reassigned stays: its assignee has it by name.
 */
@Injectable()
export class WithdrawTasks implements BeforeCommitHook {
  constructor(
    private readonly requests: DecisionRepository,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('approvers', this);
  }

  concerns({ catalogue }: RequestContext, { name }: Entity): boolean {
    return ABOUT_APPROVERS.has(name) && [...catalogue.entities.values()].some(isLockable);
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<readonly Entity[]> {
    const affected = await this.requests.affected(ctx, tx);
    if (affected?.length === 0) return [];
    let isChanged = false;
    for (const open of openSteps(ctx, await this.requests.ruledTasks(ctx, affected, tx))) {
      const former = await this.#formerTasks(ctx, open, tx);
      if (former.length === 0) continue;
      isChanged = true;
      await this.#withdraw(ctx, open, former, tx);
    }
    return isChanged
      ? ['ApprovalRequest', 'ApprovalTask', 'Notification'].map((name) => ctx.catalogue.entity(name))
      : [];
  }

  /** Finds the open tasks of decided requests whose assignees are no approvers of their steps any more. @returns their Ids */
  async formerDecided(ctx: RequestContext, tx: Transaction): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const open of openSteps(ctx, await this.requests.ruledTasksDecided(ctx, tx)))
      for (const { id } of await this.#formerTasks(ctx, open, tx)) found.add(id);
    return found;
  }

  #formerTasks(ctx: RequestContext, open: OpenStep, tx: Transaction): Promise<readonly FormerTask[]> {
    const { entity, requestIds, step } = open;
    const approvers = open.isEscalated ? (step.escalateTo ?? step.approvers) : step.approvers;
    return this.requests.formerTasks(
      ctx,
      planFormer(ctx, entity, { ...open, step: { ...step, approvers } }, requestIds),
      tx,
    );
  }

  /** Closes the tasks. A step that lost its last open task begins anew, for those who approve now. */
  async #withdraw(ctx: RequestContext, open: OpenStep, former: readonly FormerTask[], tx: Transaction): Promise<void> {
    const { entity, process } = open;
    const taskIds = former.map(({ id }) => id);
    const requestIds = await this.requests.withdraw(ctx, entity, taskIds, tx);
    if (requestIds.length === 0) return;
    const { criteria: _met, ...step } = open.step;
    await this.requests.begin(
      ctx,
      entity,
      { process: { ...process, steps: [step] }, after: null, isUnderWay: true },
      requestIds,
      tx,
    );
  }
}

function openSteps(ctx: RequestContext, rows: readonly RuledTaskRow[]): readonly OpenStep[] {
  const groups = groupedBy(rows, ({ entity_name, process_id, step, steps, escalated }) =>
    JSON.stringify([entity_name, process_id, step, steps, escalated]),
  );
  return [...groups.values()].flatMap((group) => openStep(ctx, group));
}

/** Requests of a deleted entity have no record, and none is decided. */
function openStep({ catalogue }: RequestContext, group: readonly RuledTaskRow[]): readonly OpenStep[] {
  const [{ entity_name, process_id, step: sequence, steps, escalated }] = group;
  const entity = catalogue.find(entity_name);
  const step = approvalSteps(readJson(steps)).find((each) => each.sequence === sequence);
  if (!entity || !step) return [];
  const process = entity.approvalProcesses.find(({ id }) => id === process_id);
  const shown = { id: process_id ?? '', allowSelfApproval: process?.allowSelfApproval ?? false };
  const requestIds = [...new Set(group.map(({ request }) => request))];
  return [{ entity, process: shown, step, isEscalated: escalated === 1, requestIds }];
}
