import { Injectable } from '@nestjs/common';
import { systemContext } from '#core/context/system-context.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Environment } from '#core/catalogue/environment.js';
import { DomainError } from '#core/errors.js';
import { render, raw, sql, type Sql } from '#core/sql/sql.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { LoadDefinitions } from '#definitions/environments/load-definitions.service.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';

/** An environment to create. */
export interface WantedPlace {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
  /** User name of its first user. */
  readonly administrator: string;
}

/** A user of another environment of the tenant. */
interface KnownUser {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Ids and names of a new environment, its app and its tenant. */
interface NewPlace {
  readonly tenant: Named;
  readonly app: Named;
  readonly environment: Named;
}

/** Creates environments without definitions, with one Administrator. */
@Injectable()
export class NewEnvironment {
  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly platform: PlatformDatabase,
    private readonly definitions: LoadDefinitions,
  ) {}

  /**
   * Creates an environment, and its tenant and app where they are new. A user of another environment of the tenant keeps
   * the id.
   * @returns the id of the environment
   * @throws {DomainError} Conflict where it exists
   */
  async create({ tenant, app, environment, administrator }: WantedPlace): Promise<string> {
    const known = (await this.environments.all()).map((stored) => stored.environment);
    const ofTenant = known.filter(({ tenantId, tenantName }) => isNamed(tenant, tenantId, tenantName));
    const ofApp = ofTenant.filter(({ appId, appName }) => isNamed(app, appId, appName));
    if (ofApp.some(({ id, name }) => isNamed(environment, id, name)))
      throw new DomainError({ code: 'Conflict', message: `${tenant}/${app}/${environment} exists already.` });
    const user = await this.#user(ofTenant, administrator);
    const id = uuidV7();
    const place: NewPlace = {
      tenant: ofTenant.length > 0 ? { id: ofTenant[0].tenantId, name: ofTenant[0].tenantName } : newNamed(tenant),
      app: ofApp.length > 0 ? { id: ofApp[0].appId, name: ofApp[0].appName } : newNamed(app),
      environment: { id, name: environment },
    };
    const newUser: KnownUser = { id: uuidV7(), name: administrator, email: null };
    await this.definitions.load(JSON.stringify(fileOf(place, administrator, user ?? newUser)));
    return id;
  }

  /** Finds a user by name in the environments of a tenant. */
  async #user(environments: readonly Environment[], userName: string): Promise<KnownUser | undefined> {
    for (const environment of environments) {
      const catalogue = buildCatalogue(environment, NEW_ENVIRONMENT, NO_DEFINITIONS);
      const statement = compileUser(systemContext(catalogue, uuidV7(), new Date()));
      const [user] = await this.platform.repeatable<KnownUser>(render(statement).text, [userName]);
      if (user) return user;
    }
    return undefined;
  }
}

const isNamed = (wanted: string, id: string, name: string): boolean =>
  [id, name].some((each) => each.toLowerCase() === wanted.toLowerCase());

const newNamed = (name: string): Named => ({ id: uuidV7(), name });

/** Builds the definition file of an environment with one Administrator. */
const fileOf = ({ tenant, app, environment }: NewPlace, userName: string, user: KnownUser): object => {
  const place = { Id: environment.id, Name: environment.name, Definitions: false, Users: [userName] };
  const apps = [{ Id: app.id, Name: app.name, Environments: [place] }];
  return {
    Tenants: [{ Id: tenant.id, Name: tenant.name, Apps: apps }],
    Roles: [{ Name: 'Administrator', IsSystem: true }],
    Users: [
      {
        Id: user.id,
        Tenant: tenant.name,
        UserName: userName,
        DisplayName: user.name,
        Email: user.email,
        Roles: ['Administrator'],
      },
    ],
  };
};

/** `id`, `name`, `email` of the user with the user name `$1`, in any letter case. */
const compileUser = (ctx: Definitions): Sql => sql`
  SELECT u."Id"::text AS id, u."DisplayName" AS name, u."Email" AS email
  FROM ${systemRows(ctx, 'User')} u
  WHERE lower(u."UserName") = lower(${raw('$1::text')})`;
