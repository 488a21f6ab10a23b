import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { valuesDue } from '#core/time/due-dates.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { JUDGED_RECORDS, type DueRecordRow } from '#automation/core/triggers/due-records.sql.js';
import { dueRuleOf, isDropped, nextDueTime } from '#automation/core/triggers/due-times.js';
import { runsOf } from '#automation/core/triggers/firing.js';
import type { ClaimedRow } from '#automation/core/triggers/schedules.sql.js';
import type { Trigger } from '#core/catalogue/trigger.js';
import type { NewRun } from '#core/catalogue/run.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { lossText, MAX_LOSSES } from '#platform/operations/losses.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { EnqueueRuns } from '#automation/queue/enqueue-runs.service.js';
import { DueAttempts } from './due-attempts.service.js';
import { FollowClock, type DueWork } from './follow-clock.service.js';
import { ScheduleRepository } from './schedule.repository.js';

/** Losses after which the record that is passed over gets no failed run; after `MAX_LOSSES` it does. */
const WITHOUT_RUN = MAX_LOSSES + 1;
/** Losses after which the whole due time is passed over: with a failed run, then without. */
const [TIME_WITH_RUN, TIME_WITHOUT_RUN] = [MAX_LOSSES + 2, MAX_LOSSES + 3];

/** A due time of a trigger, in the transaction that settles a part of it. */
interface DuePart {
  readonly trigger: Trigger;
  readonly claimed: ClaimedRow;
  readonly losses: number;
  readonly tx: Transaction;
}

/**
 * Fires date-based triggers, page by page of the records that are due. The position in these moves with the runs, in one
 * transaction, so each record fires once (decision 0191). After a failed attempt the records are evaluated one by one, so that
 * one that cannot be is passed over without others.
 */
@Injectable()
export class FireDueDates implements DueWork {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly database: Database,
    private readonly runs: EnqueueRuns,
    private readonly due: DueAttempts,
    clock: FollowClock,
  ) {
    clock.add('DateBased', this);
  }

  perform(ctx: RequestContext): Promise<boolean> {
    return this.due.perform(ctx, 'DateBased', 1, ([{ id, losses }]) =>
      this.database.transaction(ctx, async (tx) => {
        const claimed = await this.schedules.claimOne(ctx, 'DateBased', id, tx);
        if (!claimed) return [];
        const trigger = ctx.catalogue.automation.triggers.get(id);
        if (!trigger?.isActive) await this.schedules.settle(ctx, [{ id, nextDueAt: null, shown: null }], tx);
        else if (losses >= TIME_WITH_RUN) await this.#passTime(ctx, { trigger, claimed, losses, tx });
        else await this.#fire(ctx, { trigger, claimed, losses, tx });
        return [id];
      }),
    );
  }

  async #fire(ctx: RequestContext, part: DuePart): Promise<void> {
    const { trigger, claimed, losses, tx } = part;
    const [dueAt, now] = [new Date(claimed.due_at), new Date(claimed.now)];
    const rows = (await this.#mayBegin(ctx, trigger, claimed, tx)) ? await this.#page(ctx, part) : [];
    const isCutOff = rows.length === pageSize(losses);
    const next = isCutOff ? dueAt : nextDueTime(trigger, dueAt, now);
    await this.#settle(ctx, part, next, isCutOff ? rows.at(-1)!.id : undefined);
    const failed = losses < MAX_LOSSES ? undefined : this.#noteRecord(ctx, part, rows);
    if (losses === WITHOUT_RUN) return;
    await this.runs.enqueue(
      ctx,
      rows.flatMap((row) => runsFor(ctx, trigger, row, failed)),
      tx,
    );
  }

  /** @param lastRecordId last record that was evaluated where others wait: after a failed attempt they go on one by one */
  async #settle(
    ctx: RequestContext,
    { trigger: { id }, losses, tx }: DuePart,
    next: Date | undefined,
    lastRecordId?: string,
  ): Promise<void> {
    const place = lastRecordId && { lastRecordId, attempts: Math.min(losses, 1) };
    await this.schedules.settle(ctx, [{ id, nextDueAt: next?.toISOString() ?? null, shown: null, ...place }], tx);
  }

  /** @returns why the trigger does not fire for the record */
  #noteRecord(ctx: RequestContext, { trigger, losses, tx }: DuePart, rows: readonly DueRecordRow[]): string {
    const failed = lossText(losses, 'to fire for the record');
    const { name } = ctx.catalogue.environment;
    for (const { id } of rows) {
      const text = `${failed} Passed over: ${trigger.entityName} ${id} of trigger ${trigger.name} in ${name}.`;
      this.due.note('date_triggers', text, tx);
    }
    return failed;
  }

  /** Passes over what is left of a due time; where that fails, too, the trigger rests until it is changed. */
  async #passTime(ctx: RequestContext, part: DuePart): Promise<void> {
    const { trigger, claimed, losses, tx } = part;
    const failed = lossText(losses, `to fire at ${claimed.due_at}`);
    const rests = losses > TIME_WITHOUT_RUN;
    const next = rests ? undefined : nextDueTime(trigger, new Date(claimed.due_at), new Date(claimed.now));
    await this.#settle(ctx, part, next);
    const firing = { trigger, input: {}, userId: SYSTEM_USER_ID, failed };
    if (losses === TIME_WITH_RUN) await this.runs.enqueue(ctx, runsOf(ctx.catalogue, firing, uuidV7), tx);
    this.due.noteTime(ctx, { queue: 'date_triggers', trigger: trigger.name, reason: failed, rests }, tx);
  }

  /** Tells whether the due time fires, or goes on to. */
  async #mayBegin(ctx: RequestContext, trigger: Trigger, claimed: ClaimedRow, tx: Transaction): Promise<boolean> {
    if (claimed.last_record !== null) return true;
    const dueAt = new Date(claimed.due_at);
    if (isDropped(trigger, dueAt, new Date(claimed.now))) return false;
    const fresh = await this.schedules.record(ctx, [{ triggerId: trigger.id, dueAt: dueAt.toISOString() }], tx);
    return fresh.length > 0;
  }

  async #page(ctx: RequestContext, { trigger, claimed, losses, tx }: DuePart): Promise<readonly DueRecordRow[]> {
    const entity = ctx.catalogue.find(trigger.entityName);
    const rule = entity && dueRuleOf(trigger, entity);
    const dueAt = new Date(claimed.due_at);
    const range = rule && valuesDue(rule, new Date(dueAt.getTime() - 1), dueAt);
    if (!entity || !range) return [];
    const { fieldName, fieldType } = rule;
    const place = { after: claimed.last_record, most: pageSize(losses) };
    return this.schedules.dueRecords(ctx, trigger, { entity, fieldName, fieldType, range, dueAt, ...place }, tx);
  }
}

const pageSize = (losses: number): number => (losses === 0 ? JUDGED_RECORDS : 1);

/** The runs of one record; none where the trigger does not fire for it. @param failed why it is not known, if so */
function runsFor(ctx: RequestContext, trigger: Trigger, row: DueRecordRow, failed?: string): readonly NewRun[] {
  if (row.record === null) return [];
  const record = {
    entityName: ctx.catalogue.entity(trigger.entityName).name,
    id: row.id,
    recordInformationId: row.information_id,
  };
  const input = { Record: new JsonText(row.record) };
  return runsOf(ctx.catalogue, { trigger, record, input, userId: SYSTEM_USER_ID, ...(failed && { failed }) }, uuidV7);
}
