import type { Config } from '#platform/process/config/config.js';
import { DEFINITION_LIMITS } from '#core/catalogue/definition-limits.js';
import { DEVELOPMENT_SECRET, loadConfig } from '#platform/process/config/load-config.js';
import { connectionsThatFit, processMemory } from '#platform/process/config/memory.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'd2b1c07f9e4a6835b0f1e2d3c4a59687',
  DATABASE_URL: 'postgres://db/x',
};

// Requirement: R222
it('starts without settings: embedded database, demo, development tokens', () => {
  expect(loadConfig({})).toEqual({
    production: false,
    warnings: [
      'Tokens are verified with the public development secret: everybody can sign one. Set JWT_SECRET or a key.',
    ],
    port: 3_000,
    host: '127.0.0.1',
    cluster: 1,
    cell: undefined,
    logLevel: 'info',
    logFormat: 'auto',
    metrics: true,
    swagger: true,
    studio: { oidc: undefined },
    definitionLimits: DEFINITION_LIMITS,
    limits: { windowSeconds: 60, requests: { user: 0, tenant: 0 }, executionMs: { user: 0, tenant: 0 } },
    http: {
      bodyLimitBytes: 5_242_880,
      bodyMinRate: 1_000,
      answerMemoryMb: 256,
      corsOrigins: [],
      strictTransport: false,
      drainDelayMs: 0,
      shutdownGraceMs: 20_000,
    },
    database: {
      url: undefined,
      standbyUrls: [],
      directUrl: undefined,
      prepares: true,
      dataDir: '.data',
      demo: true,
      jobConnections: 4,
      allowsSharedFunctions: true,
      poolSize: 10,
      share: { permits: 10, perUser: 4, perTenant: 7, kept: 3, keptInTenant: 2, waitMs: 2_000, waitingPerUser: 500 },
      objectCalls: {
        permits: 6,
        perUser: 2,
        perTenant: 4,
        kept: 1,
        keptInTenant: 1,
        waitMs: 2_000,
        waitingPerUser: 100,
      },
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 5_000,
    },
    plugins: { names: [], dir: './plugins' },
    catalogueMemoryMb: 128,
    hookTimeoutMs: 5_000,
    scheduleMinSeconds: 60,
    slowQueryMs: 100,
    runs: {
      isWorker: true,
      leaseMs: 15_000,
      workers: 4,
      timeoutMinutes: 60,
      queueLimit: 100_000,
      keptBytes: 10_737_418_240,
      outputLimitBytes: 100 * 1024 * 1024,
      retentionDays: 30,
      notificationLimit: 10_000,
    },
    tokens: {
      key: { kind: 'secret', secret: DEVELOPMENT_SECRET },
      issuer: undefined,
      audience: undefined,
      userClaim: 'sub',
      issuers: [],
      devTokens: true,
    },
    changes: { retentionDays: 7, auditDays: 400 },
    hub: {
      messageBytes: 65_536,
      keepAliveMs: 15_000,
      clientTimeoutMs: 30_000,
      connectionsPerUser: 5_000,
      connections: connectionsThatFit(processMemory(1)),
      nodeOrigin: undefined,
      registrations: 500,
      clauses: 64,
      streams: 50,
      streamsPerUser: 1_000,
    },
    operations: {
      waitWindowMs: 3_000,
      queueLength: 1_000,
      queuePerUser: 100,
      queuePerTenant: 500,
      queueBytes: 33_554_432,
      storedBytes: 268_435_456,
      workers: 4,
      leaseMs: 15_000,
      retentionHours: 24,
      outcomeBytes: 10_737_418_240,
      fileHours: 24,
      filesBytes: 10_737_418_240,
    },
    outbound: { allowedHosts: [], privateHosts: [], timeoutMs: 10_000, secretsFile: undefined },
    mail: undefined,
    bulk: { bodyLimitBytes: 52_428_800, bodiesBytes: 262_144_000, calls: 4, waitMs: 30_000, timeoutMs: 600_000 },
  });
});

const TRACES: Config['traces'] = {
  endpoint: 'http://localhost:4318/v1/traces',
  sampleRatio: 0.01,
  parents: 'link',
  headersFile: undefined,
};

