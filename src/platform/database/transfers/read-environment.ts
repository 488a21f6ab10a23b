import pg from 'pg';
import { parseLogCursor, type LogCursor } from '#core/changes/log-cursor.js';
import type { LogSnapshot } from '#core/changes/log-snapshot.js';
import { IS_EARLIER_LOG } from '#platform/change-log/read-changes.sql.js';
import { appliedMigrations } from '#platform/database/migrate.js';
import type { Query } from '#platform/database/platform-database.js';
import {
  ENVIRONMENT_ROWS,
  type EnvironmentRows,
  rowSource,
  type RowSource,
} from '#platform/database/tables/environment-rows.js';
import {
  type EnvironmentRecord,
  type EnvironmentStream,
  FORMAT,
  type Manifest,
  type Place,
  type RowStream,
  TransferRefused,
} from './manifest.js';
import { compileMasks, type MaskRules, type RowMasks } from './masks.js';
import { readSequences, readTables, tableNames, type TableShape, useSchema } from './table-shape.js';
import type { TransferSession } from './transfer-session.js';

/** Extent of a read of an environment. */
export interface ReadOptions {
  /** Version of the service. */
  readonly version: string;
  /** True to read what is under way, too. */
  readonly withWork: boolean;
  /** Replaces values; absent: none. */
  readonly rules?: MaskRules;
}

const FIND = `
  SELECT e.id, COALESCE(e.origin_id, e.id) AS "originId", e.name AS environment,
    a.id AS "appId", a.name AS app, t.id AS "tenantId", t.name AS tenant, t.label AS "tenantLabel",
    e.schema_name AS schema, e.settings::text AS settings,
    e.definitions_version AS "definitionsVersion", e.principals_version AS "principalsVersion", e.state
  FROM platform.environment e
  JOIN platform.app a ON a.id = e.app_id
  JOIN platform.tenant t ON t.id = a.tenant_id
  WHERE (t.id::text = lower($1) OR lower(t.name) = lower($1)) AND (a.id::text = lower($2) OR lower(a.name) = lower($2))
    AND (e.id::text = lower($3) OR lower(e.name) = lower($3))`;

const STORED_COLUMNS = `
  SELECT a.attname AS name
  FROM pg_attribute a
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attnum`;

/** Finds an environment by names or ids. @throws {TransferRefused} where there is none that can be copied */
export async function findEnvironment(query: Query, place: Place): Promise<EnvironmentRecord> {
  const [found] = await query<EnvironmentRecord & { state: string }>(FIND, [
    place.tenant,
    place.app,
    place.environment,
  ]);
  if (!found) throw new TransferRefused(`There is no environment ${placeText(place)}.`);
  const { state, ...environment } = found;
  if (state === 'Copying') throw new TransferRefused(`Environment ${placeText(place)} is a copy that is not complete.`);
  return environment;
}

export const placeText = ({ tenant, app, environment }: Place): string => `${tenant}/${app}/${environment}`;

/** Columns of a table that are stored, in their order. @param table with its schema, quoted */
export const storedColumns = async (query: Query, table: string): Promise<readonly string[]> =>
  (await query<{ name: string }>(STORED_COLUMNS, [table])).map(({ name }) => name);

/**
 * Reads an environment in one REPEATABLE READ transaction, so that all of it is of one instant. Definitions cannot
 * change meanwhile; records can. The caller closes the session.
 */
export async function readEnvironment(
  session: TransferSession,
  place: Place,
  options: ReadOptions,
): Promise<EnvironmentStream> {
  const { query } = session;
  const { schema } = await findEnvironment(query, place);
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Locks come before the snapshot, so that the catalogue, which statements read as of now, is that of the snapshot.
  const locked = await lockTables(query, schema);
  const environment = await findEnvironment(query, place);
  await useSchema(query, schema);
  const tables = await readTables(query, schema);
  if (tables.length !== locked) throw new TransferRefused('The definitions have just changed. Repeat the command.');
  const unmatched = options.withWork ? await unmatchedChanges(query, environment.id) : undefined;
  const source = rowSource({ id: environment.id, schema }, unmatched);
  const masks = options.rules && (await compileMasks(query, schema, tables, options.rules));
  const parts = ENVIRONMENT_ROWS.filter(({ part, table }) => isRead(part, options) && !masks?.leavesOut(table));
  const manifest = await manifestOf(query, { environment, tables, source, options });
  return { manifest, rows: () => rowStreams(session, { tables, source, parts, masks }) };
}

