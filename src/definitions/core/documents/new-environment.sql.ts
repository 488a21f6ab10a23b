import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';

/** `id`, `name`, `email` of the user with the user name `$1`, in any letter case. */
export const compileUser = (ctx: Definitions): Sql => sql`
  SELECT u."Id"::text AS id, u."DisplayName" AS name, u."Email" AS email
  FROM ${systemRows(ctx, 'User')} u
  WHERE lower(u."UserName") = lower(${raw('$1::text')})`;
