import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { list, raw, sql, type Sql } from '#core/sql/sql.js';

/** Records that belong to an entity; they are the service's own where the entity is. */
const PARTS = ['Field', 'Rule', 'Hook', 'Index'] as const;

/** `id` of those among `$1` that are the service's own: its entities with all their parts, and its roles. */
export function compileSystemRecords(ctx: Definitions): Sql {
  const stored = (name: string): Sql => systemRows(ctx, name, 'stored');
  const own = (name: string): Sql => sql`SELECT s."Id" FROM ${stored(name)} s WHERE s."IsSystem"`;
  const parts = PARTS.map(
    (name) => sql`
    SELECT p."Id"
    FROM ${stored(name)} p
    WHERE p."EntityId" IN (${own('Entity')})`,
  );
  return sql`
    SELECT r."Id"::text AS id
    FROM (${list([own('Entity'), own('Role'), ...parts], ' UNION ALL ')}) r
    WHERE r."Id" = ANY(${raw('$1::uuid[]')})`;
}

/** `n`: how many active users are Administrators. */
export function compileAdministrators(ctx: Definitions): Sql {
  return sql`
    SELECT count(*)::int AS n
    FROM ${systemRows(ctx, 'UserRole')} l
    JOIN ${systemRows(ctx, 'User')} u ON u."Id" = l."UserId"
    JOIN ${systemRows(ctx, 'Role')} r ON r."Id" = l."RoleId"
    WHERE u."IsActive" AND r."IsSystem" AND r."Name" = 'Administrator'`;
}
