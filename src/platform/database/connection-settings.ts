import pg from 'pg';

/** What every connection of a pool is opened with. */
export interface ConnectionSettings {
  readonly url: string;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/** Shown in `pg_stat_activity`. */
const APPLICATION_NAME = 'data-and-workflow-service';
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** The server ends a statement that takes too long. One that says nothing so long after is gone without a word. */
const SILENCE_MS = 5_000;

/** Bool, int2, int4, text[] and uuid[] become JavaScript values; all else stays text, so that no digit is lost. */
const PARSED_TYPES = new Set([16, 21, 23, 1009, 2951]);
const asText = (value: string): string => value;

/** The driver's options; session settings travel with the connection's start-up message and cost no round trip. */
export function clientConfig({ url, statementTimeoutMs, lockTimeoutMs }: ConnectionSettings): pg.ClientConfig {
  const settings = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // A name without a schema must not find anybody's table.
    search_path: 'pg_catalog',
    // What fences a second runner of a write relies on seeing rows that were committed meanwhile.
    default_transaction_isolation: 'read\\ committed',
    jit: 'off',
  };
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: withOptions(url, ours.join(' ')),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    // Each query is sent at once, without waiting for the answer of the one before it.
    pipeline: true,
    types: { getTypeParser: (oid, format) => (PARSED_TYPES.has(oid) ? pg.types.getTypeParser(oid, format) : asText) },
  };
}

/** The driver lets the URL's `options` replace ours, so both go there; the URL's stand last and win. */
function withOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const own = parsed.searchParams.get('options');
  parsed.searchParams.set('options', own === null ? options : `${options} ${own}`);
  return parsed.href;
}
