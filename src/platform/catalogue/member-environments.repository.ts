import { Injectable } from '@nestjs/common';
import { PROVISION, type ProvisionMode } from '#core/catalogue/identity-mapping.js';
import { IS_SERVED } from '#core/catalogue/environment-state.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { IDENTIFIED, IDENTITY_FIRST, identifyingValues } from './identified-user.sql.js';
import type { Identity } from './identity.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** An environment with the names of its app and tenant. */
export interface NamedEnvironment {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly tenantLabel: string;
  readonly appId: string;
  readonly appName: string;
  readonly id: string;
  readonly name: string;
  readonly schema: string;
  readonly provision: ProvisionMode;
}

/** An environment in which a person is an active user, or would be one after their first call. */
export interface MemberEnvironment {
  readonly environment: NamedEnvironment;
  readonly isAdministrator: boolean;
}

/** Tells which environments that do not know a person would make them a user, and whether an Administrator. */
export type Newcomers = (
  environments: readonly NamedEnvironment[],
) => Promise<ReadonlyMap<NamedEnvironment, { readonly isAdministrator: boolean }>>;

/** Environments that one statement looks into: each takes locks on its tables and their indexes. */
const ENVIRONMENTS_AT_ONCE = 25;

/** Holds for the user with an id where they are an Administrator. @param id as SQL */
export const administratorSql = (schema: string, id: string): string => `EXISTS (
    SELECT FROM "${schema}"."UserRole" l
    JOIN "${schema}"."Role" r ON r."Id" = l."RoleId"
    WHERE l."UserId" = ${id} AND NOT l."IsDeleted" AND NOT r."IsDeleted"
      AND r."IsSystem" AND r."Name" = 'Administrator'
  )`;

/** The user of a person in the environment at `index`, and whether they may sign in. */
const userStatement = ({ schema }: NamedEnvironment, index: number): string => `
  SELECT ${index} AS index, u."Id" AS id, u."IsActive" AND u."Id" <> '${SYSTEM_USER_ID}' AS "isActive"
  FROM "${schema}"."User" u
  WHERE NOT u."IsDeleted" AND ${IDENTIFIED}
  ORDER BY ${IDENTITY_FIRST}
  LIMIT 1`;

interface FoundUser {
  readonly index: number;
  readonly id: string;
  readonly isActive: boolean;
}

/** Finds the environments of people. */
@Injectable()
export class MemberEnvironments {
  constructor(private readonly platform: PlatformDatabase) {}

  /** All environments that are served, or the one with an id, by the names of tenant, app and environment. */
  named(id?: string): Promise<readonly NamedEnvironment[]> {
    return this.platform.repeatable<NamedEnvironment>(
      `SELECT t.id AS "tenantId", t.name AS "tenantName", t.label AS "tenantLabel", a.id AS "appId",
         a.name AS "appName", e.id, e.name, e.schema_name AS schema,
         CASE WHEN e.settings ->> 'Provision' = ANY($2) THEN e.settings ->> 'Provision' ELSE 'off' END AS provision
       FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE ($1::uuid IS NULL OR e.id = $1) AND ${IS_SERVED}
       ORDER BY lower(t.name), lower(a.name), lower(e.name)`,
      [id ?? null, PROVISION],
    );
  }

  /**
   * Finds the first environments in which a person is an active user, in the given order.
   * @param newcomers asked about those that provision people and do not know this one
   */
  async of(
    person: Identity,
    environments: readonly NamedEnvironment[],
    newcomers: Newcomers,
    most: number,
  ): Promise<readonly MemberEnvironment[]> {
    const found: MemberEnvironment[] = [];
    for (let first = 0; first < environments.length && found.length < most; first += ENVIRONMENTS_AT_ONCE)
      found.push(...(await this.#among(environments.slice(first, first + ENVIRONMENTS_AT_ONCE), person, newcomers)));
    return found.slice(0, most);
  }

  async #among(
    environments: readonly NamedEnvironment[],
    person: Identity,
    newcomers: Newcomers,
  ): Promise<readonly MemberEnvironment[]> {
    const users = await this.#users(environments, person);
    const known = new Set(users.map(({ index }) => environments[index]));
    const unknown = environments.filter((each) => each.provision !== 'off' && !known.has(each));
    const rights = new Map([
      ...(await this.#rights(
        environments,
        users.filter(({ isActive }) => isActive),
      )),
      ...(unknown.length === 0 ? [] : await newcomers(unknown)),
    ]);
    return environments.flatMap((environment) => {
      const found = rights.get(environment);
      return found === undefined ? [] : [{ environment, isAdministrator: found.isAdministrator }];
    });
  }

  #users(environments: readonly NamedEnvironment[], person: Identity): Promise<readonly FoundUser[]> {
    const statement = environments.map((environment, i) => `(${userStatement(environment, i)})`).join(' UNION ALL ');
    return this.platform.repeatable<FoundUser>(statement, [...identifyingValues(person)]);
  }

  /** Asked about few environments: to plan a statement for each takes more than to run it. */
  async #rights(
    environments: readonly NamedEnvironment[],
    users: readonly FoundUser[],
  ): Promise<ReadonlyMap<NamedEnvironment, { readonly isAdministrator: boolean }>> {
    if (users.length === 0) return new Map();
    const statement = users.map(
      ({ index }, i) =>
        `SELECT ${index} AS index, ${administratorSql(environments[index].schema, `$${i + 1}::uuid`)} AS "isAdministrator"`,
    );
    const rows = await this.platform.repeatable<{ index: number; isAdministrator: boolean }>(
      statement.join(' UNION ALL '),
      users.map(({ id }) => id),
    );
    return new Map(rows.map(({ index, isAdministrator }) => [environments[index], { isAdministrator }]));
  }
}