// Requirement: R10, R11
it.each<[setting: string, value: string, read: (config: Config) => unknown, expected: unknown]>([
  ['PORT', '0', (config) => config.port, 0],
  ['PORT', '', (config) => config.port, 3_000],
  ['HOST', '::1', (config) => config.host, '::1'],
  ['LOG_LEVEL', 'DEBUG', (config) => config.logLevel, 'debug'],
  ['HUB_NODE_CONNECTIONS', '7', (config) => config.hub.connections, 7],
  ['METRICS', 'false', (config) => config.metrics, false],
  ['SWAGGER', 'false', (config) => config.swagger, false],
  ['TRACES_SAMPLE_RATIO', '0.5', (config) => config.traces, undefined],
  ['TRACES_ENDPOINT', 'http://localhost:4318', (config) => config.traces, TRACES],
  ['TRACES_ENDPOINT', 'https://c.example/otlp?a=b', (config) => config.traces?.endpoint, 'https://c.example/otlp?a=b'],
  ['USER_REQUESTS', '600', (config) => config.limits.requests.user, 600],
  [
    'DEFINITION_LIMITS',
    'Trigger=7, Entity.Field = 3',
    ({ definitionLimits: of }) => [of.Trigger, of['Entity.Field']],
    [7, 3],
  ],
  ['LOG_FORMAT', 'Text', (config) => config.logFormat, 'text'],
  [
    'CORS_ORIGINS',
    'https://a.example, http://localhost:5173',
    (config) => config.http.corsOrigins,
    ['https://a.example', 'http://localhost:5173'],
  ],
  [
    'DATABASE_URL',
    'postgres://u:p%40@/x?host=/run/postgresql',
    (config) => config.database.url,
    'postgres://u:p%40@localhost/x?host=/run/postgresql',
  ],
  ['DATABASE_PREPARED_STATEMENTS', 'false', (config) => config.database.prepares, false],
  ['DATABASE_URL', 'postgresql:///x', (config) => config.database.url, 'postgresql://localhost/x'],
  ['DATABASE_URL', 'postgres://u:p@db/x', (config) => [config.database.demo, config.tokens.devTokens], [false, false]],
  ['READ_DATABASE_URLS', '', (config) => config.database.standbyUrls, []],
  ['DEMO', '0', (config) => config.database.demo, false],
  ['DEV_TOKENS', 'False', (config) => config.tokens.devTokens, false],
  [
    'HTTP_ALLOWED_HOSTS',
    'API.example.com, *.example.org:8443',
    (config) => config.outbound.allowedHosts,
    [
      { host: 'api.example.com', isDomain: false, port: undefined },
      { host: 'example.org', isDomain: true, port: 8_443 },
    ],
  ],
  [
    'HTTP_PRIVATE_HOSTS',
    '[::1]',
    (config) => config.outbound.privateHosts,
    [{ host: '::1', isDomain: false, port: undefined }],
  ],
  ['JWT_SECRET', 'mine', (config) => config.tokens.key, { kind: 'secret', secret: 'mine' }],
])('reads %s=%j', (name, value, read, expected) => expect(read(loadConfig({ [name]: value }))).toEqual(expected));

// Requirement: R10
it.each([
  [{ JWT_PUBLIC_KEY: 'a\\nb' }, { kind: 'publicKey', pem: 'a\nb' }],
  [{ JWT_JWKS_URL: 'https://id.example/keys' }, { kind: 'jwks', url: 'https://id.example/keys' }],
])('accepts the key of %j', (env, key) => {
  expect(loadConfig(env).tokens).toMatchObject({ key, devTokens: false });
});

it('takes a mail server with its sender', () => {
  const { mail } = loadConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Orders <orders@shop.example>' });
  const from = 'Orders <orders@shop.example>';
  expect(mail).toEqual({ url: 'smtp://mail.example', from, timeoutMs: 30_000, requiresTls: false });
});

it('listens on every address in production, without development tokens', () => {
  const { host, tokens, http } = loadConfig(PRODUCTION);
  expect([host, tokens.devTokens, http.drainDelayMs]).toEqual(['0.0.0.0', false, 2_000]);
});

