import { Injectable } from '@nestjs/common';
import { canonicalTimeZone } from '#core/time/time-zone.js';
import { isLanguageTag } from '#core/values/language-tag.js';
import { LRUCache } from 'lru-cache';
import {
  DEFAULT_SETTINGS,
  type Environment,
  type EnvironmentSettings,
  HUB_TIMES,
} from '#core/catalogue/environment.js';
import { IS_SERVED, IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import { PROVISION } from '#core/catalogue/identity-mapping.js';
import { readHubNames } from '#core/catalogue/hub-names.js';
import type { JsonValue } from '#core/json/json.js';
import { STATE_OF_DEFINITIONS } from './definition-sources.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { EnvironmentRow } from '#platform/database/tables/environments.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';

/** Counters that grow with every change of an environment's definitions or of its users and their rights. */
export interface Versions {
  readonly definitions: string;
  readonly principals: string;
}

/** Environment as stored in the platform's tables. */
export interface StoredEnvironment {
  readonly environment: Environment;
  readonly versions: Versions;
  /** Names this state of the definitions (definition-sources.ts). */
  readonly state: string;
}

/** An environment with its app and tenant. */
interface AddressedRow extends RowOf<
  EnvironmentRow,
  'id' | 'name' | 'app_id' | 'schema_name' | 'settings' | 'definitions_version' | 'principals_version'
> {
  readonly app_name: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly state: string;
}

const SELECT_ENVIRONMENT = `
  SELECT e.id, e.name, a.id AS app_id, a.name AS app_name, t.id AS tenant_id, t.name AS tenant_name, e.schema_name,
    e.settings::text AS settings, e.definitions_version, e.principals_version, ${STATE_OF_DEFINITIONS} AS state
  FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id`;

/** Condition on a tenant, an app and an environment, each by its id or name. */
const IS_ADDRESSED = `
  (t.id::text = lower($1) OR lower(t.name) = lower($1))
  AND (a.id::text = lower($2) OR lower(a.name) = lower($2))
  AND (e.id::text = lower($3) OR lower(e.name) = lower($3))`;

const MAX_ZONES = 1_000;
/** Answers of `isTimeZone`: a formatter takes 50 µs and tens of KB, and many environments share a few zones. */
const zones = new LRUCache<string, boolean>({ max: MAX_ZONES });

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  const known = zones.get(name) ?? canonicalTimeZone(name) !== undefined;
  zones.set(name, known);
  return known;
}

/** Reads settings from JSON. Unknown settings are ignored; missing and invalid values take their defaults. */
export function readSettings(json: string): EnvironmentSettings {
  const given = JSON.parse(json) as Readonly<Record<string, JsonValue>>;
  return {
    timeZone: isTimeZone(given.TimeZone) ? given.TimeZone : 'UTC',
    language:
      typeof given.Language === 'string' && isLanguageTag(given.Language) ? given.Language : DEFAULT_SETTINGS.language,
    insertResult: given.InsertResult === 'Id' ? 'Id' : 'Record',
    errorsAsHttp200: given.ErrorsAsHttp200 === true,
    absentValueIsNull: given.AbsentValueIsNull === true,
    provision: PROVISION.find((mode) => mode === given.Provision) ?? DEFAULT_SETTINGS.provision,
    hubNames: readHubNames(given['hub.names']),
    hubTimes: HUB_TIMES.find((form) => form === given['hub.times']) ?? DEFAULT_SETTINGS.hubTimes,
  };
}

const MAX_ENVIRONMENTS = 1_000;

const environmentIn = (
  row: Omit<AddressedRow, 'definitions_version' | 'principals_version' | 'state'>,
): Environment => ({
  id: row.id,
  name: row.name,
  appId: row.app_id,
  appName: row.app_name,
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  schema: row.schema_name,
  settings: readSettings(row.settings),
});

/** Environments by the text of their rows. */
const environments = new LRUCache<string, Environment>({ max: MAX_ENVIRONMENTS });

/** The same environment is the same object: what is built for it is kept by it. */
function stored({
  definitions_version: definitions,
  principals_version: principals,
  state,
  ...row
}: AddressedRow): StoredEnvironment {
  const key = JSON.stringify(row);
  const environment = environments.get(key) ?? environmentIn(row);
  environments.set(key, environment);
  return { environment, versions: { definitions, principals }, state };
}

/** Reads the environments of the service. */
@Injectable()
export class EnvironmentRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Finds an environment that is served by the id or short name of each part; all three must belong together. */
  async find(tenant: string, app: string, environment: string): Promise<StoredEnvironment | undefined> {
    const [row] = await this.platform.repeatable<AddressedRow>(
      `${SELECT_ENVIRONMENT} WHERE ${IS_ADDRESSED} AND ${IS_SERVED}`,
      [tenant, app, environment],
    );
    return row && stored(row);
  }

  /** Finds the cell to which an environment has moved that was here; undefined for all others. */
  async cellOf(tenant: string, app: string, environment: string): Promise<string | undefined> {
    const [row] = await this.platform.repeatable<RowOf<EnvironmentRow, 'cell'>>(
      `SELECT e.cell
       FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE ${IS_ADDRESSED} AND e.state = 'Moved'`,
      [tenant, app, environment],
    );
    return row?.cell ?? undefined;
  }

  /** All environments, in every state. */
  async all(): Promise<readonly StoredEnvironment[]> {
    return (await this.platform.repeatable<AddressedRow>(SELECT_ENVIRONMENT)).map(stored);
  }

  /** Finds those of these environments that nodes work for. */
  async byIds(ids: readonly string[]): Promise<readonly StoredEnvironment[]> {
    const rows = await this.platform.repeatable<AddressedRow>(
      `${SELECT_ENVIRONMENT} WHERE e.id = ANY($1::uuid[]) AND ${IS_WORKED_ON} ORDER BY e.id`,
      [ids],
    );
    return rows.map(stored);
  }

  /** Finds the environments that nodes work for without this mark for the definitions that they have now. @param kind of the mark */
  async unmarked(kind: 'completed' | 'indexed', mark: string): Promise<readonly StoredEnvironment[]> {
    const rows = await this.platform.repeatable<AddressedRow>(
      `${SELECT_ENVIRONMENT}
       WHERE ${IS_WORKED_ON}
         AND (e.${kind}_by IS DISTINCT FROM $1 OR e.${kind}_version IS DISTINCT FROM e.definitions_version)
       ORDER BY e.id`,
      [mark],
    );
    return rows.map(stored);
  }

  /** Versions of those of the given environments that are served, by id. */
  async versions(ids: readonly string[]): Promise<ReadonlyMap<string, Versions>> {
    const rows = await this.platform.repeatable<
      RowOf<EnvironmentRow, 'id' | 'definitions_version' | 'principals_version'>
    >(
      `SELECT e.id, e.definitions_version, e.principals_version
       FROM platform.environment e
       WHERE e.id = ANY($1::uuid[]) AND ${IS_SERVED}`,
      [ids],
    );
    return new Map(
      rows.map((row) => [row.id, { definitions: row.definitions_version, principals: row.principals_version }]),
    );
  }
}
