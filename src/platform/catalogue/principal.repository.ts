import { Injectable } from '@nestjs/common';
import type { ApiKey } from '#core/catalogue/api-key.js';
import { IS_SERVED } from '#core/catalogue/environment-state.js';
import { effectiveAccess } from '#core/rights/access.js';
import { myFields } from '#core/criteria/my-field.js';
import { withKey } from '#core/rights/keyed-access.js';
import { isAdministratorRole, type Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import type { KnownUsers } from './directory.js';
import { ID_FIRST, IDENTIFIED, identifyingValues, IDENTITY_FIRST, mayFold, NAMED } from './identified-user.sql.js';
import type { Identity } from './identity.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

interface UserRow {
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly language: string | null;
  readonly time_zone: string | null;
  readonly is_active: boolean;
  readonly primary_team_id: string | null;
  readonly role_ids: readonly string[];
  readonly team_ids: readonly string[];
  /** Ids of roles and teams that mappings have given, each with that of the mapping. */
  readonly mapped: readonly string[];
  /** JSON of the values of own fields, as texts; absent where there are none. */
  readonly own?: string | null;
}

/** Longest value of an own field that where-clauses compare with; a longer one counts as none. */
const MAX_OWN_LENGTH = 10_000;

/**
 * Column with the values of own fields, whose names are the parameter. It names no column, so that a field that goes
 * meanwhile keeps nobody from signing in.
 */
const ownValues = (parameter: number): string => `,
    (
      SELECT json_object_agg(o.key, o.value)::text
      FROM jsonb_each_text(to_jsonb(u)) o
      WHERE o.key = ANY($${parameter}::text[]) AND length(o.value) <= ${MAX_OWN_LENGTH}
    ) AS own`;

const statement = (schema: string, found: string, order: string, own: string): string => `
  SELECT u."Id" AS id, u."UserName" AS user_name, u."DisplayName" AS display_name, u."Email" AS email,
    u."Language" AS language, u."TimeZone" AS time_zone, u."IsActive" AS is_active, u."PrimaryTeamId" AS primary_team_id,
    ARRAY(SELECT r."RoleId" FROM "${schema}"."UserRole" r WHERE r."UserId" = u."Id" AND NOT r."IsDeleted") AS role_ids,
    ARRAY(SELECT m."TeamId" FROM "${schema}"."TeamMember" m WHERE m."UserId" = u."Id" AND NOT m."IsDeleted") AS team_ids,
    ARRAY(
      SELECT r."RoleId"::text || ' ' || r."IdentityMappingId"::text
      FROM "${schema}"."UserRole" r
      WHERE r."UserId" = u."Id" AND NOT r."IsDeleted" AND r."IdentityMappingId" IS NOT NULL
      UNION ALL
      SELECT m."TeamId"::text || ' ' || m."IdentityMappingId"::text
      FROM "${schema}"."TeamMember" m
      WHERE m."UserId" = u."Id" AND NOT m."IsDeleted" AND m."IdentityMappingId" IS NOT NULL
    ) AS mapped${own}
  FROM "${schema}"."User" u
  WHERE NOT u."IsDeleted" AND ${found}
  ORDER BY ${order}
  LIMIT 1`;

interface KeyRow {
  readonly user_id: string;
  readonly name: string;
  readonly expires_ms: string;
  readonly revoked_ms: string | null;
  readonly roles: string | null;
  readonly entities: string | null;
  readonly operations: string | null;
  readonly ips: string | null;
  readonly administration: boolean;
}

const keyStatement = (schema: string): string => `
  SELECT k."UserId" AS user_id, k."Name" AS name, k."AllowAdministration" AS administration,
    (extract(epoch FROM k."ExpiresOn") * 1000)::text AS expires_ms,
    (extract(epoch FROM k."RevokedOn") * 1000)::text AS revoked_ms,
    k."RoleIds"::text AS roles, k."Entities"::text AS entities, k."Operations"::text AS operations,
    k."AllowedIps"::text AS ips
  FROM "${schema}"."ApiKey" k
  WHERE k."Id" = $1::uuid AND NOT k."IsDeleted"`;

/** Texts of a list as it is stored, which SQL may have written: what is no list leaves nothing. */
function textsOf(json: string | null): readonly string[] | undefined {
  const value: unknown = json === null ? null : JSON.parse(json);
  if (value === null) return undefined;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

const lowerSet = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.map((text) => text.toLowerCase()));

function keyOf(id: string, row: KeyRow): ApiKey {
  const [roles, entities] = [textsOf(row.roles), textsOf(row.entities)];
  const [operations, allowedIps] = [textsOf(row.operations), textsOf(row.ips)];
  return Object.freeze({
    id,
    name: row.name,
    expiresMs: Number(row.expires_ms),
    revokedMs: row.revoked_ms === null ? Infinity : Number(row.revoked_ms),
    ...(roles && { roleIds: lowerSet(roles) }),
    ...(entities && { entities: lowerSet(entities) }),
    ...(operations && { operations: new Set(operations) }),
    ...(allowedIps && { allowedIps }),
    allowsAdministration: row.administration,
  });
}

const MAX_NAMES = 20;

const usersOf = (schema: string): string => `
  SELECT u."Id"::text AS id, u."UserName" AS name, u."IsActive" AS active
  FROM "${schema}"."User" u
  WHERE NOT u."IsDeleted"`;

const mappedBy = (text: string): readonly [target: string, mapping: string] => {
  const [target, mapping] = text.split(' ');
  return [target, mapping];
};

/** Reads the members of an environment. */
@Injectable()
export class PrincipalRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Finds a member; `inactive` when the user is disabled. @param user id or user name, in any letter case, or of a token */
  async find(catalogue: Catalogue, user: string | Identity): Promise<Principal | 'inactive' | undefined> {
    const [row] =
      typeof user === 'string'
        ? await this.#users(catalogue, [NAMED, ID_FIRST], [user, mayFold(user)])
        : await this.#users(catalogue, [IDENTIFIED, IDENTITY_FIRST], identifyingValues(user));
    // The service itself writes under this id, so no user can sign in with it.
    if (!row || row.id === SYSTEM_USER_ID) return undefined;
    if (!row.is_active) return 'inactive';
    const roles = row.role_ids.map((id) => catalogue.organisation.roles.get(id));
    return Object.freeze({
      userId: row.id,
      userName: row.user_name,
      displayName: row.display_name,
      email: row.email,
      ...(row.language !== null && { language: row.language }),
      ...(row.time_zone !== null && { timeZone: row.time_zone }),
      isAdministrator: roles.some((role) => role !== undefined && isAdministratorRole(role)),
      roleIds: row.role_ids,
      teamIds: row.team_ids,
      reachTeamIds: catalogue.reach(row.team_ids),
      primaryTeamId: row.primary_team_id,
      access: effectiveAccess(catalogue, row.role_ids),
      ...(row.mapped.length > 0 && { mappings: new Map(row.mapped.map(mappedBy)) }),
      ...(row.own && { own: new Map(Object.entries(JSON.parse(row.own) as Record<string, string>)) }),
    });
  }

  #users(
    catalogue: Catalogue,
    [found, order]: readonly [found: string, order: string],
    values: readonly unknown[],
  ): Promise<readonly UserRow[]> {
    const { schema } = catalogue.environment;
    const names = myFields(catalogue).map(({ name }) => name);
    if (names.length === 0) return this.platform.repeatable(statement(schema, found, order, ''), [...values]);
    const own = ownValues(values.length + 1);
    return this.platform.repeatable(statement(schema, found, order, own), [...values, names]);
  }

  /** Finds the user of a key, as the key lets them act; undefined where there is no such key or user. */
  async findByKey(catalogue: Catalogue, keyId: string): Promise<Principal | 'inactive' | undefined> {
    const [row] = await this.platform.repeatable<KeyRow>(keyStatement(catalogue.environment.schema), [keyId]);
    const user = row && (await this.find(catalogue, row.user_id));
    return user === undefined || user === 'inactive' ? user : withKey(catalogue, user, keyOf(keyId, row));
  }

  /** Looks a user up in all environments, inactive users included. @param user id or user name, in any letter case */
  async users(user: string): Promise<KnownUsers> {
    const environments = await this.platform.repeatable<{ schema: string }>(
      `SELECT e.schema_name AS schema FROM platform.environment e WHERE ${IS_SERVED} ORDER BY e.schema_name`,
    );
    if (environments.length === 0) return { isKnown: false, names: [] };
    const users = environments.map(({ schema }) => usersOf(schema)).join(' UNION ALL ');
    const named = `lower(u.name COLLATE "und-x-icu") = lower($1 COLLATE "und-x-icu")`;
    const [row] = await this.platform.repeatable<{ known: boolean; names: readonly string[] }>(
      `WITH u AS (${users})
       SELECT EXISTS (SELECT 1 FROM u WHERE u.id = lower($1) OR ${named}) AS known,
         ARRAY(SELECT DISTINCT u.name FROM u WHERE u.active ORDER BY 1 LIMIT ${MAX_NAMES}) AS names`,
      [user],
    );
    return { isKnown: row.known, names: row.names };
  }
}
