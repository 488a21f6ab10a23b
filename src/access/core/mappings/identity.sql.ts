import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';

const users = (ctx: Definitions): Sql => systemRows(ctx, 'User');

const FOUND = raw(`
  u."Id"::text AS id, u."IsActive" AS "isActive", u."ExternalId" IS NULL AS "isFree", u."Kind" AS kind`);

/** The user `$1` (`uuid`), or of the issuer `$2` and the subject `$3`. */
export const compileIdentified = (ctx: Definitions): Sql => sql`
  SELECT ${FOUND}
  FROM ${users(ctx)} u
  WHERE u."Id" = ${raw('$1::uuid')} OR (u."ExternalIssuer" = ${raw('$2')} AND u."ExternalId" = ${raw('$3')})`;

/** Users with the address `$1`, locked: nobody else links them meanwhile. */
export const compileAddressed = (ctx: Definitions): Sql => sql`
  SELECT ${FOUND}
  FROM ${users(ctx)} u
  WHERE lower(u."Email") = lower(${raw('$1')})
  ORDER BY u."Id"
  LIMIT 10
  FOR UPDATE`;

/** `name`: names of `$1` (`text[]`) that no user has, in their order. */
export const compileFreeNames = (ctx: Definitions): Sql => sql`
  SELECT n.name
  FROM unnest(${raw('$1::text[]')}) WITH ORDINALITY AS n(name, place)
  WHERE NOT EXISTS (
    SELECT FROM ${users(ctx)} u
    WHERE lower(u."UserName" COLLATE "und-x-icu") = lower(n.name COLLATE "und-x-icu")
  )
  ORDER BY n.place`;

/** Records that give the user `$1` (`uuid`) one of the roles and teams `$2` (`uuid[]`). */
export function compileHeld(ctx: Definitions): Sql {
  const of = (entity: string, target: string): Sql => sql`
    SELECT h."Id"::text AS id, h.${ident(target)}::text AS target, h."IdentityMappingId"::text AS mapping
    FROM ${systemRows(ctx, entity)} h
    WHERE h."UserId" = ${raw('$1::uuid')} AND h.${ident(target)} = ANY(${raw('$2::uuid[]')})`;
  return list([of('UserRole', 'RoleId'), of('TeamMember', 'TeamId')], ' UNION ALL ');
}

/** `others`: active Administrators beside the user `$1` (`uuid`). */
export const compileOtherAdministrators = (ctx: Definitions): Sql => sql`
  SELECT count(*)::int AS others
  FROM ${users(ctx)} u
  WHERE u."IsActive" AND u."Id" <> ${raw('$1::uuid')} AND EXISTS (
    SELECT FROM ${systemRows(ctx, 'UserRole')} l
    JOIN ${systemRows(ctx, 'Role')} r ON r."Id" = l."RoleId"
    WHERE l."UserId" = u."Id" AND r."IsSystem" AND r."Name" = 'Administrator'
  )`;
