import type { Definitions, RequestContext } from '../context.js';
import { targetSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';

/** Notifications beyond the limit of their users. */
export interface SurplusNotificationsPlan {
  readonly args: Args;
  /** Most notifications that a user keeps. */
  readonly most: Slot;
  /** Most that one statement finds: each sorts all notifications of their users. */
  readonly limit: Slot;
  /** Ids in a row of the answer. */
  readonly part: Slot;
}

export function planSurplusNotifications(
  ctx: RequestContext,
  most: number,
  { limit, part }: { readonly limit: number; readonly part: number },
): SurplusNotificationsPlan {
  const args = new Args(ctx);
  return { args, most: args.add(most, 'int'), limit: args.add(limit, 'int'), part: args.add(part, 'int') };
}

/** Finds notifications of users who have more than the limit, in parts: those that were read first, then the oldest. */
export function compileSurplusNotifications(ctx: Definitions, { most, limit, part }: SurplusNotificationsPlan): Sql {
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
    ), surplus AS (
      SELECT p.id, row_number() OVER () AS n
      FROM placed p
      WHERE p.place > ${most}
      LIMIT ${limit}
    )
    SELECT array_agg(s.id) AS ids
    FROM surplus s
    GROUP BY (s.n - 1) / ${part}`;
}

/** Notifications to be removed. */
export interface RemoveNotificationsPlan {
  readonly args: Args;
  readonly ids: Slot;
}

export function planRemoveNotifications(ctx: RequestContext, ids: readonly string[]): RemoveNotificationsPlan {
  const args = new Args(ctx);
  return { args, ids: args.add(ids, 'uuid[]') };
}

/** Removes notifications. Answers their number. */
export const compileRemoveNotifications = (ctx: Definitions, { ids }: RemoveNotificationsPlan): Sql => sql`
  WITH gone AS (
    DELETE FROM ${targetSql(ctx, ctx.catalogue.entity('Notification'))} n
    WHERE n."Id" = ANY(${ids})
    RETURNING n."Id"
  )
  SELECT count(*)::int AS removed
  FROM gone`;
