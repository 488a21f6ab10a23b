import { createdNames, ownerAfter } from '#core/changes/record-shape.sql.js';
import { raw, render } from '#core/sql/sql.js';
import type { Interest } from '#core/changes/change.js';

/** Greatest number of changes that one read returns. */
export const MAX_CHANGES = 1_000;

const COLUMNS = `c.xid, c.position, c.environment_id, c.entity, c.operation, c.record_id, c.record_information_id,
  c.row_version,
  CASE
    WHEN c.shape IS NOT NULL THEN ${createdNames('c')}
    ELSE (
      SELECT string_agg(k, ',')
      FROM json_object_keys(CASE json_typeof(c.new) WHEN 'object' THEN c.new END) k
    )
  END AS changed,
  c.owner_before,
  ${render(ownerAfter(raw('c'))).text} AS owner_after,
  c.team_before, c.team_after, c.user_id, c.correlation_id, c.source,
  to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS occurred_at`;

/** Current timeline of the server, as the names of its WAL files begin. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

const LOGS = 'platform.log l, pg_control_system() s, pg_database d';

const identityAt = (timeline: string): string =>
  `left(md5(l.id::text || s.system_identifier || d.oid || ${timeline}), 16)`;

/**
 * A copy on another server has another system identifier, one on the same server another database, and a server that
 * took over another timeline (the start of a WAL file's name).
 */
const LOG_IDENTITY = `(
  SELECT ${identityAt(TIMELINE)}
  FROM ${LOGS} WHERE d.datname = current_database())`;

/** True where `$1` is the identity that the log had on an earlier timeline of its server. */
export const IS_EARLIER_LOG = `
  SELECT EXISTS (
    SELECT FROM generate_series(1, ('x' || ${TIMELINE})::bit(32)::int) t, ${LOGS}
    WHERE d.datname = current_database() AND ${identityAt("lpad(upper(to_hex(t)), 8, '0')")} = $1) AS "isEarlier"`;

/** True for a change of one of the kinds, see `ChangeKind`. */
const OF_KINDS = `(entity = ANY ($3::text[]) OR entity || ':' || operation = ANY ($3::text[]))`;
const ALL_WANTED = `(${OF_KINDS} OR environment_id = ANY ($4::uuid[]))`;

/** Condition for a single interest; one with kinds and an environment reads those kinds in it only. */
export const wantedSql = ({ environmentId, kinds }: Interest): string =>
  environmentId === undefined || kinds === undefined ? ALL_WANTED : `${OF_KINDS} AND environment_id = ANY ($4::uuid[])`;

/** Columns of the log's current state. @param day first day that is read */
export const headSql = (day: string): string => `
  ${LOG_IDENTITY} AS log, (SELECT last_value FROM platform.change_position) AS top,
  extract(epoch FROM clock_timestamp())::bigint AS at, pg_current_snapshot()::text AS snapshot,
  (SELECT xid FROM platform.change WHERE occurred_at >= '${day}' ORDER BY xid DESC LIMIT 1) AS last`;

/** Further conditions of a read of a range. */
const IN_RANGE = `
      AND xid < $5::xid8 AND xid <> ALL ($6::xid8[])
      AND position > $7::bigint AND position <= $8::bigint
      AND (xid, entity) NOT IN (SELECT * FROM unnest($9::xid8[], $10::text[]))`;

/** Last change and size of each group of similar changes. */
export const largeSql = (day: string): string => `
  WITH alike AS (
    SELECT max(position) AS position, count(*) AS count, sum(count(*)) OVER (PARTITION BY xid, entity) AS of_part
    FROM platform.change WHERE occurred_at >= '${day}' AND xid = ANY ($1::xid8[]) AND environment_id = $2
    GROUP BY xid, entity, operation, source, owner_before, owner_after, team_before, team_after)
  SELECT a.count::text AS count, ${COLUMNS} FROM alike a JOIN platform.change c ON c.position = a.position
  WHERE a.of_part > ${MAX_CHANGES} AND c.occurred_at >= '${day}' AND c.xid = ANY ($1::xid8[])`;

/** Rows with the log's state, one per change; a single row with the state alone when there is no change. */
const pageSql = (day: string, changes: string): string => `
  SELECT h.*, ${COLUMNS}
  FROM (SELECT ${headSql(day)}) h LEFT JOIN (${changes} ORDER BY position LIMIT ${MAX_CHANGES}) c ON true
  ORDER BY c.position`;

/** Reads a page of a range; answers as `pageSql`. */
export const readSql = (day: string, wanted: string): string =>
  pageSql(
    day,
    `
    SELECT * FROM platform.change
    WHERE occurred_at >= '${day}' AND (xid >= $1::xid8 OR xid = ANY ($2::xid8[])) ${IN_RANGE}
      AND ${wanted}`,
  );

/** Greatest id of a transaction. With both ends, the planner expects few transactions, whatever their values. */
const LAST_XID = "'18446744073709551615'::xid8";

/**
 * Reads the first changes that follow a snapshot; answers as `pageSql`. OFFSET keeps the order out of the search: a plan
 * for any values must look up the transactions, and never walk the log by position.
 */
export const readNewSql = (day: string): string =>
  pageSql(
    day,
    `
    SELECT * FROM (
      SELECT * FROM platform.change
      WHERE occurred_at >= '${day}' AND (xid >= $1::xid8 AND xid <= ${LAST_XID} OR xid = ANY ($2::xid8[]))
        AND ${ALL_WANTED}
      OFFSET 0) n`,
  );
