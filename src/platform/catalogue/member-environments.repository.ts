import { Injectable } from '@nestjs/common';
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
}

/** An environment in which a person is an active user. */
export interface MemberEnvironment {
  readonly environment: NamedEnvironment;
  readonly isAdministrator: boolean;
}

/** Environments that one statement looks into: each takes locks on three tables and their indexes. */
const ENVIRONMENTS_AT_ONCE = 25;

/** Tells for the environment at `index` whether its user is active, and whether they are an Administrator. */
const memberStatement = ({ schema }: NamedEnvironment, index: number): string => `
  SELECT ${index} AS index, EXISTS (
      SELECT FROM "${schema}"."UserRole" l
      JOIN "${schema}"."Role" r ON r."Id" = l."RoleId"
      WHERE l."UserId" = m.id AND NOT l."IsDeleted" AND NOT r."IsDeleted"
        AND r."IsSystem" AND r."Name" = 'Administrator'
    ) AS "isAdministrator"
  FROM (
    SELECT u."Id" AS id, u."IsActive" AS active
    FROM "${schema}"."User" u
    WHERE NOT u."IsDeleted" AND ${IDENTIFIED}
    ORDER BY ${IDENTITY_FIRST}
    LIMIT 1
  ) m
  WHERE m.active AND m.id <> '${SYSTEM_USER_ID}'`;

/** Finds the environments of people. */
@Injectable()
export class MemberEnvironments {
  constructor(private readonly platform: PlatformDatabase) {}

  /** All environments, or the one with an id, by the names of tenant, app and environment. */
  named(id?: string): Promise<readonly NamedEnvironment[]> {
    return this.platform.repeatable<NamedEnvironment>(
      `SELECT t.id AS "tenantId", t.name AS "tenantName", t.label AS "tenantLabel", a.id AS "appId",
         a.name AS "appName", e.id, e.name, e.schema_name AS schema
       FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE $1::uuid IS NULL OR e.id = $1
       ORDER BY lower(t.name), lower(a.name), lower(e.name)`,
      [id ?? null],
    );
  }

  /** Finds the first environments in which a person is an active user, in the given order. */
  async of(
    person: Identity,
    environments: readonly NamedEnvironment[],
    most: number,
  ): Promise<readonly MemberEnvironment[]> {
    const found: MemberEnvironment[] = [];
    for (let first = 0; first < environments.length && found.length < most; first += ENVIRONMENTS_AT_ONCE)
      found.push(...(await this.#among(environments.slice(first, first + ENVIRONMENTS_AT_ONCE), person)));
    return found.slice(0, most);
  }

  async #among(environments: readonly NamedEnvironment[], person: Identity): Promise<readonly MemberEnvironment[]> {
    const statement = environments.map((environment, i) => `(${memberStatement(environment, i)})`).join(' UNION ALL ');
    const rows = await this.platform.repeatable<{ index: number; isAdministrator: boolean }>(
      `${statement} ORDER BY index`,
      [...identifyingValues(person)],
    );
    return rows.map(({ index, isAdministrator }) => ({ environment: environments[index], isAdministrator }));
  }
}
