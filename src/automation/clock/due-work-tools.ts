import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { GivenUpWork, type Queue } from '#platform/operations/given-up-work.js';
import { DueAttempts } from './due-attempts.service.js';
import { ScheduleMetrics } from './schedule-metrics.js';

/** A due time of a trigger that is given up. */
interface GivenUpTime {
  readonly queue: Queue;
  /** Name or id of the trigger. */
  readonly trigger: string;
  readonly reason: string;
  /** True where the trigger has no further due time until it is changed. */
  readonly rests: boolean;
}

/** How attempts of due work are made, and where their ends are reported. */
@Injectable()
export class DueWorkTools {
  constructor(
    readonly attempts: DueAttempts,
    readonly metrics: ScheduleMetrics,
    readonly givenUp: GivenUpWork,
  ) {}

  /** Reports a due time that is given up, once the transaction is committed. */
  noteTime({ catalogue }: RequestContext, { queue, trigger, reason, rests }: GivenUpTime, tx: Transaction): void {
    const what = rests ? 'It rests until it is changed.' : 'The time was passed over.';
    const text = `${reason} Trigger ${trigger} in ${catalogue.environment.name}. ${what}`;
    tx.onCommit(() => this.givenUp.note(queue, text));
  }
}
