import { Injectable } from '@nestjs/common';
import { IS_SERVED } from '#core/catalogue/environment-state.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** A person whom a development token can be issued for, and where they are a user. */
export interface DevUser {
  readonly userName: string;
  readonly displayName: string;
  readonly environments: readonly Place[];
}

/** An environment, addressed by names. */
interface Place {
  readonly tenantName: string;
  readonly appName: string;
  readonly environmentName: string;
}

/** An environment that is searched for users. */
interface PlaceRow {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
  readonly schema: string;
}

interface UserRow {
  readonly place: number;
  readonly user_name: string;
  readonly display_name: string;
}

/** Environments that are searched. */
const MAX_ENVIRONMENTS = 20;
/** Users in the answer, and those that are read of each environment. */
const MAX_USERS = 50;

const PLACES = `
  SELECT t.name AS tenant, a.name AS app, e.name AS environment, e.schema_name AS schema
  FROM platform.environment e
  JOIN platform.app a ON a.id = e.app_id
  JOIN platform.tenant t ON t.id = a.tenant_id
  WHERE ${IS_SERVED}
  ORDER BY t.name, a.name, e.name
  LIMIT ${MAX_ENVIRONMENTS}`;

const usersOf = (schema: string, place: number): string => `(
  SELECT ${place} AS place, u."UserName" AS user_name, u."DisplayName" AS display_name
  FROM "${schema}"."User" u
  WHERE NOT u."IsDeleted" AND u."IsActive" AND u."Id" <> $1::uuid
  ORDER BY u."DisplayName", u."Id"
  LIMIT ${MAX_USERS}
)`;

/** Reads who may sign in by a development token. */
@Injectable()
export class DevUsers {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Some active users of some environments, by display name. */
  async some(): Promise<readonly DevUser[]> {
    const places = await this.platform.repeatable<PlaceRow>(PLACES);
    if (places.length === 0) return [];
    const statement = places.map(({ schema }, i) => usersOf(schema, i)).join(' UNION ALL ');
    const rows = await this.platform.repeatable<UserRow>(
      `SELECT * FROM (${statement}) u ORDER BY u.display_name, u.user_name, u.place`,
      [SYSTEM_USER_ID],
    );
    return gathered(rows, places);
  }
}

/** One entry for each user name, with all its environments. */
function gathered(rows: readonly UserRow[], places: readonly PlaceRow[]): readonly DevUser[] {
  const users = new Map<string, { displayName: string; environments: Place[] }>();
  for (const { user_name: userName, display_name: displayName, place } of rows) {
    if (!users.has(userName) && users.size === MAX_USERS) continue;
    const user = users.get(userName) ?? { displayName, environments: [] };
    const { tenant, app, environment } = places[place];
    user.environments.push({ tenantName: tenant, appName: app, environmentName: environment });
    users.set(userName, user);
  }
  return [...users].map(([userName, user]) => ({ userName, ...user }));
}
