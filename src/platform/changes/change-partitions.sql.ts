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
