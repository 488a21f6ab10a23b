import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { shownTimes, upcomingTimes } from '#automation/core/triggers/due-times.js';
import type { RegisteredRow, SettledSchedule } from '#automation/core/triggers/schedules.sql.js';
import { buildTrigger } from '#core/catalogue/trigger.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { ScheduleRepository } from './schedule.repository.js';

/** Computes the due times of triggers in the transaction that writes them, so that they fire for later times only. */
@Injectable()
export class RegisterSchedules implements BeforeCommitHook {
  constructor(
    private readonly schedules: ScheduleRepository,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('schedules', this);
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return name === 'Trigger';
  }

  async beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<readonly Entity[]> {
    const registered = await this.schedules.register(ctx, tx);
    if (registered.length > 0) await this.schedules.settle(ctx, registered.map(settledOf), tx);
    return written;
  }
}

function settledOf({ trigger: text, now }: RegisteredRow): SettledSchedule {
  const json = readJson(text);
  const trigger = buildTrigger(isObject(json) ? json : {});
  const upcoming = upcomingTimes(trigger, new Date(now));
  return { id: trigger.id, nextDueAt: upcoming[0]?.toISOString() ?? null, shown: shownTimes(trigger, upcoming) };
}
