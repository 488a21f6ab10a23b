import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../config/config.js';
import { PlatformDatabase, type Query } from '../database/platform-database.js';
import { LOCK_PARTITIONS } from '../database/turn-locks.js';

/** Today and three days more: room for a long weekend of failures before the default partition fills. */
const DAYS = 4;
const HOUR_MS = 3_600_000;
/** Removing a partition takes the whole log for a moment: for writers in its way it gives up, and tries again later. */
const REMOVAL_LOCK_TIMEOUT = '50ms';

/** Makes the change log's daily partitions ahead of time and removes old ones. Every node does it; the lock lets one at a time. */
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

  /** Writes go on without a partition (into the default one), so a failure is logged and tried again an hour later. */
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
 * Makes one day's partition beside the log and attaches it: unlike CREATE TABLE … PARTITION OF that does not lock the
 * log against its writers. What the default partition holds of that day moves over, with its own xid and position.
 *
 * @param day such as `20260131`, which is UTC.
 */
async function makePartition(query: Query, day: string): Promise<void> {
  const name = `platform.change_${day}`;
  const [from, to] = [`'${day} 00:00Z'::timestamptz`, `'${day} 00:00Z'::timestamptz + interval '1 day'`];
  await query(LOCK_PARTITIONS);
  // Not by to_regclass: while it waited for the lock, this session went on believing that there is no such table.
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

/** Another node may have been first. @param day as in `makePartition` */
async function removePartition(query: Query, day: string): Promise<void> {
  await query(`SET LOCAL lock_timeout = '${REMOVAL_LOCK_TIMEOUT}'`);
  await query(`DROP TABLE IF EXISTS platform.change_${day}`);
}
