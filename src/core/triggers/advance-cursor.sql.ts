import type { Definitions, RequestContext } from '../context.js';
import { Args, CALL } from '../sql/args.js';
import { literal, sql, type Slot, type Sql } from '../sql/sql.js';

/** A step of the cursor in an environment's log. */
export interface AdvancePlan {
  readonly args: Args;
  readonly from: Slot;
  readonly to: Slot;
}

/** @param from cursor as it was read; null before the first read */
export function planAdvance(ctx: RequestContext, from: string | null, to: string): AdvancePlan {
  const args = new Args(ctx);
  return { args, from: args.add(from, 'text'), to: args.add(to, 'text') };
}

/**
 * Moves the cursor if it is where it was read, and the definitions are those that were matched: a trigger that was
 * deactivated meanwhile starts nothing more. Answers no row otherwise.
 */
export function compileAdvance(ctx: Definitions, { from, to }: AdvancePlan): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    UPDATE platform.trigger_cursor
    SET cursor = ${to}
    WHERE environment_id = ${environmentId} AND cursor IS NOT DISTINCT FROM ${from}
      AND EXISTS (
        SELECT
        FROM platform.environment e
        WHERE e.id = ${environmentId} AND e.definitions_version = ${CALL.definitionsVersion}
      )
    RETURNING environment_id`;
}
