import { Injectable } from '@nestjs/common';
import { buildIdentityMappings, type IdentityMapping } from '#core/catalogue/identity-mapping.js';
import type { JsonObject } from '#core/json/json.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { administratorSql, type NamedEnvironment } from './member-environments.repository.js';

/** A token, as the environments that do not know its person look at it. */
export interface NewcomerToken {
  /** Digest by which tokens of the person are stored. */
  readonly person: unknown;
  /** Seconds since 1970. */
  readonly issuedAt: unknown;
  readonly issuer: string;
  readonly email: string | undefined;
}

/** A user with the address of a token. */
export interface AddressedUser {
  readonly isActive: boolean;
  readonly isFree: boolean;
  readonly kind: string;
  readonly isAdministrator: boolean;
}

/** Facts by which an environment decides about a person who is not its user. */
export interface NewcomerFacts {
  readonly index: number;
  /** This token, or a newer one of the person, was looked at before. */
  readonly isStored: boolean;
  readonly addressed: readonly AddressedUser[];
  readonly identityMappings: readonly IdentityMapping[];
  /** Roles and teams that the mappings name. */
  readonly organisation: {
    readonly roles: ReadonlyMap<string, NonNullable<MappingRow['role']>>;
    readonly teams: ReadonlySet<string>;
  };
}

interface MappingRow {
  readonly mapping: JsonObject;
  readonly team: string | null;
  readonly role: { readonly id: string; readonly name: string; readonly isSystem: boolean } | null;
}

interface FactsRow {
  readonly index: number;
  readonly isStored: boolean;
  /** JSON, which the driver leaves as text. */
  readonly addressed: string;
  readonly mappings: string;
}

/** Values: `$1` person and `$2` time of the token, `$3` its address, `$4` its issuer, from `$5` on the environments. */
const factsStatement = ({ schema }: NamedEnvironment, index: number): string => `
  SELECT ${index} AS index,
    EXISTS (
      SELECT FROM platform.issued_token WHERE environment_id = $${index + 5}::uuid AND person = $1 AND issued_at >= $2
    ) AS "isStored",
    (
      SELECT coalesce(json_agg(json_build_object('isActive', u."IsActive", 'isFree', u."ExternalId" IS NULL,
        'kind', u."Kind", 'isAdministrator', ${administratorSql(schema, 'u."Id"')})), '[]')
      FROM "${schema}"."User" u
      WHERE NOT u."IsDeleted" AND lower(u."Email") = lower($3::text)
    )::text AS addressed,
    (
      SELECT coalesce(json_agg(json_build_object('mapping', to_json(m), 'team', t."Id", 'role',
        CASE WHEN r."Id" IS NOT NULL
          THEN json_build_object('id', r."Id", 'name', r."Name", 'isSystem', r."IsSystem") END)), '[]')
      FROM "${schema}"."IdentityMapping" m
      LEFT JOIN "${schema}"."Role" r ON r."Id" = m."RoleId" AND NOT r."IsDeleted"
      LEFT JOIN "${schema}"."Team" t ON t."Id" = m."TeamId" AND NOT t."IsDeleted"
      WHERE NOT m."IsDeleted" AND (m."Issuer" IS NULL OR m."Issuer" = $4)
    )::text AS mappings`;

/** Reads environments on behalf of people who are not their users. */
@Injectable()
export class NewcomersRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  async facts(
    environments: readonly NamedEnvironment[],
    { person, issuedAt, issuer, email }: NewcomerToken,
  ): Promise<readonly NewcomerFacts[]> {
    const statement = environments.map(factsStatement).join(' UNION ALL ');
    const values = [person, issuedAt, email ?? null, issuer, ...environments.map(({ id }) => id)];
    const rows = await this.platform.repeatable<FactsRow>(statement, values);
    return rows.map(({ index, isStored, addressed, mappings }) => ({
      index,
      isStored,
      addressed: JSON.parse(addressed) as readonly AddressedUser[],
      ...mappedOf(JSON.parse(mappings) as readonly MappingRow[]),
    }));
  }
}

const mappedOf = (rows: readonly MappingRow[]): Pick<NewcomerFacts, 'identityMappings' | 'organisation'> => ({
  identityMappings: buildIdentityMappings(rows.map(({ mapping }) => mapping)),
  organisation: {
    roles: new Map(rows.flatMap(({ role }) => (role === null ? [] : [[role.id, role] as const]))),
    teams: new Set(rows.flatMap(({ team }) => team ?? [])),
  },
});
