import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { approvalSteps } from '../../core/approvals/approval-process.js';
import type { RequestContext } from '../../core/context.js';
import {
  OVERDUE_REQUESTS,
  planOverdue,
  type OverduePlan,
  type OverdueRow,
} from '../../core/decisions/overdue-tasks.sql.js';
import { groupedBy } from '../../core/grouped-by.js';
import { readJson } from '../../core/json/read-json.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { FollowClock, ScheduleRepository, type DueWork } from '../schedules/index.js';
import { OverdueRepository } from './overdue.repository.js';

const REGISTER_EVERY_MS = 60_000;

/** Reminds assignees of overdue tasks and escalates their steps (docs/approvals.md#due-dates). */
@Injectable()
export class RemindAssignees implements DueWork, OnApplicationBootstrap {
  readonly #logger = new Logger(RemindAssignees.name);

  constructor(
    private readonly tasks: OverdueRepository,
    private readonly schedules: ScheduleRepository,
    private readonly database: Database,
    private readonly clock: FollowClock,
  ) {
    clock.add('ApprovalTasks', this);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.register();
  }

  /** Environments may have their first tasks meanwhile. */
  @Interval(REGISTER_EVERY_MS)
  async register(): Promise<void> {
    if (!this.clock.isFollowing) return;
    await this.tasks.register().catch((error: unknown) => this.#logger.warn(error));
  }

  perform(ctx: RequestContext): Promise<boolean> {
    return this.database.transaction(ctx, (tx) => this.#remind(ctx, tx));
  }

  async #remind(ctx: RequestContext, tx: Transaction): Promise<boolean> {
    if (!(await this.schedules.claimOne(ctx, 'ApprovalTasks', [], tx))) return false;
    const requests = await this.tasks.lock(ctx, tx);
    for (const plan of plansFor(ctx, requests)) await this.tasks.remind(ctx, plan, tx);
    await this.tasks.setNextLook(ctx, requests.length === OVERDUE_REQUESTS, tx);
    return true;
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
