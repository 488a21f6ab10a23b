import type { RequestContext } from '../context.js';
import { targetSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';

/** Notifications to be removed. */
export interface ExpireNotificationsPlan {
  readonly args: Args;
  /** Most notifications that a user keeps. */
  readonly most: Slot;
  /** Most that one statement removes. */
  readonly limit: Slot;
}

export function planExpireNotifications(ctx: RequestContext, most: number, limit: number): ExpireNotificationsPlan {
  const args = new Args(ctx);
  return { args, most: args.add(most, 'int'), limit: args.add(limit, 'int') };
}

/**
 * Removes notifications of users who have more than the limit: those that were read first, then the oldest. Answers their
 * number, which is 0 when nothing is left to remove.
 */
export function compileExpireNotifications(ctx: RequestContext, { most, limit }: ExpireNotificationsPlan): Sql {
  const notifications = targetSql(ctx, ctx.catalogue.entity('Notification'));
  return sql`
    WITH many AS (
      SELECT n."OwnerId" AS owner
      FROM ${notifications} n
      GROUP BY n."OwnerId"
      HAVING count(*) > ${most}
    ), placed AS (
      SELECT n."Id" AS id,
        row_number() OVER (PARTITION BY n."OwnerId" ORDER BY n."ReadOn" IS NULL DESC, n."CreatedOn" DESC, n."Id" DESC) AS place
      FROM ${notifications} n
      JOIN many m ON m.owner = n."OwnerId"
    ), gone AS (
      DELETE FROM ${notifications} n
      WHERE n."Id" IN (SELECT p.id FROM placed p WHERE p.place > ${most} LIMIT ${limit})
      RETURNING n."Id"
    )
    SELECT count(*)::int AS removed
    FROM gone`;
}
