import { literal, sql } from '../sql/sql.js';
import { readStatement, type Answers } from '../sql/statement.js';
import { SYSTEM_USER_ID } from '../system-context.js';

/** User who has caused a transaction. */
export interface ChangeAuthorRow {
  readonly xid: string;
  /** Null where nobody has. */
  readonly user_id: string | null;
}

/**
 * Finds who has caused transactions in which the service itself has changed records: rollups follow what a user has written.
 * All of their changes are later than a time.
 */
export const readAuthors = readStatement(
  'readAuthors',
  { xids: 'xid8[]', since: 'timestamptz' },
  (ctx, { xids, since }): Answers<ChangeAuthorRow> => sql`
  SELECT w.xid::text AS xid,
    (
      SELECT c.user_id
      FROM platform.change c
      WHERE c.xid = w.xid
        AND c.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
        AND c.user_id <> ${literal(SYSTEM_USER_ID)}::uuid
        AND c.occurred_at >= ${since}
      LIMIT 1
    ) AS user_id
  FROM unnest(${xids}) AS w(xid)`,
);
