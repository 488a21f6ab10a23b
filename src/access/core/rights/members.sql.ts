import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

const rows = (ctx: Definitions, name: string, which: 'readable' | 'stored' = 'readable'): Sql =>
  systemRows(ctx, name, which);

/** Users with their roles and teams, by Id. `$1`: their Ids as `uuid[]`; null: all users. */
export function compileMembers(ctx: Definitions): Sql {
  const linked = (entity: string, field: string): Sql =>
    sql`
      ARRAY(
        SELECT l.${ident(field)}::text FROM ${rows(ctx, entity)} l WHERE l."UserId" = u."Id"
      ) AS ${ident(field)}`;
  const administrator = sql`SELECT 1 FROM ${rows(ctx, 'UserRole')} l JOIN ${rows(ctx, 'Role')} r ON r."Id" = l."RoleId"
    WHERE l."UserId" = u."Id" AND r."IsSystem" AND r."Name" = 'Administrator'`;
  return sql`SELECT u."Id"::text AS id, u."UserName" AS name, u."IsActive" AS active, u."PrimaryTeamId"::text AS team,
    ${linked('UserRole', 'RoleId')}, ${linked('TeamMember', 'TeamId')}, EXISTS (${administrator}) AS administrator
    FROM ${rows(ctx, 'User')} u WHERE ${raw('$1::uuid[]')} IS NULL OR u."Id" = ANY(${raw('$1::uuid[]')})`;
}

/** `id`: users to whom the role and team assignments of `$1` (`uuid[]`) belong. */
export function compileAssignedUsers(ctx: Definitions): Sql {
  const users = ['UserRole', 'TeamMember'].map(
    (name) => sql`
      SELECT l."UserId"::text AS id
      FROM ${rows(ctx, name)} l
      WHERE l."Id" = ANY(${raw('$1::uuid[]')})`,
  );
  return list(users, ' UNION ');
}

/** `id`: users who have one of the roles of `$1` (`uuid[]`). */
export const compileHolders = (ctx: Definitions): Sql => sql`
  SELECT DISTINCT l."UserId"::text AS id
  FROM ${rows(ctx, 'UserRole')} l
  WHERE l."RoleId" = ANY(${raw('$1::uuid[]')})`;

/** Where definitions name roles, teams and users; requests keep the steps that they began with. */
const NAMING = [
  ['Transition', ['AllowedRoles', 'Filters', 'Validators']],
  ['Workflow', ['AllowedRoles', 'Actions']],
  ['ApprovalProcess', ['Steps', 'StartCriteria']],
  ['ApprovalRequest', ['Steps']],
  ['Trigger', ['Notifications', 'WhereClause']],
  ['Rule', ['WhereClause']],
  ['Hook', ['RejectWhen']],
] as const;

/** `json`: documents in which definitions name roles, teams and users, by Id or name. */
export function compileNamingDocuments(ctx: Definitions): Sql {
  const documents = NAMING.flatMap(([entity, fields]) =>
    fields.map((field) => {
      const column = sql`t.${ident(field)}`;
      const isOpen = entity === 'ApprovalRequest' ? raw(` AND t."State" = 'Pending'`) : raw('');
      return sql`
        SELECT ${column}::text AS json
        FROM ${rows(ctx, entity)} t
        WHERE ${column} IS NOT NULL${isOpen}`;
    }),
  );
  return list(documents, ' UNION ');
}

/** `name`: those of the entities that have records, deleted ones included. */
export function compileOccupied(ctx: Definitions, names: readonly string[]): Sql {
  const tables = names.map(
    (name) => sql`
      SELECT ${literal(name)} AS name
      WHERE EXISTS (SELECT FROM ${rows(ctx, name, 'stored')} t)`,
  );
  return list(tables, ' UNION ALL ');
}

/** `id`, `name`: saved queries of `$1` (`uuid[]`). */
export const compileQueryNames = (ctx: Definitions): Sql => sql`
  SELECT q."Id"::text AS id, q."Name" AS name
  FROM ${rows(ctx, 'SavedQuery', 'stored')} q
  WHERE q."Id" = ANY(${raw('$1::uuid[]')})`;

/** `id`, and `query`, `owner` and `team` of its saved query: views of `$1` (`uuid[]`) that others see. */
export const compilePublishedViews = (ctx: Definitions): Sql => sql`
  SELECT v."Id"::text AS id, q."Id"::text AS query, q."OwnerId"::text AS owner, q."OwnerTeamId"::text AS team
  FROM ${rows(ctx, 'SavedView')} v
  JOIN ${rows(ctx, 'SavedQuery')} q ON q."Id" = v."SavedQueryId"
  WHERE v."Id" = ANY(${raw('$1::uuid[]')}) AND v."Visibility" <> 'Private'`;

/** `id`: those of `$1` (`uuid[]`), users or teams, who own records already, deleted ones included. */
export function compileOwners(ctx: Definitions): Sql {
  const tables = [...ctx.catalogue.entities.values()].filter(({ view }) => !view);
  const owned = tables.map(
    ({ name }) =>
      sql`
        EXISTS (
          SELECT 1 FROM ${rows(ctx, name, 'stored')} t WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
        )`,
  );
  return sql`
    SELECT i.id::text AS id
    FROM unnest(${raw('$1::uuid[]')}) i (id)
    WHERE ${list(owned, ' OR ')}`;
}

/** `id`: those users of `$1` (`uuid[]`) whose UserName is another user's Id, or whose Id another one's UserName. */
export function compileNamesakes(ctx: Definitions): Sql {
  const users = rows(ctx, 'User');
  const isNamesake = sql`lower(o."UserName") = u."Id"::text OR lower(u."UserName") = o."Id"::text`;
  return sql`SELECT u."Id"::text AS id FROM ${users} u JOIN ${users} o ON o."Id" <> u."Id" AND (${isNamesake})
    WHERE u."Id" = ANY(${raw('$1::uuid[]')})`;
}
