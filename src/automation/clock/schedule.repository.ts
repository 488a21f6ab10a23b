import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import {
  compileDueRecords,
  planDueRecords,
  type DueRecordRow,
  type DueRecords,
} from '#automation/core/triggers/due-records.sql.js';
import {
  claimSchedule,
  claimSchedules,
  compileRegisterSchedules,
  definitionsVersion,
  noteWaiting,
  recordFires,
  settledValues,
  settleSchedules,
  type ClaimedRow,
  type RegisteredRow,
  type ScheduleKind,
  type SettledSchedule,
} from '#automation/core/triggers/schedules.sql.js';
import type { Trigger } from '#core/catalogue/trigger.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A due time of a trigger. */
export interface FireTime {
  readonly triggerId: string;
  /** ISO text with milliseconds. */
  readonly dueAt: string;
}

/** The definitions of an environment are newer than those that a transaction was begun with. */
export class StaleDefinitions extends Error {}

/** Reads and settles due times in a transaction. */
@Injectable()
export class ScheduleRepository {
  /** Brings the list of schedules in line with the triggers. @returns those whose due times are to be computed */
  register(ctx: RequestContext, tx: Transaction): Promise<readonly RegisteredRow[]> {
    return tx.executeOnce<RegisteredRow>(ctx, compileRegisterSchedules(ctx));
  }

  /** Locks schedules that were taken. @throws {StaleDefinitions} */
  async claim(ctx: RequestContext, ids: readonly string[], tx: Transaction): Promise<readonly ClaimedRow[]> {
    const rows = await tx.runStatement(claimSchedules, ctx, { ids });
    await this.#requireCurrent(ctx, tx);
    return rows;
  }

  /** Locks a schedule that was taken. @throws {StaleDefinitions} */
  async claimOne(
    ctx: RequestContext,
    kind: ScheduleKind,
    id: string,
    tx: Transaction,
  ): Promise<ClaimedRow | undefined> {
    const [row] = await tx.runStatement(claimSchedule, ctx, { id }, kind);
    await this.#requireCurrent(ctx, tx);
    return row;
  }

  /** Finds the triggers of which a run still waits for its turn, which then says that they do not fire meanwhile. */
  async waiting(ctx: RequestContext, triggerIds: readonly string[], tx: Transaction): Promise<ReadonlySet<string>> {
    if (triggerIds.length === 0) return new Set();
    const message = `Fire times up to ${ctx.at.toISOString()} were left out, because this run still waits.`;
    const rows = await tx.runStatement(noteWaiting, ctx, { triggers: triggerIds, message });
    return new Set(rows.map(({ trigger }) => trigger));
  }

  /** Records due times. @returns those that have not fired before */
  async record(ctx: RequestContext, fires: readonly FireTime[], tx: Transaction): Promise<readonly FireTime[]> {
    if (fires.length === 0) return [];
    const values = { triggers: fires.map(({ triggerId }) => triggerId), dueAt: fires.map((fire) => fire.dueAt) };
    const rows = await tx.runStatement(recordFires, ctx, values);
    const added = new Set(rows.map((row) => `${row.trigger} ${row.due_at}`));
    return fires.filter((fire) => added.has(`${fire.triggerId} ${fire.dueAt}`));
  }

  /** Stores next due times, of triggers that this transaction has locked. */
  async settle(ctx: RequestContext, settled: readonly SettledSchedule[], tx: Transaction): Promise<void> {
    await tx.runStatement(settleSchedules, ctx, settledValues(settled));
  }

  /** The next due records of a trigger. Planned each time, since a range may have none or most of the records. */
  dueRecords(
    ctx: RequestContext,
    trigger: Trigger,
    due: DueRecords,
    tx: Transaction,
  ): Promise<readonly DueRecordRow[]> {
    const plan = planDueRecords(ctx, trigger, due);
    return tx.executeOnce<DueRecordRow>(ctx, compileDueRecords(ctx, plan), plan.args);
  }

  async #requireCurrent(ctx: RequestContext, tx: Transaction): Promise<void> {
    const [row] = await tx.runStatement(definitionsVersion, ctx, {});
    if (row?.version !== ctx.catalogue.version) throw new StaleDefinitions();
  }
}
