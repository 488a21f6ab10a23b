import { targetSql } from '#core/relations/relation.js';
import { sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';

const SURPLUS = { most: 'int', limit: 'int', part: 'int' };

/**
 * Finds notifications of users who have more than most, in parts: those that were read first, then the oldest. It finds no
 * more than the limit, since it sorts all notifications of their users.
 */
export const surplusNotifications = statement(
  'surplusNotifications',
  SURPLUS,
  (ctx, { most, limit, part }): Answers<{ ids: readonly string[] }> => {
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
  },
);

/** Removes notifications. Answers their number. */
export const removeNotifications = statement(
  'removeNotifications',
  { ids: 'uuid[]' },
  (ctx, { ids }): Answers<{ removed: number }> => sql`
  WITH gone AS (
    DELETE FROM ${targetSql(ctx, ctx.catalogue.entity('Notification'))} n
    WHERE n."Id" = ANY(${ids})
    RETURNING n."Id"
  )
  SELECT count(*)::int AS removed
  FROM gone`,
);
