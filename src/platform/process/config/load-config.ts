import {
  type BulkConfig,
  type ChangesConfig,
  type Config,
  type HubConfig,
  type HttpConfig,
  type OperationsConfig,
  type RunsConfig,
  LOG_FORMATS,
  LOG_LEVELS,
} from './config.js';
import { isLoopback } from './address-ranges.js';
import { cellConfig } from './cell-config.js';
import { databaseConfig } from './database-config.js';
import { definitionLimitsConfig, limitsConfig } from './limits-config.js';
import { mailConfig, outboundConfig } from './outbound-config.js';
import { connectionsThatFit, processMemory } from './memory.js';
import { pluginsConfig } from './plugins-config.js';
import { type Env, Settings } from './settings.js';
import { studioConfig } from './studio-config.js';
import { DEVELOPMENT_SECRET, tokenConfig } from './token-config.js';
import { tracesConfig } from './traces-config.js';

export { DEVELOPMENT_SECRET };

const NODE_ENVS: readonly string[] = ['production', 'development', 'test'];

/**
 * Reads every setting once, at start.
 *
 * @throws {StartRefused} that lists all invalid settings, so that one restart fixes them all
 * @see docs/settings.md
 */
export function loadConfig(env: Env = process.env): Config {
  const settings = new Settings(env);
  const production = isProduction(settings, env);
  const database = databaseConfig(settings, production);
  const cluster = settings.int('CLUSTER', 1, { min: 1, max: 64 });
  const config: Config = {
    production,
    warnings: settings.warnings,
    port: settings.int('PORT', 3_000, { max: 65_535 }),
    host: listenAddress(settings, production),
    cluster,
    cell: cellConfig(settings),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: settings.oneOf('LOG_FORMAT', LOG_FORMATS, 'auto'),
    metrics: settings.flag('METRICS', true),
    swagger: settings.flag('SWAGGER', true),
    studio: studioConfig(settings),
    traces: tracesConfig(settings),
    http: httpConfig(settings, production),
    limits: limitsConfig(settings),
    definitionLimits: definitionLimitsConfig(settings),
    database,
    tokens: tokenConfig(settings, production, database.url === undefined),
    catalogueMemoryMb: settings.int('CATALOGUE_MEMORY_MB', 128, { min: 8, max: 1_048_576 }),
    hookTimeoutMs: settings.int('HOOK_TIMEOUT_MS', 5_000, { min: 1 }),
    scheduleMinSeconds: settings.int('SCHEDULE_MIN_SECONDS', 60, { min: 1, max: 86_400 }),
    slowQueryMs: settings.int('SLOW_QUERY_MS', 100),
    bulk: bulkConfig(settings),
    changes: changesConfig(settings),
    hub: hubConfig(settings, cluster),
    operations: operationsConfig(settings),
    outbound: outboundConfig(settings),
    mail: mailConfig(settings),
    runs: runsConfig(settings),
    plugins: pluginsConfig(settings),
  };
  settings.throwIfAny();
  return Object.freeze(config);
}

/**
 * Reads NODE_ENV exactly as libraries do. An unknown value is a misspelt `production` more often than anything else, and
 * would be development, so it is refused.
 */
function isProduction(settings: Settings, { NODE_ENV = '', NODE_TLS_REJECT_UNAUTHORIZED: verifies }: Env): boolean {
  const isKnown = NODE_ENV === '' || NODE_ENVS.includes(NODE_ENV);
  if (!isKnown)
    settings.problem(`NODE_ENV must be one of ${NODE_ENVS.join(', ')} in lower case, or absent, not '${NODE_ENV}'`);
  const production = NODE_ENV === 'production' || !isKnown;
  if (verifies === '0' && production)
    settings.problem('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production; NODE_EXTRA_CA_CERTS adds an authority');
  else if (verifies === '0')
    settings.warn(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0: certificates of the identity provider and others are not verified.',
    );
  return production;
}

function listenAddress(settings: Settings, production: boolean): string {
  const host = settings.text('HOST');
  if (host !== undefined && !production && !isLoopback(host))
    settings.warn(`HOST is ${host}: other machines reach a service with settings for development.`);
  return host ?? (production ? '0.0.0.0' : '127.0.0.1');
}

function httpConfig(settings: Settings, production: boolean): HttpConfig {
  return {
    bodyLimitBytes: settings.int('BODY_LIMIT_BYTES', 5 * 1024 * 1024, { min: 1 }),
    bodyMinRate: settings.int('BODY_BYTES_PER_SECOND', 1_000),
    answerMemoryMb: settings.int('ANSWER_MEMORY_MB', 256, { min: 16, max: 1_048_576 }),
    corsOrigins: corsOrigins(settings, production),
    strictTransport: production,
    drainDelayMs: settings.int('DRAIN_DELAY_MS', production ? 2_000 : 0),
    shutdownGraceMs: settings.int('SHUTDOWN_GRACE_MS', 20_000),
  };
}

function corsOrigins(settings: Settings, production: boolean): readonly string[] {
  const origins = settings.origins('CORS_ORIGINS');
  const plain = origins.filter((origin) => origin.startsWith('http:'));
  if (production && plain.length > 0)
    settings.warn(
      `CORS_ORIGINS lists ${plain.join(', ')}: whoever stands between a browser and such a page may act as its user.`,
    );
  return origins;
}

