import { loadConfig } from '#platform/process/config/load-config.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'd2b1c07f9e4a6835b0f1e2d3c4a59687',
  DATABASE_URL: 'postgres://db/x',
};

const ISSUER = { Issuer: 'https://id.example', JwksUrl: 'https://id.example/keys', Audience: 'orders' };
const issuers = (...list: readonly unknown[]): Record<string, string> => ({ JWT_ISSUERS: JSON.stringify(list) });

it('reads the identity providers of JWT_ISSUERS, beside a key and without one', () => {
  const more = { Issuer: 'https://b.example', JwksUrl: 'http://localhost/keys', Audience: 'Any', UserClaim: 'oid' };
  const { tokens, warnings } = loadConfig(issuers({ ...ISSUER, Tenants: ['Acme', 'B'] }, more));
  expect(tokens).toMatchObject({
    key: { kind: 'none' },
    devTokens: false,
    issuers: [
      { issuer: 'https://id.example', jwksUrl: 'https://id.example/keys', audience: 'orders', tenants: ['acme', 'b'] },
      { issuer: 'https://b.example', audience: undefined, tenants: undefined, userClaim: 'oid' },
    ],
  });
  expect(warnings).toEqual(['JWT_ISSUERS[1] accepts tokens for every application that its key signs.']);
  const beside = loadConfig({ ...issuers(ISSUER), JWT_SECRET: 'mine' }).tokens;
  expect([beside.key, beside.issuers]).toEqual([{ kind: 'secret', secret: 'mine' }, [expect.anything()]]);
  const { NODE_ENV, DATABASE_URL } = PRODUCTION;
  expect(loadConfig({ NODE_ENV, DATABASE_URL, ...issuers(ISSUER) }).tokens.key).toEqual({ kind: 'none' });
});

it.each<[string, Record<string, string>, string]>([
  ['no JSON', { JWT_ISSUERS: 'https://id.example' }, 'JWT_ISSUERS must be a JSON list'],
  ['an object', { JWT_ISSUERS: JSON.stringify(ISSUER) }, 'JWT_ISSUERS must be a JSON list'],
  ['an empty list', issuers(), 'JWT_ISSUERS must be a JSON list'],
  ['an element that is no object', issuers('x'), 'JWT_ISSUERS[0] must be an object'],
  ['no issuer', issuers({ ...ISSUER, Issuer: undefined }), 'JWT_ISSUERS[0] needs Issuer'],
  ['a long issuer', issuers({ ...ISSUER, Issuer: 'x'.repeat(513) }), 'more than 512 characters'],
  ['no address of keys', issuers({ ...ISSUER, JwksUrl: null }), 'JWT_ISSUERS[0] needs JwksUrl'],
  ['keys by plain http', issuers({ ...ISSUER, JwksUrl: 'http://id.example/k' }), 'JwksUrl that starts with https://'],
  ['keys of a file', issuers({ ...ISSUER, JwksUrl: 'file:///keys' }), 'JwksUrl that starts with https://'],
  ['an unknown member', issuers({ ...ISSUER, Tenant: 'a' }), 'JWT_ISSUERS[0] has no member Tenant'],
  ['a text as tenants', issuers({ ...ISSUER, Tenants: 'a' }), 'must have a list of ids or names of tenants'],
  ['no tenants', issuers({ ...ISSUER, Tenants: [] }), 'must have a list of ids or names of tenants'],
  ['a number as tenant', issuers({ ...ISSUER, Tenants: ['a', 1] }), 'must have a list of ids or names of tenants'],
  ['an issuer twice', issuers(ISSUER, ISSUER), 'names the issuer https://id.example twice'],
  ['no audience in production', { ...PRODUCTION, ...issuers({ ...ISSUER, Audience: undefined }) }, 'needs Audience'],
])('refuses JWT_ISSUERS with %s', (_, env, problem) => expect(() => loadConfig(env)).toThrow(problem));
