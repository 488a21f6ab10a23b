import { isOwnField } from '#core/catalogue/extended-entities.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { list, raw, sql, type Sql } from '#core/sql/sql.js';

/** Records that belong to an entity; they are the service's own where the entity is. */
const PARTS = ['Field', 'Rule', 'Hook', 'Index'] as const;

/**
 * `id` of those among `$1` that are the service's own: its entities with their parts, but for own fields, and its roles.
 * `entity` and `field` name a field.
 */
export function compileSystemRecords(ctx: Definitions): Sql {
  const stored = (name: string): Sql => systemRows(ctx, name, 'stored');
  const own = (name: string): Sql => sql`
    SELECT s."Id", NULL AS entity, NULL AS field
    FROM ${stored(name)} s
    WHERE s."IsSystem"`;
  const parts = PARTS.map((name) => {
    const isField = name === 'Field';
    const isKept = isField ? sql`NOT ${raw(isOwnField('p', 'e'))}` : raw('true');
    return sql`
    SELECT p."Id", ${isField ? raw('e."EntityName", p."FieldName"') : raw('NULL, NULL')}
    FROM ${stored(name)} p
    JOIN ${stored('Entity')} e ON e."Id" = p."EntityId"
    WHERE e."IsSystem" AND ${isKept}`;
  });
  return sql`
    SELECT r."Id"::text AS id, r.entity, r.field
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