function bulkConfig(settings: Settings): BulkConfig {
  const bodyLimitBytes = settings.int('BULK_BODY_LIMIT_BYTES', 50 * 1024 * 1024, { min: 1, max: 2 ** 30 });
  const max = 2 ** 40;
  const bodiesBytes = settings.int('BULK_BODIES_BYTES', 5 * bodyLimitBytes, { min: 1, max });
  if (bodiesBytes < 4 * bodyLimitBytes)
    settings.problem('BULK_BODIES_BYTES must be at least four times BULK_BODY_LIMIT_BYTES: a user has a quarter of it');
  return {
    bodyLimitBytes,
    bodiesBytes,
    calls: settings.int('BULK_CALLS', 4, { min: 1, max: 100 }),
    waitMs: settings.int('BULK_WAIT_MS', 30_000, { min: 1 }),
    timeoutMs: settings.int('BULK_TIMEOUT_MS', 600_000, { min: 1 }),
  };
}

function changesConfig(settings: Settings): ChangesConfig {
  const changes = {
    retentionDays: settings.int('CHANGE_RETENTION_DAYS', 7, { min: 1, max: 30 }),
    auditDays: settings.int('AUDIT_RETENTION_DAYS', 400, { min: 1, max: 36_500 }),
  };
  if (changes.auditDays <= changes.retentionDays)
    settings.problem('AUDIT_RETENTION_DAYS must be greater than CHANGE_RETENTION_DAYS');
  return changes;
}

function hubConfig(settings: Settings, cluster: number): HubConfig {
  return {
    messageBytes: settings.int('HUB_MESSAGE_BYTES', 65_536, { min: 1 }),
    keepAliveMs: settings.int('HUB_KEEP_ALIVE_MS', 15_000, { min: 1 }),
    clientTimeoutMs: settings.int('HUB_TIMEOUT_MS', 30_000, { min: 1 }),
    connectionsPerUser: settings.int('HUB_CONNECTIONS', 5_000, { min: 1 }),
    connections: settings.int('HUB_NODE_CONNECTIONS', connectionsThatFit(processMemory(cluster)), { min: 1 }),
    nodeOrigin: settings.url('NODE_ORIGIN', ['http:', 'https:']),
    registrations: settings.int('HUB_REGISTRATIONS', 500, { min: 1 }),
    clauses: settings.int('HUB_CLAUSES', 64, { min: 1 }),
    streams: settings.int('HUB_STREAMS', 50, { min: 1 }),
    streamsPerUser: settings.int('HUB_USER_STREAMS', 1_000, { min: 1 }),
  };
}

function operationsConfig(settings: Settings): OperationsConfig {
  const queueLength = settings.int('WRITE_QUEUE', 1_000, { max: 1_000_000 });
  const queueBytes = settings.int('WRITE_QUEUE_BYTES', 32 * 1024 * 1024);
  const retentionHours = settings.int('KEEP_OUTCOMES_HOURS', 24, { min: 24, max: 24 * 366 });
  return {
    waitWindowMs: settings.int('WAIT_WINDOW_MS', 3_000, { max: 30_000 }),
    queueLength,
    queuePerUser: settings.int('WRITE_QUEUE_USER', Math.ceil(queueLength / 10), { min: 1 }),
    queuePerTenant: settings.int('WRITE_QUEUE_TENANT', Math.ceil(queueLength / 2), { min: 1 }),
    queueBytes,
    storedBytes: settings.int('WRITE_QUEUE_STORED_BYTES', 8 * queueBytes),
    workers: settings.int('WRITE_QUEUE_WORKERS', 4, { min: 1, max: 1_000 }),
    leaseMs: settings.int('WRITE_LEASE_MS', 15_000, { min: 100 }),
    retentionHours,
    outcomeBytes: settings.int('OUTCOME_BYTES', 10 * 1024 ** 3, { min: 1_048_576 }),
    // The caller of a run is known by its outcome.
    fileHours: settings.int('RUN_FILE_HOURS', 24, { min: 1, max: retentionHours }),
    filesBytes: settings.int('RUN_FILES_BYTES', 10 * 1024 ** 3, { min: 1_048_576 }),
  };
}

const ROLES: readonly string[] = ['api', 'worker'];

function runsConfig(settings: Settings): RunsConfig {
  const roles = (settings.text('ROLES') ?? ROLES.join()).split(',').map((role) => role.trim().toLowerCase());
  if (!roles.every((role) => ROLES.includes(role))) settings.problem(`ROLES must list ${ROLES.join(' and ')}`);
  return {
    isWorker: roles.includes('worker'),
    workers: settings.int('RUN_WORKERS', 4, { max: 100 }),
    leaseMs: settings.int('RUN_LEASE_MS', 15_000, { min: 500, max: 600_000 }),
    timeoutMinutes: settings.int('RUN_TIMEOUT_MINUTES', 60, { min: 1, max: 1_440 }),
    queueLimit: settings.int('RUN_QUEUE_LIMIT', 100_000, { min: 1, max: 100_000_000 }),
    keptBytes: settings.int('RUN_BYTES', 10 * 1024 ** 3, { min: 1_048_576 }),
    outputLimitBytes: settings.int('RUN_OUTPUT_BYTES', 100 * 1024 * 1024, { min: 1_024 }),
    retentionDays: settings.int('RUN_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
    notificationLimit: settings.int('NOTIFICATION_LIMIT', 10_000, { min: 100, max: 100_000_000 }),
  };
}
