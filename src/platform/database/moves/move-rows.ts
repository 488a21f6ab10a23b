import pg from 'pg';
import { parseLogCursor } from '#core/changes/log-cursor.js';
import { makePartition } from '#platform/change-log/change-partitions.js';
import type { Query } from '#platform/database/platform-database.js';
import {
  ENVIRONMENT_ROWS,
  type EnvironmentRows,
  type RowSource,
  SHAPE_IDS,
} from '#platform/database/tables/environment-rows.js';
import { notSeen, storedColumns } from '#platform/database/transfers/read-environment.js';
import { rowTarget, type TargetPlace } from '#platform/database/transfers/target-place.js';
import type { MoveSessions } from './move-records.js';

/** Up to where rows of the past are in the target. */
export interface Mark {
  /** Transactions from which on changes are not. */
  readonly xmax: string;
  /** Earlier ones that are not, either. */
  readonly inProgress: readonly string[];
  /** Time of the source's database, ISO text. */
  readonly at: string;
}

/** Longest time from the outcome of a write to its commit, and to its answer. */
const SETTLED = `interval '2 minutes'`;

const MARK = `
  SELECT pg_snapshot_xmax(s)::text AS xmax, ARRAY(SELECT x::text FROM pg_snapshot_xip(s) x) AS "inProgress",
    now()::text AS at, c.cursor, c.begins_at::text AS begins
  FROM pg_current_snapshot() s
  LEFT JOIN platform.trigger_cursor c ON c.environment_id = $1`;

/**
 * Reads the mark of the transaction's snapshot. Changes that triggers have not been matched with are not behind it: they
 * are to be matched in the target.
 */
export async function readMark(query: Query, environmentId: string): Promise<Mark> {
  const [{ cursor, begins, ...mark }] = await query<Mark & { cursor: string | null; begins: string | null }>(MARK, [
    environmentId,
  ]);
  const matched = cursor === null ? undefined : parseLogCursor(cursor)?.snapshot;
  // A cursor of a log that was replaced may be ahead.
  if (matched && matched.xmax <= BigInt(mark.xmax))
    return { ...mark, xmax: String(matched.xmax), inProgress: matched.inProgress.map(String) };
  return begins === null || cursor !== null ? mark : { ...mark, xmax: begins, inProgress: [] };
}

const seen = ({ xmax, inProgress }: Mark): string =>
  [`t.xid < '${BigInt(xmax)}'::xid8`, ...inProgress.map((xid) => `t.xid <> '${BigInt(xid)}'::xid8`)].join(' AND ');

/** Conditions of the rows `t` that a mark has behind it, by table. Of other tables it has none. */
const BEHIND: Readonly<Record<string, (mark: Mark) => string>> = {
  change: seen,
  operation: ({ at }) => `t.completed_on <= ${pg.escapeLiteral(at)}::timestamptz - ${SETTLED}`,
  idempotency: ({ at }) =>
    `EXISTS (
      SELECT FROM platform.operation d
      WHERE d.id = t.operation_id AND d.completed_on <= ${pg.escapeLiteral(at)}::timestamptz - ${SETTLED}
    )`,
  run_file: ({ at }) => `t.ended_on <= ${pg.escapeLiteral(at)}::timestamptz - ${SETTLED}`,
  run_file_part: ({ at }) =>
    `EXISTS (
      SELECT FROM platform.run_file d
      WHERE d.id = t.file_id AND d.ended_on <= ${pg.escapeLiteral(at)}::timestamptz - ${SETTLED}
    )`,
};

const isBehind = (table: string, mark: Mark | undefined): string =>
  mark && BEHIND[table] ? `(${BEHIND[table](mark)}) IS TRUE` : 'false';

/** Its negation. That of changes is served by an index: the log is large, and writes are refused meanwhile. */
const isAhead = (table: string, mark: Mark | undefined): string =>
  mark && table === 'change'
    ? notSeen({ xmax: BigInt(mark.xmax), inProgress: mark.inProgress.map(BigInt) })
    : `NOT ${isBehind(table, mark)}`;

