import type { Config } from '#platform/process/config/config.js';
import { loadConfig } from '#platform/process/config/load-config.js';

/** Settings of a node that matches triggers and fires schedules, but executes none of the runs that they start. */
export const ENQUEUES_ONLY = { ROLES: 'api,worker', RUN_WORKERS: '0' } as const;

/** Settings of a service under test: silent, on a free port, on a database that has what it needs. */
export const testConfig = (databaseUrl: string, more: Readonly<Record<string, string>> = {}): Config =>
  loadConfig({
    DATABASE_URL: databaseUrl,
    DEMO: 'false',
    DEV_TOKENS: 'true',
    LOG_LEVEL: 'silent',
    PORT: '0',
    // Runs of the demo's triggers would write beside the tests.
    ROLES: 'api',
    DATABASE_POOL_SIZE: '6',
    // Tests do not wait for minutes.
    SCHEDULE_MIN_SECONDS: '1',
    // On a busy machine a write may take long; what is answered 202 is tried by tests of its own.
    WAIT_WINDOW_MS: '30000',
    ...more,
  });