// Requirement: R10, R11
it.each<[env: Record<string, string>, problem: string]>([
  [{ ...PRODUCTION, DEV_TOKENS: 'true' }, 'DEV_TOKENS must not be true in production'],
  [{ ...PRODUCTION, JWT_SECRET: '' }, 'production needs JWT_SECRET'],
  [{ ...PRODUCTION, JWT_SECRET: DEVELOPMENT_SECRET }, 'production needs JWT_SECRET'],
  [
    { NODE_ENV: 'Production' },
    "NODE_ENV must be one of production, development, test in lower case, or absent, not 'Pr",
  ],
  [{ JWT_SECRET: 'a', JWT_PUBLIC_KEY: 'b' }, 'exclude each other'],
  [{ JWT_PUBLIC_KEY: 'b', DEV_TOKENS: 'true' }, 'DEV_TOKENS needs JWT_SECRET'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '3e3' }, 'PORT must be'],
  [{ DATABASE_TENANT_SHARE: '11' }, 'DATABASE_TENANT_SHARE must be a whole number from 1 to 10'],
  [{ DATABASE_USER_SHARE: '5', DATABASE_TENANT_SHARE: '4' }, 'DATABASE_USER_SHARE must be a whole number from 1 to 4'],
  [{ DATABASE_KEPT: '10' }, 'DATABASE_KEPT must be a whole number from 0 to 9'],
  [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE must be a whole number from 1'],
  [{ DEMO: 'constructor' }, 'DEMO must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must list origins'],
  [{ CORS_ORIGINS: 'https://a.example/' }, 'CORS_ORIGINS must list origins'],
  [{ HTTP_ALLOWED_HOSTS: 'a.example,https://b.example' }, 'HTTP_ALLOWED_HOSTS must list hosts such as api.example.com'],
  [{ HTTP_ALLOWED_HOSTS: '*' }, 'HTTP_ALLOWED_HOSTS must list hosts'],
  [
    { HTTP_PRIVATE_HOSTS: '10.0.0.0/8' },
    "HTTP_PRIVATE_HOSTS must list hosts such as erp.example.com or 10.0.0.5, without ports, not '10.0.0.0/8'",
  ],
  [{ HTTP_PRIVATE_HOSTS: '10.0.0.5:80' }, 'HTTP_PRIVATE_HOSTS must list hosts'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
  [{ MAIL_FROM: 'Orders' }, 'MAIL_FROM must be an address'],
  [{ TRACES_ENDPOINT: 'grpc://c:4317' }, 'TRACES_ENDPOINT must be a URL that starts with http:// or https://'],
  [{ TRACES_SAMPLE_RATIO: '1.5' }, 'TRACES_SAMPLE_RATIO must be a number from 0 to 1'],
  [{ TRACES_SAMPLE_RATIO: '1%' }, 'TRACES_SAMPLE_RATIO must be'],
  [{ TRACES_PARENTS: 'trust' }, 'TRACES_PARENTS must be one of link, join'],
  [{ TRACES_HEADERS_FILE: '/no/such/file' }, 'TRACES_HEADERS_FILE must be a readable JSON file'],
  [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_DIRECT_URL is only allowed together with DATABASE_URL'],
  [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://'],
  [{ READ_DATABASE_URLS: 'postgres://s/x' }, 'READ_DATABASE_URLS needs DATABASE_URL'],
  [{ ...PRODUCTION, READ_DATABASE_URLS: 'postgres://s/x,http://t/x' }, 'READ_DATABASE_URLS must be a URL that starts'],
  [{ ...PRODUCTION, READ_DATABASE_URLS: 'postgres://s/other' }, 'READ_DATABASE_URLS must name the same database'],
  [{ ...PRODUCTION, READ_DATABASE_URLS: 'postgres://s/x,postgres://s/x' }, 'must list each standby once'],
])('refuses %j', (env, problem) => expect(() => loadConfig(env)).toThrow(problem));

it('reports all problems together and no secret', () => {
  const load = (): Config => loadConfig({ PORT: 'x', DATABASE_URL: 'http://u:hunter2@db', DEMO: 'maybe' });
  expect(load).toThrow(/DATABASE_URL[^]*DEMO[^]*PORT/);
  expect(load).not.toThrow(/hunter2/);
});
