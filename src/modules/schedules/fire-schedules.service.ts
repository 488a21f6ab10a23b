import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { SYSTEM_USER_ID } from '../../core/system-context.js';
import { settleSchedule, shownTimes } from '../../core/triggers/due-times.js';
import { runsOf } from '../../core/triggers/firing.js';
import type { ClaimedRow, SettledSchedule } from '../../core/triggers/schedules.sql.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { EnqueueRuns } from '../runs/index.js';
import { ScheduleMetrics } from './schedule-metrics.js';
import { FollowClock, type DueWork } from './follow-clock.service.js';
import { ScheduleRepository, type FireTime } from './schedule.repository.js';

/**
 * Fires scheduled triggers: each due time once, because its row is stored with the runs that it starts (decision 0190). A
 * trigger of which a run still waits for its turn does not fire.
 */
@Injectable()
export class FireSchedules implements DueWork {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly database: Database,
    private readonly runs: EnqueueRuns,
    private readonly metrics: ScheduleMetrics,
    clock: FollowClock,
  ) {
    clock.add('Scheduled', this);
  }

  perform(ctx: RequestContext): Promise<boolean> {
    return this.database.transaction(ctx, (tx) => this.#fire(ctx, tx));
  }

  async #fire(ctx: RequestContext, tx: Transaction): Promise<boolean> {
    const claimed = await this.schedules.claim(ctx, tx);
    if (claimed.length === 0) return false;
    const fires: FireTime[] = [];
    const settled = claimed.map((row) => settle(ctx, row, fires));
    const inOrder = fires.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : Number(a.dueAt > b.dueAt)));
    const waiting = await this.schedules.waiting(ctx, [...new Set(fires.map(({ triggerId }) => triggerId))], tx);
    const free = inOrder.filter(({ triggerId }) => !waiting.has(triggerId));
    this.metrics.countLeftOut(fires.length - free.length);
    const fresh = await this.schedules.record(ctx, free, tx);
    await this.schedules.settle(ctx, settled, tx);
    const { triggers } = ctx.catalogue.automation;
    const runs = fresh.flatMap(({ triggerId }) =>
      runsOf(ctx.catalogue, { trigger: triggers.get(triggerId)!, input: {}, userId: SYSTEM_USER_ID }, uuidV7),
    );
    await this.runs.enqueue(ctx, runs, tx);
    return true;
  }
}

/** Settles a schedule up to now. @param fires receives its due times that fire */
function settle(ctx: RequestContext, { id, due_at, now }: ClaimedRow, fires: FireTime[]): SettledSchedule {
  const trigger = ctx.catalogue.automation.triggers.get(id);
  if (!trigger?.isActive) return { id, nextDueAt: null, shown: null };
  const settlement = settleSchedule(trigger, new Date(due_at), new Date(now));
  fires.push(...settlement.fires.map((at) => ({ triggerId: id, dueAt: at.toISOString() })));
  const [next] = settlement.upcoming;
  return { id, nextDueAt: next?.toISOString() ?? null, shown: shownTimes(trigger, settlement.upcoming) };
}
