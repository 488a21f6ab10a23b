import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import { valuesDue } from '../../core/schedules/due-dates.js';
import { SYSTEM_USER_ID } from '../../core/system-context.js';
import { JUDGED_RECORDS, type DueRecordRow } from '../../core/triggers/due-records.sql.js';
import { dueRuleOf, isDropped, nextDueTime } from '../../core/triggers/due-times.js';
import { runsOf } from '../../core/triggers/firing.js';
import type { ClaimedRow } from '../../core/triggers/schedules.sql.js';
import type { Trigger } from '../../core/triggers/trigger.js';
import type { NewRun } from '../../core/workflows/run.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { EnqueueRuns } from '../runs/index.js';
import { FollowClock, type DueWork } from './follow-clock.service.js';
import { ScheduleRepository, StaleDefinitions } from './schedule.repository.js';

/** Time for which this node leaves a trigger alone that it could not judge. */
const RETRY_MS = 30_000;
const MAX_FAILING = 10_000;

/**
 * Fires date-based triggers, page by page of the records that are due. The position in these moves with the runs, in one
 * transaction, so each record fires once (decision 0191).
 */
@Injectable()
export class FireDueDates implements DueWork {
  readonly #logger = new Logger(FireDueDates.name);
  /** Triggers that could not be judged, such as one whose where-clause takes too long. They do not hold up others. */
  readonly #failing = new LRUCache<string, true>({ max: MAX_FAILING, ttl: RETRY_MS });

  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly database: Database,
    private readonly runs: EnqueueRuns,
    clock: FollowClock,
  ) {
    clock.add('DateBased', this);
  }

  async perform(ctx: RequestContext): Promise<boolean> {
    let triggerId: string | undefined;
    try {
      return await this.database.transaction(ctx, async (tx) => {
        triggerId = undefined;
        const claimed = await this.schedules.claimOne(ctx, 'DateBased', [...this.#failing.keys()], tx);
        triggerId = claimed?.id;
        if (claimed) await this.#fire(ctx, claimed, tx);
        return claimed !== undefined;
      });
    } catch (error) {
      if (triggerId === undefined || error instanceof StaleDefinitions) throw error;
      this.#logger.error(error);
      this.#failing.set(triggerId, true);
      return true;
    }
  }

  async #fire(ctx: RequestContext, claimed: ClaimedRow, tx: Transaction): Promise<void> {
    const { id } = claimed;
    const trigger = ctx.catalogue.automation.triggers.get(id);
    if (!trigger?.isActive) return this.schedules.settle(ctx, [{ id, nextDueAt: null, shown: null }], tx);
    const [dueAt, now] = [new Date(claimed.due_at), new Date(claimed.now)];
    const rows = (await this.#mayBegin(ctx, trigger, claimed, tx)) ? await this.#page(ctx, trigger, claimed, tx) : [];
    const isCutOff = rows.length === JUDGED_RECORDS;
    const next = isCutOff ? dueAt : nextDueTime(trigger, dueAt, now);
    const lastRecordId = isCutOff ? rows.at(-1)!.id : undefined;
    const settled = { id, nextDueAt: next?.toISOString() ?? null, shown: null, ...(lastRecordId && { lastRecordId }) };
    await this.schedules.settle(ctx, [settled], tx);
    await this.runs.enqueue(
      ctx,
      rows.flatMap((row) => runsFor(ctx, trigger, row)),
      tx,
    );
  }

  /** Tells whether the due time fires, or goes on to. */
  async #mayBegin(ctx: RequestContext, trigger: Trigger, claimed: ClaimedRow, tx: Transaction): Promise<boolean> {
    if (claimed.last_record !== null) return true;
    const dueAt = new Date(claimed.due_at);
    if (isDropped(trigger, dueAt, new Date(claimed.now))) return false;
    const fresh = await this.schedules.record(ctx, [{ triggerId: trigger.id, dueAt: dueAt.toISOString() }], tx);
    return fresh.length > 0;
  }

  async #page(
    ctx: RequestContext,
    trigger: Trigger,
    { due_at, last_record: after }: ClaimedRow,
    tx: Transaction,
  ): Promise<readonly DueRecordRow[]> {
    const entity = ctx.catalogue.find(trigger.entityName);
    const rule = entity && dueRuleOf(trigger, entity);
    const dueAt = new Date(due_at);
    const range = rule && valuesDue(rule, new Date(dueAt.getTime() - 1), dueAt);
    if (!entity || !range) return [];
    const { fieldName, fieldType } = rule;
    return this.schedules.dueRecords(ctx, trigger, { entity, fieldName, fieldType, range, dueAt, after }, tx);
  }
}

/** The runs of one record; none where the trigger does not fire for it. */
function runsFor(ctx: RequestContext, trigger: Trigger, row: DueRecordRow): readonly NewRun[] {
  if (row.record === null) return [];
  const record = {
    entityName: ctx.catalogue.entity(trigger.entityName).name,
    id: row.id,
    recordInformationId: row.information_id,
  };
  return runsOf(
    ctx.catalogue,
    { trigger, record, input: { Record: new JsonText(row.record) }, userId: SYSTEM_USER_ID },
    uuidV7,
  );
}
