import type { Definitions } from '../context.js';
import { literal, sql, type Slot, type Sql } from '../sql/sql.js';
import { SYSTEM_USER_ID } from '../system-context.js';

/** User who has caused a transaction. */
export interface ChangeAuthorRow {
  readonly xid: string;
  /** Null where nobody has. */
  readonly user_id: string | null;
}

/**
 * Finds who has caused transactions in which the service itself has changed records: rollups follow what a user has written.
 * @param xids as `xid8[]`
 * @param since time before all of their changes
 */
export const compileChangeAuthors = (ctx: Definitions, xids: Slot, since: Slot): Sql => sql`
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
  FROM unnest(${xids}) AS w(xid)`;
