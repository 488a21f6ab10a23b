import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { giveBackSchedules, takeSchedules, type TakenRow } from '#automation/core/triggers/schedule-attempts.sql.js';
import type { ScheduleKind } from '#automation/core/triggers/schedules.sql.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { Config } from '#platform/process/config/config.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { GivenUpWork, type Queue } from '#platform/operations/given-up-work.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { StaleDefinitions } from './schedule.repository.js';

const RETRY = new Backoff(1_000, 30_000);

/** A due time of a trigger that is given up. */
interface GivenUpTime {
  readonly queue: Queue;
  /** Name or id of the trigger. */
  readonly trigger: string;
  readonly reason: string;
  /** True where the trigger has no further due time until it is changed. */
  readonly rests: boolean;
}

/**
 * Takes what is due, and counts each attempt in the database before it is made: one that ends its process counts, too. So
 * work that cannot succeed ends, while all other work goes on.
 */
@Injectable()
export class DueAttempts {
  readonly #logger = new Logger(DueAttempts.name);

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly givenUp: GivenUpWork,
  ) {}

  /**
   * Makes an attempt for schedules of a kind. One that fails is counted and repeated later, unless the database was
   * missing or the definitions were superseded: these errors are thrown.
   * @param most schedules
   * @param work answers the ids of those that it has settled; others are given back
   * @returns false where other nodes have all that is due
   */
  async perform(
    ctx: RequestContext,
    kind: ScheduleKind,
    most: number,
    work: (taken: readonly TakenRow[]) => Promise<readonly string[]>,
  ): Promise<boolean> {
    const taken = await this.#take(ctx, kind, most);
    if (taken.length === 0) return false;
    const ids = taken.map(({ id }) => id);
    try {
      const settled = new Set(await work(taken));
      const left = ids.filter((id) => !settled.has(id));
      if (left.length > 0) await this.#giveBack(ctx, left, 1, RETRY.firstMs);
    } catch (error) {
      const isUncounted = isOutage(error) || error instanceof StaleDefinitions;
      const delayMs = isUncounted ? 0 : RETRY.after(taken[0].losses + 1);
      await this.#giveBack(ctx, ids, isUncounted ? 1 : 0, delayMs).catch((failure: unknown) =>
        this.#logger.debug(failure),
      );
      if (isUncounted) throw error;
      this.#logger.error(error);
    }
    return true;
  }

  /** Reports work that is given up, once the transaction is committed. */
  note(queue: Queue, text: string, tx: Transaction): void {
    tx.onCommit(() => this.givenUp.note(queue, text));
  }

  /** Reports a due time that is given up, once the transaction is committed. */
  noteTime({ catalogue }: RequestContext, { queue, trigger, reason, rests }: GivenUpTime, tx: Transaction): void {
    const what = rests ? 'It rests until it is changed.' : 'The time was passed over.';
    this.note(queue, `${reason} Trigger ${trigger} in ${catalogue.environment.name}. ${what}`, tx);
  }

  #take(ctx: RequestContext, kind: ScheduleKind, most: number): Promise<readonly TakenRow[]> {
    return this.database.runStatement(takeSchedules, ctx, { most, leaseMs: this.config.runs.leaseMs }, kind);
  }

  async #giveBack(ctx: RequestContext, ids: readonly string[], uncounted: number, delayMs: number): Promise<void> {
    await this.database.runStatement(giveBackSchedules, ctx, { ids, uncounted, delayMs });
  }
}
