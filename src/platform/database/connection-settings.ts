import pg from 'pg';

/** Settings of every connection of a pool. */
export interface ConnectionSettings {
  readonly url: string;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/** Name shown in `pg_stat_activity`. */
const APPLICATION_NAME = 'data-and-workflow-service';
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/**
 * Time after the statement timeout, which the server enforces, after which a silent server is treated as disconnected.
 */
const SILENCE_MS = 5_000;

/**
 * Types that become JavaScript values: bool, int2, int4, text[] and uuid[]. Others stay text, so that no digit is lost.
 */
const PARSED_TYPES = new Set([16, 21, 23, 1009, 2951]);
const asText = (value: string): string => value;

/** Options of the driver. Session settings travel in the start-up message and cost no round trip. */
export function clientConfig({ url, statementTimeoutMs, lockTimeoutMs }: ConnectionSettings): pg.ClientConfig {
  const settings = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // A name without a schema must not resolve to a tenant's table.
    search_path: 'pg_catalog',
    // Fencing a second execution of a write needs to see rows that were committed meanwhile.
    default_transaction_isolation: 'read\\ committed',
    jit: 'off',
  };
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: withOptions(url, own.join(' ')),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    // Sends each query without waiting for the answer to the one before it.
    pipeline: true,
    types: { getTypeParser: (oid, format) => (PARSED_TYPES.has(oid) ? pg.types.getTypeParser(oid, format) : asText) },
  };
}

/** Adds `options` to the URL, because the driver prefers the URL's. Options that the URL has come last and win. */
function withOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  parsed.searchParams.set('options', given === null ? options : `${options} ${given}`);
  return parsed.href;
}
