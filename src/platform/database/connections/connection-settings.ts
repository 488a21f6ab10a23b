import pg from 'pg';
import type { ReadOnlySigns } from './read-only-signs.js';

/** Settings of every connection of a pool. */
export interface ConnectionSettings {
  readonly url: string;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** Shared by the connections that a router leads to the same server; absent where they are opened for one use. */
  readonly signs?: ReadOnlySigns;
  /** False behind a pooler that does not keep prepared statements; default true. */
  readonly prepares?: boolean;
}

/** Name shown in `pg_stat_activity`. */
const APPLICATION_NAME = 'data-and-workflow-service';
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** The same for a change of definitions, which waits for its turns. */
export const LONG_PAUSE_MS = 120_000;
/**
 * Time after the statement timeout, which the server enforces, after which a silent server is treated as disconnected.
 */
const SILENCE_MS = 5_000;

/** Idle time after which the system asks a peer for a sign of life; a machine that is gone is noticed after it. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Types that become JavaScript values: bool, int2, int4, text[] and uuid[]. Others stay text, so that no digit is lost.
 */
const PARSED_TYPES = new Set([16, 21, 23, 1009, 2951]);
const asText = (value: string): string => value;

/**
 * Settings of a session by which the same statement means something else. A database or a login may have others
 * (`ALTER DATABASE … SET`, `ALTER ROLE … SET`), so every session of the service sets them. What only concerns speed, disk
 * and durability stays as the operator has set it, and so does a database that accepts no writes.
 */
const MEANING = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  lc_numeric: 'C',
  lc_monetary: 'C',
  lc_time: 'C',
  // A name without a schema must not resolve to a tenant's table.
  search_path: 'pg_catalog',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  xmloption: 'content',
  quote_all_identifiers: 'off',
  check_function_bodies: 'on',
  row_security: 'on',
  gin_fuzzy_search_limit: '0',
  exit_on_error: 'off',
  // Fencing a second execution of a write needs to see rows that were committed meanwhile.
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  idle_session_timeout: '0',
  jit: 'off',
} as const;

/** Settings that a session has, by name; times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** Settings of a session of a pool. */
export const pooledSettings = ({ statementTimeoutMs, lockTimeoutMs }: ConnectionSettings): SessionSettings => ({
  ...MEANING,
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

/** Options of the driver. Session settings travel in the start-up message and cost no round trip. */
export function clientConfig(settings: ConnectionSettings): pg.ClientConfig {
  return {
    connectionString: withSettings(settings.url, pooledSettings(settings)),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: settings.statementTimeoutMs + SILENCE_MS,
    // Sends each query without waiting for the answer to the one before it.
    pipeline: true,
    types: { getTypeParser: (oid, format) => (PARSED_TYPES.has(oid) ? pg.types.getTypeParser(oid, format) : asText) },
  };
}

/** Settings of a session for set-up and upkeep: no time limits, and the schema of the table of migrations. */
export const SET_UP: SessionSettings = {
  ...MEANING,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  search_path: 'public',
};

/** URL of a session for set-up and upkeep. */
export const forSetUp = (url: string): string => withSettings(url, SET_UP);

/** URL whose sessions have no time limit for transactions, a setting that servers before PostgreSQL 17 do not know. */
export const withoutTransactionTimeout = (url: string): string => withOptions(url, '-c transaction_timeout=0');

/** Adds settings of a session to a URL. */
function withSettings(url: string, settings: SessionSettings): string {
  const own = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\\s]/g, '\\$&')}`,
  );
  return withOptions(url, own.join(' '));
}

/** Adds `options` to the URL, because the driver prefers the URL's. Options that the URL has come last and win. */
function withOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  parsed.searchParams.set('options', given === null ? options : `${options} ${given}`);
  return parsed.href;
}
