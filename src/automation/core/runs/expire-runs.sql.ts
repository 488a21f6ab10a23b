import { targetSql } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';

/** Time for which a run is kept in any case: those who wait for it read it when it has ended. */
const KEPT = raw(`interval '10 minutes'`);

const EXPIRE = { days: 'int', endedBy: 'timestamptz', limit: 'int' };

/**
 * Removes steps of runs that ended before the retention or by a time, and runs without steps. Answers the number of both, which is 0
 * when nothing is left to remove.
 */
export const expireRuns = statement(
  'expireRuns',
  EXPIRE,
  (ctx, { days, endedBy, limit }): Answers<{ removed: number }> => {
    const [runs, steps] = ['WorkflowRun', 'WorkflowStep'].map((name) => targetSql(ctx, ctx.catalogue.entity(name)));
    return sql`
    WITH old AS (
      SELECT r."Id" AS id
      FROM ${runs} r
      WHERE r."EndedOn" <= GREATEST(now() - ${days} * interval '1 day', LEAST(${endedBy}, now() - ${KEPT}))
      ORDER BY r."EndedOn"
      LIMIT ${limit}
    ), parts AS (
      DELETE FROM ${steps} s
      WHERE s."Id" IN (SELECT p."Id" FROM ${steps} p JOIN old ON p."RunId" = old.id LIMIT ${limit})
      RETURNING s."Id"
    ), gone AS (
      DELETE FROM ${runs} r
      USING old
      WHERE r."Id" = old.id AND NOT EXISTS (SELECT FROM ${steps} s WHERE s."RunId" = old.id)
      RETURNING r."Id"
    )
    SELECT (SELECT count(*) FROM parts)::int + (SELECT count(*) FROM gone)::int AS removed`;
  },
);

/** Bytes of a page of runs, and its end. */
export interface EndedBytes {
  readonly runs: number;
  readonly bytes: string;
  /** Time at which the oldest run ended; null of an empty page. */
  readonly oldest: string | null;
  /** Time at which the newest run ended that has no room; null where all have. */
  readonly beyond: string | null;
}

const sizeOf = (row: string, columns: readonly string[]): Sql =>
  raw(columns.map((column) => `COALESCE(pg_column_size(${row}."${column}"), 0)`).join(' + '));

const PAGE = { endedBefore: 'timestamptz', room: 'bigint', limit: 'int' };

/** Adds up the stored bytes of runs and their steps, the newest first. Runs that ended at the same time are on one page. */
export const endedBytes = statement('endedBytes', PAGE, (ctx, { endedBefore, room, limit }): Answers<EndedBytes> => {
  const [runs, steps] = ['WorkflowRun', 'WorkflowStep'].map((name) => targetSql(ctx, ctx.catalogue.entity(name)));
  return sql`
    WITH page AS (
      SELECT r."EndedOn" AS ended, ${sizeOf('r', ['Input', 'Output', 'Error', 'Chain', 'Progress'])} + COALESCE((
        SELECT sum(${sizeOf('s', ['Output', 'Error'])})
        FROM ${steps} s
        WHERE s."RunId" = r."Id"
      ), 0) AS bytes
      FROM ${runs} r
      WHERE r."EndedOn" < ${endedBefore}
      ORDER BY r."EndedOn" DESC
      FETCH FIRST (${limit}) ROWS WITH TIES
    ), added AS (
      SELECT p.ended, p.bytes, sum(p.bytes) OVER (ORDER BY p.ended DESC) AS total
      FROM page p
    )
    SELECT count(*)::int AS runs, COALESCE(sum(a.bytes), 0)::text AS bytes, min(a.ended)::text AS oldest,
      (max(a.ended) FILTER (WHERE a.total > ${room}))::text AS beyond
    FROM added a`;
});
