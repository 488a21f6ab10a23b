import type { Definitions } from '#core/context/context.js';
import { systemRows, targetSql } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';

/** Makes writers of requests wait, so that none starts unseen. */
export const compileLockRequests = (ctx: Definitions): Sql =>
  sql`LOCK TABLE ${targetSql(ctx, ctx.catalogue.entity('ApprovalRequest'))} IN SHARE ROW EXCLUSIVE MODE`;

/** `id`, `n`: the open requests of each process of `$1` that has any. */
export const compileOpenRequests = (ctx: Definitions): Sql => sql`
  SELECT r."ProcessId"::text AS id, count(*)::int AS n
  FROM ${systemRows(ctx, 'ApprovalRequest')} r
  WHERE r."State" = 'Pending' AND r."ProcessId" = ANY(${raw('$1::uuid[]')})
  GROUP BY r."ProcessId"`;