const isRead = (part: EnvironmentRows['part'], { withWork }: ReadOptions): boolean =>
  part === 'Past' || (part === 'Work' && withWork);

async function lockTables(query: Query, schema: string): Promise<number> {
  const names = await tableNames(query, schema);
  const tables = names.map((name) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`);
  await query(`LOCK TABLE ${tables.join(', ')} IN ACCESS SHARE MODE`);
  return tables.length;
}

interface Read {
  readonly environment: EnvironmentRecord;
  readonly tables: readonly TableShape[];
  readonly source: RowSource;
  readonly options: ReadOptions;
}

async function manifestOf(query: Query, { environment, tables, source, options }: Read): Promise<Manifest> {
  const [{ at, changes }] = await query<{ at: string; changes: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, count(*) AS changes
     FROM platform.change t
     WHERE t.environment_id = ${source.id}`,
  );
  return {
    format: FORMAT,
    version: options.version,
    migrations: await appliedMigrations(query),
    takenAt: at,
    environment,
    tables,
    sequences: await readSequences(query, environment.schema),
    rows: tables.reduce((sum, { rows }) => sum + rows, Number(changes)),
    hasWork: options.withWork,
    isAnonymised: options.rules !== undefined,
  };
}

interface Streamed {
  readonly tables: readonly TableShape[];
  readonly source: RowSource;
  readonly parts: readonly EnvironmentRows[];
  readonly masks: RowMasks | undefined;
}

async function* rowStreams(
  session: TransferSession,
  { tables, source, parts, masks }: Streamed,
): AsyncGenerator<RowStream> {
  for (const { name, columns } of tables) {
    const stored = columns.filter(({ generated }) => !generated).map((column) => column.name);
    const values = stored.map((column) => masks?.column(name, column) ?? `t.${pg.escapeIdentifier(column)}`);
    yield {
      header: { kind: 'table', table: name, columns: stored },
      chunks: session.copyOut(`SELECT ${values.join(', ')} FROM ${source.schema}.${pg.escapeIdentifier(name)} t`),
    };
  }
  for (const { table, part, made = [], where } of parts) {
    const name = `platform.${table}`;
    // The id of a shape is another one in the target, but its changes name it.
    const kept = table === 'record_shape' ? [] : made;
    const stored = (await storedColumns(session.query, name)).filter((column) => !kept.includes(column));
    const values = stored.map((column) => masks?.platformColumn(table, column) ?? `t.${column}`);
    const order = made.length > 0 ? ` ORDER BY t.${made[0]}` : '';
    yield {
      header: { kind: 'rows', table, part, columns: stored },
      chunks: session.copyOut(`SELECT ${values.join(', ')} FROM ${name} t WHERE ${where(source)}${order}`),
    };
  }
}

/** Condition of the changes `t` that triggers have not been matched with yet. */
export async function unmatchedChanges(query: Query, environmentId: string): Promise<string> {
  const [row] = await query<{ begins: string; cursor: string | null }>(
    'SELECT c.begins_at::text AS begins, c.cursor FROM platform.trigger_cursor c WHERE c.environment_id = $1',
    [environmentId],
  );
  if (!row) return 'false';
  if (row.cursor === null) return `t.xid >= '${BigInt(row.begins)}'::xid8`;
  const cursor = parseLogCursor(row.cursor);
  // Where the log was replaced, as by a restore, matching begins at its end.
  return cursor && (await isOfThisLog(query, cursor)) ? behind(cursor) : 'false';
}

const isOfThisLog = async (query: Query, { log }: LogCursor): Promise<boolean> =>
  (await query<{ isEarlier: boolean }>(IS_EARLIER_LOG, [log]))[0].isEarlier;

function behind({ snapshot, rest }: LogCursor): string {
  const unread = notSeen(snapshot);
  return rest ? `${unread} AND NOT (NOT (${notSeen(rest.to)}) AND t.position <= ${rest.after})` : unread;
}

/** Condition of the changes `t` that a snapshot does not show, in a form that an index of the log serves. */
export const notSeen = ({ xmax, inProgress }: Pick<LogSnapshot, 'xmax' | 'inProgress'>): string =>
  `(${[`t.xid >= '${xmax}'::xid8`, ...inProgress.map((xid) => `t.xid = '${xid}'::xid8`)].join(' OR ')})`;
