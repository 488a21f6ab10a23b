import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Config } from '#platform/process/config/config.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { TransactionConflict } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { LOCK_PARTITIONS } from '#platform/database/turn-locks.js';
import {
  attachPartition,
  boundsOf,
  detachPartition,
  dropPartition,
  fillPartition,
  FIND_ATTACHED,
  FIND_PARTITION,
  MISSING_DAYS,
  partitionName,
  PAST_DAYS,
  type PartitionBounds,
} from './change-partitions.sql.js';

/**
 * Partitions to keep ready: today and three more days, so that a long weekend of failures leaves the default one empty.
 */
const DAYS = 4;
/** Lock timeout of a removal, which locks the whole log for a moment. Writers wait behind it no longer than that. */
const REMOVAL_LOCK_TIMEOUT = '50ms';
/** Attempts of a removal, with pauses between them: long transactions must not starve it. */
const ATTEMPTS = 10;
const AGAIN = new Backoff(500, 500, { jitter: 1 });

/** Creates the change log's daily partitions ahead of time and drops expired ones. Every node runs it, under a lock. */
@Injectable()
export class ChangePartitions implements OnApplicationBootstrap {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.keepUp();
  }

  /** After a failure writes go to the default partition until the next call. */
  @Upkeep(3_600_000)
  async keepUp(): Promise<void> {
    for (const day of await this.#missingDays()) await this.platform.transaction((query) => makePartition(query, day));
    for (const day of await this.#pastDays()) await this.#remove(day);
  }

  /**
   * Detaches a partition, which locks the log for the time of two updates of the catalogue, and then drops its files.
   * DETACH CONCURRENTLY is impossible beside a default partition.
   */
  async #remove(day: string): Promise<void> {
    await patiently(() => this.platform.transaction((query) => detach(query, day)));
    await patiently(() => this.platform.transaction((query) => drop(query, day)));
  }

  async #pastDays(): Promise<readonly string[]> {
    const rows = await this.platform.query<{ day: string }>(PAST_DAYS, [this.config.changes.auditDays]);
    return rows.map(({ day }) => day);
  }

  async #missingDays(): Promise<readonly string[]> {
    const rows = await this.platform.query<{ day: string }>(MISSING_DAYS, [DAYS]);
    return rows.map(({ day }) => day);
  }
}

/**
 * Creates one day's partition as a separate table and attaches it. Unlike CREATE TABLE … PARTITION OF this does not
 * block writers. Rows of that day move over from the default partition and keep their xid and position.
 *
 * @param day UTC date such as `20260131`.
 */
export async function makePartition(query: Query, day: string): Promise<void> {
  await query(LOCK_PARTITIONS);
  // Not by to_regclass: a session that has waited for the lock still believes that there is no such table.
  const made = await query(FIND_PARTITION, [partitionName(day)]);
  if (made.length > 0) return;
  for (const statement of fillPartition(day)) await query(statement);
  const [bounds] = await query<PartitionBounds>(boundsOf(day));
  await query(attachPartition(day, bounds));
}

/** Repeats a removal that found the log in use. @throws the last failure */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionConflict) || attempt === ATTEMPTS) throw error;
      await sleep(AGAIN.after(attempt), undefined, { ref: false });
    }
  }
}

/** Detaches one day's partition, unless another node has detached it. @param day as in `makePartition` */
async function detach(query: Query, day: string): Promise<void> {
  await query(`SET LOCAL lock_timeout = '${REMOVAL_LOCK_TIMEOUT}'`);
  await query(LOCK_PARTITIONS);
  const attached = await query(FIND_ATTACHED, [partitionName(day)]);
  if (attached.length > 0) await query(detachPartition(day));
}

/** Drops one day's detached table, unless another node has dropped it. */
async function drop(query: Query, day: string): Promise<void> {
  await query(`SET LOCAL lock_timeout = '${REMOVAL_LOCK_TIMEOUT}'`);
  await query(dropPartition(day));
}
