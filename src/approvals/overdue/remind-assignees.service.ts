import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { approvalSteps } from '#core/catalogue/approval-process.js';
import type { RequestContext } from '#core/context/context.js';
import {
  OVERDUE_REQUESTS,
  planOverdue,
  type OverduePlan,
  type OverdueRow,
} from '#approvals/core/requests/overdue-tasks.sql.js';
import { groupedBy } from '#core/grouped-by.js';
import { readJson } from '#core/json/read-json.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { lossText, MAX_LOSSES } from '#platform/operations/losses.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { DueAttempts, FollowClock, ScheduleRepository, type DueWork } from '#automation/index.js';
import { OverdueRepository } from './overdue.repository.js';

/** Reminds assignees of overdue tasks and escalates their steps (docs/approvals.md#due-dates). */
@Injectable()
export class RemindAssignees implements DueWork, OnApplicationBootstrap {
  constructor(
    private readonly tasks: OverdueRepository,
    private readonly schedules: ScheduleRepository,
    private readonly due: DueAttempts,
    private readonly database: Database,
    private readonly clock: FollowClock,
  ) {
    clock.add('ApprovalTasks', this);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.register();
  }

  /** Environments may have their first tasks meanwhile. */
  @Upkeep(60_000)
  async register(): Promise<void> {
    if (this.clock.isFollowing) await this.tasks.register();
  }

  perform(ctx: RequestContext): Promise<boolean> {
    return this.due.perform(ctx, 'ApprovalTasks', 1, ([taken]) =>
      this.database.transaction(ctx, async (tx) => {
        if (!(await this.schedules.claimOne(ctx, 'ApprovalTasks', taken.id, tx))) return [];
        await this.#remind(ctx, taken.losses, tx);
        return [taken.id];
      }),
    );
  }

  /** After a failed attempt requests are looked after one by one, so that one that cannot be is passed over alone. */
  async #remind(ctx: RequestContext, losses: number, tx: Transaction): Promise<void> {
    if (losses > MAX_LOSSES) return this.#rest(ctx, losses, tx);
    const most = losses === 0 ? OVERDUE_REQUESTS : 1;
    const requests = await this.tasks.lock(ctx, most, tx);
    if (losses === MAX_LOSSES) await this.#passOver(ctx, requests, losses, tx);
    else for (const plan of plansFor(ctx, requests)) await this.tasks.remind(ctx, plan, tx);
    await this.tasks.setNextLook(ctx, requests.length === most, Math.min(losses, 1), tx);
  }

  async #passOver(
    ctx: RequestContext,
    requests: readonly OverdueRow[],
    losses: number,
    tx: Transaction,
  ): Promise<void> {
    const ids = requests.map(({ id }) => id);
    await this.tasks.passOver(ctx, ids, tx);
    const failed = lossText(losses, 'to announce overdue approval tasks');
    const { name } = ctx.catalogue.environment;
    for (const { id, entity_name } of requests) {
      const text = `${failed} Passed over: request ${id} for ${entity_name} in ${name}.`;
      this.due.note('approval_tasks', text, tx);
    }
  }

  async #rest(ctx: RequestContext, losses: number, tx: Transaction): Promise<void> {
    await this.tasks.lookLate(ctx, tx);
    const text = `Each of ${losses} attempts to look for overdue approval tasks in ${ctx.catalogue.environment.name} failed.`;
    this.due.note('approval_tasks', `${text} The next one is in an hour.`, tx);
  }
}

/** Requests in the same step of the same process share a statement. Those of a deleted entity have no record. */
function plansFor(ctx: RequestContext, requests: readonly OverdueRow[]): readonly OverduePlan[] {
  const groups = groupedBy(requests, ({ entity_name, process_id, step, steps }) =>
    JSON.stringify([entity_name, process_id, step, steps]),
  );
  return [...groups.values()].flatMap((group): readonly OverduePlan[] => {
    const [{ entity_name, process_id, step: sequence, steps }] = group;
    const entity = ctx.catalogue.find(entity_name);
    if (!entity) return [];
    const process = entity.approvalProcesses.find(({ id }) => id === process_id);
    const step = approvalSteps(readJson(steps ?? '[]')).find((each) => each.sequence === sequence);
    const shown = { id: process_id ?? '', allowSelfApproval: process?.allowSelfApproval ?? false };
    const ids = group.map(({ id }) => id);
    return [planOverdue(ctx, entity, { process: shown, step }, ids)];
  });
}
