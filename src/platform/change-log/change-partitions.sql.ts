import { AUDIT_INDEXES } from '#core/changes/audit-indexes.sql.js';

/** Days, such as `20260131` in UTC, whose tables are older than `$1` days, detached ones included. */
export const PAST_DAYS = `
  SELECT day
  FROM pg_tables, LATERAL (SELECT substring(tablename FROM '^change_(\\d{8})$') AS day) AS days
  WHERE schemaname = 'platform'
    AND to_date(day, 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - $1::int
  ORDER BY day`;

/** Days without a partition among the next `$1`, today included. */
export const MISSING_DAYS = `
  SELECT to_char(day, 'YYYYMMDD') AS day
  FROM generate_series(0, $1::int - 1) AS ahead,
    LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date + ahead AS day) AS days
  WHERE to_regclass('platform.change_' || to_char(day, 'YYYYMMDD')) IS NULL
  ORDER BY day`;

/** Finds the partition called `$1`. */
export const FIND_PARTITION = `SELECT FROM pg_tables WHERE schemaname = 'platform' AND tablename = $1`;

/** Finds the partition called `$1` while it belongs to the log. */
export const FIND_ATTACHED = `
  SELECT
  FROM pg_inherits
  JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'platform.change'::regclass AND relname = $1`;

/** Kinds of the indexes that partitions of earlier versions do not have. */
export const AUDIT_INDEX_KINDS = Object.keys(AUDIT_INDEXES);

/** Partitions, newest first, with the kinds `$1` of which they have no finished index. */
export const UNINDEXED = `
  SELECT t.relname AS partition, array_agg(kind) AS kinds
  FROM pg_inherits JOIN pg_class t ON t.oid = inhrelid, unnest($1::text[]) AS kind
  WHERE inhparent = 'platform.change'::regclass AND NOT EXISTS (
    SELECT
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = t.oid AND x.indisvalid AND i.relname = t.relname || '_' || kind
  )
  GROUP BY t.relname
  ORDER BY t.relname DESC`;

/** Statements that make an index beside writes, in place of one whose maker ended before it was finished. */
export const makeBeside = (partition: string, kind: string): readonly string[] => [
  `DROP INDEX CONCURRENTLY IF EXISTS platform.${partition}_${kind}`,
  `CREATE INDEX CONCURRENTLY ${partition}_${kind} ON platform.${partition} (${AUDIT_INDEXES[kind]})`,
];

/** Lets the planner know the values of the expressions of the indexes. */
export const analyzePartition = (partition: string): string => `ANALYZE platform.${partition}`;

/** @param day such as `20260131`, in UTC */
export const partitionName = (day: string): string => `change_${day}`;

const tableOf = (day: string): string => `platform.${partitionName(day)}`;

/** First instant of a day, and of the next one. */
const instantsOf = (day: string): readonly [from: string, to: string] => [
  `'${day} 00:00Z'::timestamptz`,
  `'${day} 00:00Z'::timestamptz + interval '1 day'`,
];

/**
 * Statements that create the table of a day beside the log, move over what the default partition holds of it, and index
 * it.
 */
export function fillPartition(day: string): readonly string[] {
  const table = tableOf(day);
  const name = partitionName(day);
  const [from, to] = instantsOf(day);
  return [
    `CREATE TABLE ${table} (LIKE platform.change INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    `WITH late AS (
       DELETE FROM platform.change_default WHERE occurred_at >= ${from} AND occurred_at < ${to} RETURNING *
     )
     INSERT INTO ${table} SELECT * FROM late`,
    `CREATE INDEX ${name}_xid ON ${table} (xid)`,
    `CREATE INDEX ${name}_position ON ${table} USING brin (position) WITH (autosummarize = on)`,
    `CREATE INDEX ${name}_record ON ${table} (record_id, position)`,
    ...AUDIT_INDEX_KINDS.map((kind) => `CREATE INDEX ${name}_${kind} ON ${table} (${AUDIT_INDEXES[kind]})`),
  ];
}

/** Bounds of a day in the text form that ATTACH PARTITION takes. */
export interface PartitionBounds {
  readonly from: string;
  readonly to: string;
}

export function boundsOf(day: string): string {
  const [from, to] = instantsOf(day);
  return `SELECT ${from}::text AS from, (${to})::text AS to`;
}

export const attachPartition = (day: string, { from, to }: PartitionBounds): string =>
  `ALTER TABLE platform.change ATTACH PARTITION ${tableOf(day)} FOR VALUES FROM ('${from}') TO ('${to}')`;

export const detachPartition = (day: string): string => `ALTER TABLE platform.change DETACH PARTITION ${tableOf(day)}`;

export const dropPartition = (day: string): string => `DROP TABLE IF EXISTS ${tableOf(day)}`;