/** Moves the rows of schema `platform` within transactions of source and target. */
export class MoveRows {
  constructor(
    private readonly sessions: MoveSessions,
    private readonly source: RowSource,
    private readonly place: TargetPlace,
  ) {}

  /** Moves what lies between two marks. @param from absent: all up to the later one @returns number of rows */
  async past(from: Mark | undefined, to: Mark): Promise<number> {
    await this.#shapes();
    let sum = 0;
    for (const table of Object.keys(BEHIND))
      sum += await this.#move(rowsOf(table)[0], `${isBehind(table, to)} AND ${isAhead(table, from)}`);
    return sum;
  }

  /** Moves what no mark has behind it. @param from the last one @returns number of rows */
  async rest(from: Mark): Promise<number> {
    await this.#shapes();
    let sum = 0;
    for (const rows of ENVIRONMENT_ROWS)
      if (rows.table !== 'record_shape') sum += await this.#move(rows, isAhead(rows.table, from));
    return sum;
  }

  /** Moves the orders of fields that the target does not have, and notes the ids of all. */
  async #shapes(): Promise<void> {
    const { source, target } = this.sessions;
    await target.query('CREATE TEMP TABLE staged_shapes (id int, entity text, members text) ON COMMIT DROP');
    const read = `SELECT t.id, t.entity, t.members FROM platform.record_shape t WHERE t.environment_id = ${this.source.id}`;
    await target.copyIn('pg_temp.staged_shapes (id, entity, members)', source.copyOut(read));
    const { id } = this.place;
    await target.query(
      `INSERT INTO platform.record_shape (environment_id, entity, members)
       SELECT $1, s.entity, s.members
       FROM pg_temp.staged_shapes s
       ON CONFLICT DO NOTHING`,
      [id],
    );
    await target.query(`CREATE TEMP TABLE shape_ids (source int PRIMARY KEY, target int NOT NULL) ON COMMIT DROP`);
    await target.query(
      `INSERT INTO ${SHAPE_IDS} (source, target)
       SELECT s.id, r.id
       FROM pg_temp.staged_shapes s
       JOIN platform.record_shape r ON r.entity = s.entity AND r.members = s.members AND r.environment_id = $1`,
      [id],
    );
  }

  async #move({ table, where, made = [], values = {} }: EnvironmentRows, condition: string): Promise<number> {
    const { source, target } = this.sessions;
    const columns = (await storedColumns(source.query, `platform.${table}`)).filter((name) => !made.includes(name));
    const order = made.length > 0 ? ` ORDER BY t.${made[0]}` : '';
    const list = columns.join(', ');
    await target.query(`CREATE TEMP TABLE staged ON COMMIT DROP AS SELECT ${list} FROM platform.${table} WITH NO DATA`);
    const read = columns.map((name) => `t.${name}`).join(', ');
    await target.copyIn(
      `pg_temp.staged (${list})`,
      source.copyOut(`SELECT ${read} FROM platform.${table} t WHERE ${where(this.source)} AND ${condition}${order}`),
    );
    const written = columns.map((name) => values[name]?.(rowTarget(this.place)) ?? `s.${name}`);
    const [{ count }] = await target.query<{ count: string }>(
      `WITH moved AS (
         INSERT INTO platform.${table} (${list})
         SELECT ${written.join(', ')}
         FROM pg_temp.staged s
         ORDER BY s.ctid
         RETURNING 1
       )
       SELECT count(*) AS count
       FROM moved`,
    );
    await target.query('DROP TABLE pg_temp.staged');
    return Number(count);
  }
}

/** Makes the partitions of the target's log for the days of the source, each in a transaction of its own. */
export async function makeDays({ source, target }: MoveSessions, environmentId: string): Promise<void> {
  const days = await source.query<{ day: string }>(
    `SELECT DISTINCT to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYYMMDD') AS day
     FROM platform.change t
     WHERE t.environment_id = $1
     ORDER BY 1`,
    [environmentId],
  );
  for (const { day } of days) await target.transaction(() => makePartition(target.query, day));
}

const rowsOf = (table: string): readonly EnvironmentRows[] => ENVIRONMENT_ROWS.filter((rows) => rows.table === table);
