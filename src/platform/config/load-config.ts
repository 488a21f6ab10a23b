import {
  type BulkConfig,
  type ChangesConfig,
  type Config,
  type DatabaseConfig,
  type HubConfig,
  type HttpConfig,
  type OperationsConfig,
  type RunsConfig,
  LOG_FORMATS,
  LOG_LEVELS,
  type TokenConfig,
  type TokenKey,
} from './config.js';
import { limitsConfig } from './limits-config.js';
import { mailConfig, outboundConfig } from './outbound-config.js';
import { connectionsThatFit, processMemory } from './memory.js';
import { type Env, Settings } from './settings.js';
import { objectShare, statementShare } from './share-config.js';
import { tracesConfig } from './traces-config.js';

/** Default secret for tokens. It is public, so production refuses it. */
export const DEVELOPMENT_SECRET = 'development-only-secret-never-use-in-production';

/**
 * Reads every setting once, at start.
 *
 * @throws {Error} that lists all invalid settings, so that one restart fixes them all
 * @see docs/settings.md
 */
export function loadConfig(env: Env = process.env): Config {
  const settings = new Settings(env);
  const production = env.NODE_ENV === 'production';
  const database = databaseConfig(settings, production);
  const cluster = settings.int('CLUSTER', 1, { min: 1, max: 64 });
  const config: Config = {
    production,
    port: settings.int('PORT', 3_000, { max: 65_535 }),
    host: settings.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    cluster,
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: settings.oneOf('LOG_FORMAT', LOG_FORMATS, 'auto'),
    metrics: settings.flag('METRICS', true),
    traces: tracesConfig(settings),
    http: httpConfig(settings, production),
    limits: limitsConfig(settings),
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
  };
  settings.throwIfAny();
  return Object.freeze(config);
}

function httpConfig(settings: Settings, production: boolean): HttpConfig {
  return {
    bodyLimitBytes: settings.int('BODY_LIMIT_BYTES', 5 * 1024 * 1024, { min: 1 }),
    bodyMinRate: settings.int('BODY_BYTES_PER_SECOND', 1_000),
    answerMemoryMb: settings.int('ANSWER_MEMORY_MB', 256, { min: 16, max: 1_048_576 }),
    corsOrigins: settings.origins('CORS_ORIGINS'),
    strictTransport: production,
    drainDelayMs: settings.int('DRAIN_DELAY_MS', production ? 2_000 : 0),
    shutdownGraceMs: settings.int('SHUTDOWN_GRACE_MS', 20_000),
  };
}

function databaseConfig(settings: Settings, production: boolean): DatabaseConfig {
  const url = settings.databaseUrl('DATABASE_URL');
  const poolSize = settings.int('DATABASE_POOL_SIZE', 10, { min: 1, max: 1_000 });
  return {
    url,
    dataDir: settings.text('DATA_DIR') ?? '.data',
    demo: settings.flag('DEMO', url === undefined),
    poolSize,
    share: statementShare(settings, poolSize),
    objectCalls: objectShare(settings),
    jobConnections: settings.int('JOB_CONNECTIONS', 4, { min: 1, max: 1_000 }),
    statementTimeoutMs: settings.int('STATEMENT_TIMEOUT_MS', 30_000, { min: 1 }),
    lockTimeoutMs: settings.int('LOCK_TIMEOUT_MS', 5_000, { min: 1 }),
    allowsSharedFunctions: settings.flag('ALLOW_SHARED_FUNCTIONS', !production),
  };
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
    messageBytes: settings.int('HUB_MESSAGE_BYTES', 32_768, { min: 1 }),
    keepAliveMs: settings.int('HUB_KEEP_ALIVE_MS', 15_000, { min: 1 }),
    clientTimeoutMs: settings.int('HUB_TIMEOUT_MS', 30_000, { min: 1 }),
    connectionsPerUser: settings.int('HUB_CONNECTIONS', 5_000, { min: 1 }),
    connections: settings.int('HUB_NODE_CONNECTIONS', connectionsThatFit(processMemory(cluster)), { min: 1 }),
    nodeOrigin: settings.url('NODE_ORIGIN', ['http:', 'https:']),
    registrations: settings.int('HUB_REGISTRATIONS', 500, { min: 1 }),
    streams: settings.int('HUB_STREAMS', 50, { min: 1 }),
    streamsPerUser: settings.int('HUB_USER_STREAMS', 1_000, { min: 1 }),
  };
}

function operationsConfig(settings: Settings): OperationsConfig {
  const queueLength = settings.int('WRITE_QUEUE', 1_000, { max: 1_000_000 });
  const retentionHours = settings.int('KEEP_OUTCOMES_HOURS', 24, { min: 24, max: 24 * 366 });
  return {
    waitWindowMs: settings.int('WAIT_WINDOW_MS', 3_000, { max: 30_000 }),
    queueLength,
    queuePerUser: settings.int('WRITE_QUEUE_USER', Math.ceil(queueLength / 10), { min: 1 }),
    queuePerTenant: settings.int('WRITE_QUEUE_TENANT', Math.ceil(queueLength / 2), { min: 1 }),
    queueBytes: settings.int('WRITE_QUEUE_BYTES', 32 * 1024 * 1024),
    workers: settings.int('WRITE_QUEUE_WORKERS', 4, { min: 1, max: 1_000 }),
    leaseMs: settings.int('WRITE_LEASE_MS', 15_000, { min: 100 }),
    retentionHours,
    // The caller of a run is known by its outcome.
    fileHours: settings.int('RUN_FILE_HOURS', 24, { min: 1, max: retentionHours }),
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
    outputLimitBytes: settings.int('RUN_OUTPUT_BYTES', 100 * 1024 * 1024, { min: 1_024 }),
    retentionDays: settings.int('RUN_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
  };
}

function tokenConfig(settings: Settings, production: boolean, embedded: boolean): TokenConfig {
  const key = tokenKey(settings, production);
  const devTokens = settings.flag('DEV_TOKENS', embedded && !production && key.kind === 'secret');
  if (production && devTokens) settings.problem('DEV_TOKENS must not be true in production');
  if (devTokens && key.kind !== 'secret')
    settings.problem('DEV_TOKENS needs JWT_SECRET: the service cannot sign for another key');
  return {
    key,
    issuer: settings.text('JWT_ISSUER'),
    audience: settings.text('JWT_AUDIENCE'),
    userClaim: settings.text('JWT_USER_CLAIM') ?? 'sub',
    devTokens,
  };
}

function tokenKey(settings: Settings, production: boolean): TokenKey {
  const secret = settings.text('JWT_SECRET');
  const pem = settings.text('JWT_PUBLIC_KEY')?.replaceAll('\\n', '\n');
  const url = settings.url('JWT_JWKS_URL', ['https:', 'http:']);
  if ([secret, pem, url].filter((given) => given !== undefined).length > 1)
    settings.problem('JWT_SECRET, JWT_PUBLIC_KEY and JWT_JWKS_URL exclude each other');
  if (url !== undefined) return { kind: 'jwks', url };
  if (pem !== undefined) return { kind: 'publicKey', pem };
  if (production && (secret ?? DEVELOPMENT_SECRET) === DEVELOPMENT_SECRET)
    settings.problem('production needs JWT_SECRET (not the development one), JWT_PUBLIC_KEY or JWT_JWKS_URL');
  return { kind: 'secret', secret: secret ?? DEVELOPMENT_SECRET };
}
