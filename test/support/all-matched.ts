import { parseLogCursor } from '#core/changes/log-cursor.js';
import type { TestApp } from './test-app.js';
import { until } from './until.js';

/** Waits until all changes so far of an environment are matched with its triggers. @param schema of the environment */
export const allMatched = (app: TestApp, schema: string): Promise<void> =>
  until('all changes are matched', async () => {
    const [row] = await app.query<{ cursor: string | null; last: string | null }>(
      `SELECT t.cursor,
         (
           SELECT max(c.xid::text::bigint)
           FROM platform.change c
           JOIN platform.trigger p ON p.entity = c.entity AND c.operation = ANY (p.operations)
           WHERE c.environment_id = t.environment_id AND p.environment_id = t.environment_id
         ) AS last
       FROM platform.trigger_cursor t
       JOIN platform.environment e ON e.id = t.environment_id
       WHERE e.schema_name = $1`,
      [schema],
    );
    // Without an active trigger, or a change that may fire one, there is nothing to match.
    if (!row || row.last === null) return true;
    const cursor = row.cursor === null ? undefined : parseLogCursor(row.cursor);
    return cursor !== undefined && cursor.rest === undefined && cursor.snapshot.xmax > BigInt(row.last);
  });
