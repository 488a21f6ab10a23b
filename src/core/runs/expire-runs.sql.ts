import type { RequestContext } from '../context.js';
import { targetSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';

/** Runs to be removed. */
export interface ExpirePlan {
  readonly args: Args;
  readonly days: Slot;
  /** Most steps and runs that one statement removes. */
  readonly limit: Slot;
}

export function planExpire(ctx: RequestContext, days: number, limit: number): ExpirePlan {
  const args = new Args(ctx);
  return { args, days: args.add(days, 'int'), limit: args.add(limit, 'int') };
}

/**
 * Removes steps of runs that ended before the retention, and runs without steps. Answers the number of both, which is 0
 * when nothing is left to remove.
 */
export function compileExpire(ctx: RequestContext, { days, limit }: ExpirePlan): Sql {
  const [runs, steps] = ['WorkflowRun', 'WorkflowStep'].map((name) => targetSql(ctx, ctx.catalogue.entity(name)));
  return sql`
    WITH old AS (
      SELECT r."Id" AS id
      FROM ${runs} r
      WHERE r."EndedOn" < now() - ${days} * interval '1 day'
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
}
