import pg from 'pg';
import { appliedMigrations } from '#platform/database/migrate.js';
import type { Query } from '#platform/database/platform-database.js';
import type { RowTarget } from '#platform/database/tables/environment-rows.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { type Manifest, type Place, FORMAT, TransferRefused } from './manifest.js';
import { placeText } from './read-environment.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** Treatment of an environment that has the name already. */
export interface TransferOptions {
  readonly to: Place;
  /** True to take its name: it is renamed and frozen, never removed. */
  readonly replace: boolean;
  /** True to let runs, schedules, accepted writes and triggers go on. */
  readonly keepWork: boolean;
}

/** Where an environment is written. */
export interface TargetPlace {
  readonly place: Place;
  readonly id: string;
  readonly schema: string;
  readonly sourceId: string;
  readonly tenantId: string;
  readonly appId: string;
  /** Environment whose name it takes. */
  readonly replaced?: { readonly id: string; readonly newName: string };
}

const FIND_PLACE = `
  SELECT t.id AS "tenantId", t.name AS tenant, a.id AS "appId", a.name AS app, e.id AS "environmentId",
    e.name AS environment, e.state
  FROM platform.tenant t
  LEFT JOIN platform.app a ON a.tenant_id = t.id AND (lower(a.name) = lower($2) OR a.id::text = lower($2))
  LEFT JOIN platform.environment e ON e.app_id = a.id AND (lower(e.name) = lower($3) OR e.id::text = lower($3))
  WHERE lower(t.name) = lower($1) OR t.id::text = lower($1)`;

interface FoundPlace {
  readonly tenantId: string;
  readonly tenant: string;
  readonly appId: string | null;
  readonly app: string | null;
  readonly environmentId: string | null;
  readonly environment: string | null;
}

/** Schema of an environment, by its id. */
export const schemaOf = (id: string): string => `env_${id.replaceAll('-', '').slice(0, 12)}`;

/** Refuses what this version, or its database, cannot take. @throws {TransferRefused} */
export async function requireReadable(query: Query, { format, migrations, version }: Manifest): Promise<void> {
  if (format !== FORMAT)
    throw new TransferRefused(`The archive has format ${format}; this version of the service reads ${FORMAT}.`);
  const own = new Set(await appliedMigrations(query));
  const unknown = migrations.filter((name) => !own.has(name));
  if (unknown.length > 0)
    throw new TransferRefused(
      `The environment is of a newer version of the service (${version}): the target's database lacks the migrations ` +
        `${unknown.join(', ')}. Start a node of that version at the target first.`,
    );
}

/** Decides where an environment is written, and under which ids. @throws {TransferRefused} */
export async function targetPlace(
  query: Query,
  { environment }: Manifest,
  options: TransferOptions,
): Promise<TargetPlace> {
  const { to } = options;
  const [found] = await query<FoundPlace>(FIND_PLACE, [to.tenant, to.app, to.environment]);
  requireFree(found, options);
  const id = (await isTaken(query, environment.id)) ? uuidV7() : environment.id;
  if (id !== environment.id) requireOneWorker(options);
  const place = placeOf(found, to);
  return {
    place,
    id,
    schema: schemaOf(id),
    sourceId: environment.id,
    tenantId: found?.tenantId ?? (await freeId(query, 'tenant', environment.tenantId)),
    appId: found?.appId ?? (await freeId(query, 'app', environment.appId)),
    ...replacedBy(found, place),
  };
}

function requireOneWorker({ keepWork, replace }: TransferOptions): void {
  if (keepWork && !replace)
    throw new TransferRefused(
      'Work goes on in one place only: the database has this environment already. Leave out --keep-work.',
    );
}

/** Names as they are stored, or as they will be. @throws {TransferRefused} */
const placeOf = (found: FoundPlace | undefined, to: Place): Place => ({
  tenant: found?.tenant ?? validName(to.tenant),
  app: found?.app ?? validName(to.app),
  environment: found?.environment ?? validName(to.environment),
});

function requireFree(found: FoundPlace | undefined, { to, replace }: TransferOptions): void {
  const exists = (found?.environmentId ?? null) !== null;
  if (exists && !replace)
    throw new TransferRefused(
      `Environment ${placeText(to)} exists. Choose another name, or write in its place with --replace.`,
    );
  if (!exists && replace)
    throw new TransferRefused(`There is no environment ${placeText(to)} to replace. Leave out --replace.`);
}

const replacedBy = (found: FoundPlace | undefined, { environment }: Place): Pick<TargetPlace, 'replaced'> =>
  found?.environmentId ? { replaced: { id: found.environmentId, newName: replacedName(environment) } } : {};

function validName(name: string): string {
  if (NAME.test(name)) return name;
  throw new TransferRefused(
    `'${name}' is no name: it must have 1 to 63 letters, digits, hyphens and underscores, and begin with a letter or digit.`,
  );
}

/** `Production-20261128T0640`: the name of an environment that was replaced, by the minute in UTC. */
function replacedName(name: string): string {
  const minute = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 13);
  return `${name.slice(0, 63 - minute.length - 1)}-${minute}`;
}

async function isTaken(query: Query, id: string): Promise<boolean> {
  const rows = await query(
    `SELECT FROM platform.environment WHERE id = $1 OR schema_name = $2
     UNION ALL SELECT FROM pg_namespace WHERE nspname = $2`,
    [id, schemaOf(id)],
  );
  return rows.length > 0;
}

async function freeId(query: Query, table: 'tenant' | 'app', id: string): Promise<string> {
  return (await query(`SELECT FROM platform.${table} WHERE id = $1`, [id])).length === 0 ? id : uuidV7();
}

/** SQL of the ids of a place. */
export const rowTarget = ({ id, sourceId, tenantId, appId }: TargetPlace): RowTarget => ({
  id: uuidLiteral(id),
  sourceId: uuidLiteral(sourceId),
  tenantId: uuidLiteral(tenantId),
  appId: uuidLiteral(appId),
});

const uuidLiteral = (id: string): string => `${pg.escapeLiteral(id)}::uuid`;
