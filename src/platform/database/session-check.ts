import pg from 'pg';
import { StartRefused } from '#platform/process/config/start-refused.js';
import {
  clientConfig,
  type ConnectionSettings,
  forSetUp,
  pooledSettings,
  type SessionSettings,
  SET_UP,
} from './connections/connection-settings.js';

interface Addresses extends ConnectionSettings {
  /** URL of the server itself. */
  readonly directUrl: string;
}

/** SQL state of a start-up message that is refused. */
const PROTOCOL_VIOLATION = '08P01';
/** SQL states of a prepared statement that this session lacks, or that another one has made in it. */
const NOT_PREPARED = new Set(['26000', '42P05']);
/** Longest wait for a second session. */
const TIMEOUT_MS = 5_000;
/** Tries to meet a session that others use: one may be missed while they do. */
const TRIES = 3;

/** Opens a session for set-up. @throws {StartRefused} where a pooler refuses its settings */
export const openSetUp = (url: string): Promise<pg.Client> => opened({ connectionString: forSetUp(url) });

/**
 * Checks that sessions have the settings that the service gives them, and that they are sessions: a pooler may drop the
 * settings without a word, and run each transaction in another session.
 *
 * @throws {StartRefused} that says what to set where
 */
export async function requireSessions(addresses: Addresses): Promise<void> {
  const direct = await openSetUp(addresses.directUrl);
  const pooled: pg.Client[] = [];
  try {
    const config = { ...clientConfig(addresses), query_timeout: TIMEOUT_MS, connectionTimeoutMillis: TIMEOUT_MS };
    for (let count = 0; count < 2; count++) pooled.push(await opened(config));
    const problems = await problemsOf(addresses, direct, pooled);
    if (problems.length > 0) throw new StartRefused([...problems, 'docs/poolers.md says more.'].join('\n'));
  } finally {
    await Promise.all([direct, ...pooled].map((client) => client.end()));
  }
}

async function problemsOf(
  addresses: Addresses,
  direct: pg.Client,
  [first, second]: readonly pg.Client[],
): Promise<readonly string[]> {
  const { url, directUrl, prepares = true } = addresses;
  const lacksSetUp = (await differing(direct, SET_UP, directUrl)).length > 0;
  const missing = await differing(first, pooledSettings(addresses), url);
  const kept = await whatIsKept(first, second);
  return [
    (lacksSetUp || (kept !== 'session' && url === directUrl)) && NOT_DIRECT,
    (await placeOf(first)) !== (await placeOf(direct)) && OTHER_PLACE,
    missing.length > 0 && droppedSettings(missing, first),
    kept === 'nothing' && prepares && NO_PREPARED_STATEMENTS,
  ].filter((problem) => problem !== false);
}

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // The next query fails.
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw codeOf(error) === PROTOCOL_VIOLATION ? new StartRefused(REFUSED_OPTIONS, { cause: error }) : error;
  }
}

/** Settings that a session should have and lacks; those that the URL sets by itself are left out. */
async function differing(client: pg.Client, expected: SessionSettings, url: string): Promise<readonly Difference[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(SETTINGS, [Object.keys(expected)]);
  const own = new URL(url).searchParams.get('options') ?? '';
  return rows
    .filter(({ name, setting }) => plain(name, setting) !== String(expected[name]) && !own.includes(`${name}=`))
    .map(({ name }) => ({ name, value: String(expected[name]) }));
}

interface Difference {
  readonly name: string;
  /** Value that the service needs. */
  readonly value: string;
}

/** DateStyle has a second part, which only matters for the input of dates in another style than ISO. */
const plain = (name: string, setting: string): string => (name === 'DateStyle' ? setting.split(',')[0] : setting);

const SETTINGS = 'SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[]) ORDER BY name';

/** Server, database and login of a session. */
async function placeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT concat_ws(' ', system_identifier, current_database(), current_user) AS place FROM pg_control_system()`,
  );
  return rows[0].place;
}

/**
 * Finds what a session keeps between its transactions, by another session that takes the free server process meanwhile.
 * Two sessions without a pooler never meet in one process.
 */
async function whatIsKept(first: pg.Client, second: pg.Client): Promise<'session' | 'prepared statements' | 'nothing'> {
  try {
    for (let tried = 0; tried < TRIES; tried++) {
      const before = await processOf(first, 'probe');
      await second.query('BEGIN');
      const taken = await processOf(second);
      const after = await processOf(first, 'probe');
      await second.query('COMMIT');
      if (taken === before || after !== before) return 'prepared statements';
    }
    return 'session';
  } catch (error) {
    if (NOT_PREPARED.has(codeOf(error))) return 'nothing';
    throw error;
  }
}

async function processOf(client: pg.Client, name?: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'SELECT pg_backend_pid() AS pid' });
  return rows[0].pid;
}

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

function droppedSettings(missing: readonly Difference[], { user = '', database = '' }: pg.Client): string {
  const place = `${pg.escapeIdentifier(user)} IN DATABASE ${pg.escapeIdentifier(database)}`;
  const statements = missing.map(
    ({ name, value }) => `  ALTER ROLE ${place} SET ${name} = ${pg.escapeLiteral(value)};`,
  );
  return [DROPPED_SETTINGS, ...statements].join('\n');
}

const DROPPED_SETTINGS =
  'DATABASE_URL leads to a pooler that drops the settings of sessions. Set them at the server, then let the pooler ' +
  'open its connections again (PgBouncer: RECONNECT):';
const REFUSED_OPTIONS =
  'There is a pooler that refuses the settings of sessions (the start-up parameter options). PgBouncer accepts them ' +
  'with ignore_startup_parameters = options. docs/poolers.md says more.';
const NOT_DIRECT =
  'Set-up, LISTEN and routines need sessions of the server itself, and there is a pooler between: set ' +
  'DATABASE_DIRECT_URL to the URL of the server, with the login of DATABASE_URL.';
const OTHER_PLACE =
  'DATABASE_URL and DATABASE_DIRECT_URL must lead to the same server and database with the same login.';
const NO_PREPARED_STATEMENTS =
  'DATABASE_URL leads to a pooler that runs each transaction in another session and loses prepared statements: set ' +
  'DATABASE_PREPARED_STATEMENTS=false, or max_prepared_statements (PgBouncer 1.21) or pool_mode = session there.';
