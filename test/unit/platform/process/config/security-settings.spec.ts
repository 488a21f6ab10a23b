import { loadConfig } from '#platform/process/config/load-config.js';

/** As `openssl rand -hex 32` makes it. */
const SECRET = 'd2b1c07f9e4a6835b0f1e2d3c4a5968778695a4b3c2d1e0ff09e8d7c6b5a4938';
const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: SECRET, DATABASE_URL: 'postgres://db/x' };
const KEYS = { ...PRODUCTION, JWT_SECRET: '', JWT_JWKS_URL: 'https://id.example/keys' };

it.each<[env: Record<string, string>, problem: string]>([
  [{ ...PRODUCTION, JWT_SECRET: 'a' }, 'JWT_SECRET has 1 byte, fewer than 32. Generate one with'],
  [{ ...PRODUCTION, JWT_SECRET: SECRET.slice(0, 31) }, 'JWT_SECRET has 31 bytes, fewer than 32'],
  [{ ...PRODUCTION, JWT_SECRET: 's'.repeat(64) }, 'JWT_SECRET has 1 different character, fewer than 8'],
  [{ ...PRODUCTION, JWT_SECRET: '0123456789abcdef'.repeat(4) }, 'JWT_SECRET repeats one text'],
  [{ ...PRODUCTION, JWT_SECRET: 'correct-horse'.repeat(3).slice(1) }, 'JWT_SECRET repeats one text'],
  [{ ...PRODUCTION, JWT_SECRET: 'a-string-secret-at-least-256-bits-long' }, 'JWT_SECRET is a text of a manual'],
  [{ ...PRODUCTION, JWT_SECRET: 'please-change-me-before-you-go-live!' }, 'JWT_SECRET is a text of a manual'],
  [{ ...KEYS }, 'production needs JWT_AUDIENCE with JWT_PUBLIC_KEY or JWT_JWKS_URL'],
  [{ ...KEYS, JWT_AUDIENCE: 'us' }, 'production needs JWT_ISSUER'],
  [{ ...KEYS, JWT_JWKS_URL: '', JWT_PUBLIC_KEY: 'b', JWT_ISSUER: 'i' }, 'production needs JWT_AUDIENCE'],
  [{ ...KEYS, JWT_JWKS_URL: 'http://localhost/keys' }, 'JWT_JWKS_URL must start with https://'],
  [{ JWT_JWKS_URL: 'http://id.example/keys' }, 'JWT_JWKS_URL must start with https://; http:// is only allowed'],
  [{ NODE_ENV: 'prod', JWT_SECRET: 'a' }, 'JWT_SECRET has 1 byte'],
  [{ NODE_ENV: 'production ' }, 'NODE_ENV must be one of'],
  [{ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production'],
])('refuses %j', (env, problem) => expect(() => loadConfig(env)).toThrow(problem));

it.each([[{ ...PRODUCTION }], [{ ...KEYS, JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'us' }]])(
  'starts in production without a warning with %j',
  (env) => expect(loadConfig(env).warnings).toEqual([]),
);

it('accepts every issuer and audience in production when the operator says so', () => {
  const { tokens, warnings } = loadConfig({ ...KEYS, JWT_ISSUER: 'any', JWT_AUDIENCE: 'any' });
  expect([tokens.issuer, tokens.audience]).toEqual([undefined, undefined]);
  expect(warnings).toEqual([
    'JWT_ISSUER is any: tokens of every issuer that the key signs are accepted.',
    'JWT_AUDIENCE is any: tokens for every application that the key signs are accepted.',
  ]);
});

it.each<[env: Record<string, string>, warning: RegExp]>([
  [{ DATABASE_URL: 'postgres://db/x' }, /^Tokens are verified with the public development secret/],
  [{ NODE_ENV: 'development' }, /^Tokens are verified with the public development secret/],
  [{ JWT_SECRET: 'mine' }, /^JWT_SECRET has 4 bytes, fewer than 32; production refuses it/],
  [{ DATABASE_URL: 'postgres://db/x' }, /^NODE_ENV is not production although DATABASE_URL is set/],
  [{ DATABASE_URL: 'postgres://db/x', DEV_TOKENS: 'true' }, /^DEV_TOKENS is true: everybody gets a token/],
  [{ HOST: '0.0.0.0' }, /^HOST is 0\.0\.0\.0: other machines/],
  [{ JWT_JWKS_URL: 'http://127.0.0.1:8080/keys' }, /^JWT_AUDIENCE is not set/],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED is 0/],
  [{ ...PRODUCTION, DEMO: 'true' }, /^DEMO is true/],
  [{ ...PRODUCTION, ALLOW_SHARED_FUNCTIONS: 'true' }, /^ALLOW_SHARED_FUNCTIONS is true/],
  [{ ...PRODUCTION, CORS_ORIGINS: 'http://app.example' }, /^CORS_ORIGINS lists http:\/\/app\.example/],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://db/x?sslmode=no-verify' }, /sslmode=no-verify/],
  [{ SMTP_URL: 'smtp://u:p@mail.example?ignoreTLS=true', MAIL_FROM: 'a@b.example' }, /^SMTP_URL allows the login/],
  [{ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false', MAIL_FROM: 'a@b.example' }, /^SMTP_URL has tls/],
])('warns of %j', (env, warning) => {
  expect(loadConfig(env).warnings).toContainEqual(expect.stringMatching(warning));
});

it.each([
  ['smtp://u:p@mail.example', true],
  ['smtp://u:p@mail.example?requireTLS=false', false],
  ['smtp://u:p@mail.example?ignoreTLS=true', false],
  ['smtp://mail.example?requireTLS=true', true],
  ['smtps://u:p@mail.example', false],
  ['smtp://u:p@localhost:2525', false],
  ['smtp://u:p@[::1]', false],
])('sends the login of %s over STARTTLS only: %s', (SMTP_URL, requiresTls) => {
  expect(loadConfig({ SMTP_URL, MAIL_FROM: 'a@b.example' }).mail).toMatchObject({ requiresTls });
});
