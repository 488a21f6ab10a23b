import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { advanceSchedule, shownTimes } from '#automation/core/triggers/due-times.js';
import { runsOf } from '#automation/core/triggers/firing.js';
import type { TakenRow } from '#automation/core/triggers/schedule-attempts.sql.js';
import { SETTLED_TOGETHER, type ClaimedRow, type SettledSchedule } from '#automation/core/triggers/schedules.sql.js';
import type { NewRun } from '#core/catalogue/run.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { lossText, MAX_LOSSES } from '#platform/operations/losses.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { EnqueueRuns } from '#automation/queue/enqueue-runs.service.js';
import { DueAttempts } from './due-attempts.service.js';
import { FollowClock, type DueWork } from './follow-clock.service.js';
import { ScheduleMetrics } from './schedule-metrics.js';
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
    private readonly due: DueAttempts,
    private readonly metrics: ScheduleMetrics,
    clock: FollowClock,
  ) {
    clock.add('Scheduled', this);
  }

  perform(ctx: RequestContext): Promise<boolean> {
    return this.due.perform(ctx, 'Scheduled', SETTLED_TOGETHER, (taken) => {
      const [{ losses }] = taken;
      const ids = taken.map(({ id }) => id);
      return this.database.transaction(ctx, (tx) =>
        losses < MAX_LOSSES ? this.#fire(ctx, ids, tx) : this.#passOver(ctx, taken[0], tx),
      );
    });
  }

  async #fire(ctx: RequestContext, ids: readonly string[], tx: Transaction): Promise<readonly string[]> {
    const claimed = await this.schedules.claim(ctx, ids, tx);
    const fires: FireTime[] = [];
    const settled = claimed.map((row) => settle(ctx, row, fires));
    const inOrder = fires.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : Number(a.dueAt > b.dueAt)));
    const waiting = await this.schedules.waiting(ctx, [...new Set(fires.map(({ triggerId }) => triggerId))], tx);
    const free = inOrder.filter(({ triggerId }) => !waiting.has(triggerId));
    this.metrics.countLeftOut(fires.length - free.length);
    const fresh = await this.schedules.record(ctx, free, tx);
    await this.schedules.settle(ctx, settled, tx);
    await this.runs.enqueue(
      ctx,
      fresh.flatMap(({ triggerId }) => runsFor(ctx, triggerId)),
      tx,
    );
    return claimed.map(({ id }) => id);
  }

  /**
   * Passes over the due time of a schedule of which each attempt has ended without a result: with failed runs that say so,
   * else without. Where that fails, too, the schedule rests until its trigger changes.
   */
  async #passOver(ctx: RequestContext, { id, losses }: TakenRow, tx: Transaction): Promise<readonly string[]> {
    const [row] = await this.schedules.claim(ctx, [id], tx);
    if (!row) return [];
    const failed = lossText(losses, `to fire at ${row.due_at}`);
    const rests = losses > MAX_LOSSES + 1;
    await this.schedules.settle(ctx, [rests ? { id, nextDueAt: null, shown: '[]' } : settle(ctx, row, [])], tx);
    if (losses === MAX_LOSSES) await this.runs.enqueue(ctx, runsFor(ctx, id, failed), tx);
    const trigger = ctx.catalogue.automation.triggers.get(id)?.name ?? id;
    this.due.noteTime(ctx, { queue: 'schedules', trigger, reason: failed, rests }, tx);
    return [id];
  }
}

/** The runs of a due time. @param failed why it does not start them, if so */
function runsFor({ catalogue }: RequestContext, triggerId: string, failed?: string): readonly NewRun[] {
  const trigger = catalogue.automation.triggers.get(triggerId);
  if (!trigger) return [];
  return runsOf(catalogue, { trigger, input: {}, userId: SYSTEM_USER_ID, ...(failed && { failed }) }, uuidV7);
}

/** Settles a schedule up to now. @param fires receives its due times that fire */
function settle(ctx: RequestContext, { id, due_at, now }: ClaimedRow, fires: FireTime[]): SettledSchedule {
  const trigger = ctx.catalogue.automation.triggers.get(id);
  if (!trigger?.isActive) return { id, nextDueAt: null, shown: null };
  const settlement = advanceSchedule(trigger, new Date(due_at), new Date(now));
  fires.push(...settlement.fires.map((at) => ({ triggerId: id, dueAt: at.toISOString() })));
  const [next] = settlement.upcoming;
  return { id, nextDueAt: next?.toISOString() ?? null, shown: shownTimes(trigger, settlement.upcoming) };
}
