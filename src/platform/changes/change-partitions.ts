import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../config/config.js';
import { PlatformDatabase, type Query } from '../database/platform-database.js';
import { LOCK_PARTITIONS } from '../database/turn-locks.js';

/**
 * Partitions to keep ready: today and three more days, so that a long weekend of failures leaves the default one empty.
 */
const DAYS = 4;
const HOUR_MS = 3_600_000;
/** Lock timeout of a DROP, which locks the whole log for a moment. It gives way to writers and is retried later. */
const REMOVAL_LOCK_TIMEOUT = '50ms';

/** Creates the change log's daily partitions ahead of time and drops expired ones. Every node runs it, under a lock. */
@Injectable()
export class ChangePartitions implements OnApplicationBootstrap {
  readonly #log = new Logger('ChangePartitions');

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.keepUp();
  }

  /** Logs a failure and retries after an hour: until then writes go to the default partition. */
  @Interval(HOUR_MS)
  async keepUp(): Promise<void> {
    try {
      for (const day of await this.#missingDays())
        await this.platform.transaction((query) => makePartition(query, day));
      for (const day of await this.#pastDays()) await this.platform.transaction((query) => removePartition(query, day));
    } catch (error) {
      this.#log.error(error);
    }
  }

  async #pastDays(): Promise<readonly string[]> {
    const rows = await this.platform.query<{ day: string }>(
      `SELECT day FROM pg_inherits, LATERAL (SELECT substring(inhrelid::regclass::text FROM '\\d{8}$') AS day) AS days
       WHERE inhparent = 'platform.change'::regclass
         AND to_date(day, 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - $1::int
       ORDER BY day`,
      [this.config.changes.auditDays],
    );
    return rows.map(({ day }) => day);
  }

  async #missingDays(): Promise<readonly string[]> {
    const rows = await this.platform.query<{ day: string }>(
      `SELECT to_char(day, 'YYYYMMDD') AS day
       FROM generate_series(0, $1::int - 1) AS ahead,
         LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date + ahead AS day) AS days
       WHERE to_regclass('platform.change_' || to_char(day, 'YYYYMMDD')) IS NULL
       ORDER BY day`,
      [DAYS],
    );
    return rows.map(({ day }) => day);
  }
}

/**
 * Creates one day's partition as a separate table and attaches it. Unlike CREATE TABLE … PARTITION OF this does not
 * block writers. Rows of that day move over from the default partition and keep their xid and position.
 *
 * @param day UTC date such as `20260131`.
 */
async function makePartition(query: Query, day: string): Promise<void> {
  const name = `platform.change_${day}`;
  const [from, to] = [`'${day} 00:00Z'::timestamptz`, `'${day} 00:00Z'::timestamptz + interval '1 day'`];
  await query(LOCK_PARTITIONS);
  // Not to_regclass: this session still uses the catalogue cache from before it waited for the lock.
  const made = await query(`SELECT FROM pg_tables WHERE schemaname = 'platform' AND tablename = $1`, [`change_${day}`]);
  if (made.length > 0) return;
  await query(`CREATE TABLE ${name} (LIKE platform.change INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  await query(
    `WITH late AS (DELETE FROM platform.change_default WHERE occurred_at >= ${from} AND occurred_at < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM late`,
  );
  await query(`CREATE INDEX change_${day}_xid ON ${name} (xid)`);
  await query(`CREATE INDEX change_${day}_position ON ${name} USING brin (position) WITH (autosummarize = on)`);
  await query(`CREATE INDEX change_${day}_record ON ${name} (environment_id, entity, record_id, position)`);
  const [bounds] = await query<{ from: string; to: string }>(`SELECT ${from}::text AS from, (${to})::text AS to`);
  await query(
    `ALTER TABLE platform.change ATTACH PARTITION ${name} FOR VALUES FROM ('${bounds.from}') TO ('${bounds.to}')`,
  );
}

/** Drops one day's partition, unless another node has dropped it. @param day as in `makePartition` */
async function removePartition(query: Query, day: string): Promise<void> {
  await query(`SET LOCAL lock_timeout = '${REMOVAL_LOCK_TIMEOUT}'`);
  await query(`DROP TABLE IF EXISTS platform.change_${day}`);
}
