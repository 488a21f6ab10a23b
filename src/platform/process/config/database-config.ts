import type { DatabaseConfig } from './config.js';
import type { Settings } from './settings.js';
import { objectShare, statementShare } from './share-config.js';

/** Reads the settings of the database. */
export function databaseConfig(settings: Settings, production: boolean): DatabaseConfig {
  const url = settings.databaseUrl('DATABASE_URL');
  if (url !== undefined) warnOfDatabase(settings, url, production);
  const poolSize = settings.int('DATABASE_POOL_SIZE', 10, { min: 1, max: 1_000 });
  const directUrl = settings.databaseUrl('DATABASE_DIRECT_URL');
  if (directUrl !== undefined && url === undefined)
    settings.problem('DATABASE_DIRECT_URL is only allowed together with DATABASE_URL, which leads to a pooler');
  return {
    url,
    directUrl: directUrl ?? url,
    prepares: settings.flag('DATABASE_PREPARED_STATEMENTS', true),
    standbyUrls: standbyUrls(settings, url),
    dataDir: settings.text('DATA_DIR') ?? '.data',
    demo: demoFlag(settings, url === undefined, production),
    poolSize,
    share: statementShare(settings, poolSize),
    objectCalls: objectShare(settings),
    jobConnections: settings.int('JOB_CONNECTIONS', 4, { min: 1, max: 1_000 }),
    statementTimeoutMs: settings.int('STATEMENT_TIMEOUT_MS', 30_000, { min: 1 }),
    lockTimeoutMs: settings.int('LOCK_TIMEOUT_MS', 5_000, { min: 1 }),
    allowsSharedFunctions: sharedFunctionsFlag(settings, production),
  };
}

function standbyUrls(settings: Settings, url: string | undefined): readonly string[] {
  const urls = settings.databaseUrls('READ_DATABASE_URLS');
  if (urls.length > 0 && url === undefined)
    settings.problem('READ_DATABASE_URLS needs DATABASE_URL: standbys of the embedded database are not supported');
  if (urls.some((each) => databaseOf(each) !== databaseOf(url ?? each)))
    settings.problem('READ_DATABASE_URLS must name the same database as DATABASE_URL, on other servers');
  if (new Set(urls).size < urls.length) settings.problem('READ_DATABASE_URLS must list each standby once');
  return urls;
}

const databaseOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).pathname : undefined);

function warnOfDatabase(settings: Settings, url: string, production: boolean): void {
  if (!production)
    settings.warn(
      'NODE_ENV is not production although DATABASE_URL is set: settings that are for development only are in force.',
    );
  if (URL.canParse(url) && new URL(url).searchParams.get('sslmode') === 'no-verify')
    settings.warn('DATABASE_URL has sslmode=no-verify: the certificate of the database server is not verified.');
}

function demoFlag(settings: Settings, embedded: boolean, production: boolean): boolean {
  const demo = settings.flag('DEMO', embedded);
  if (demo && production) settings.warn('DEMO is true: an empty database gets Administrators whose names are public.');
  return demo;
}

function sharedFunctionsFlag(settings: Settings, production: boolean): boolean {
  const allows = settings.flag('ALLOW_SHARED_FUNCTIONS', !production);
  if (allows && production)
    settings.warn('ALLOW_SHARED_FUNCTIONS is true: a routine of one tenant may stop the writes of all.');
  return allows;
}
