import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import { CALL } from '#core/statements/args.js';
import { literal, raw, sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';

/**
 * Moves the cursor if it is where it was read, and the definitions are those that were matched: a trigger that was
 * deactivated meanwhile starts nothing more. Answers no row otherwise.
 * The cursor is null before the first read.
 */
export const advanceCursor = statement('advanceCursor', { from: 'text', to: 'text' }, (ctx, { from, to }) => {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    UPDATE platform.trigger_cursor
    SET cursor = ${to}
    WHERE environment_id = ${environmentId} AND cursor IS NOT DISTINCT FROM ${from}
      AND EXISTS (
        SELECT
        FROM platform.environment e
        WHERE e.id = ${environmentId} AND e.definitions_version = ${CALL.definitionsVersion}
          AND ${raw(IS_WORKED_ON)}
      )
    RETURNING environment_id`;
});
