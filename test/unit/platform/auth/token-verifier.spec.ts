import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { mock } from 'node:test';
import jwt, { type Algorithm, type SignOptions } from 'jsonwebtoken';
import { TokenVerifier } from '#platform/auth/token-verifier.js';
import { configWith, keyPair, nowSeconds, outcome, SECRET } from './tokens.js';

const rsa = keyPair('rsa');
const otherRsa = keyPair('rsa');
const ec = keyPair('ec');

const rsaPss = generateKeyPairSync('rsa-pss', {
  modulusLength: 2048,
  hashAlgorithm: 'sha256',
  mgf1HashAlgorithm: 'sha256',
});

const bySecret = new TokenVerifier(
  configWith({ kind: 'secret', secret: SECRET }, { issuer: 'https://id.example', audience: 'api' }),
);
const byRsa = new TokenVerifier(configWith({ kind: 'publicKey', pem: rsa.publicPem }));
const byEc = new TokenVerifier(configWith({ kind: 'publicKey', pem: ec.publicPem }));
const byRsaPss = new TokenVerifier(
  configWith({ kind: 'publicKey', pem: rsaPss.publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
);

type Claims = Record<string, unknown>;

const good = (): Claims => ({ sub: 'agent', exp: nowSeconds() + 600, iss: 'https://id.example', aud: 'api' });

/** Claims that are given as undefined are left out. */
function signed(claims: Claims = {}, options: SignOptions = {}, secret = SECRET): string {
  const given = Object.entries({ ...good(), ...claims }).filter(([, value]) => value !== undefined);
  return jwt.sign(Object.fromEntries(given), createSecretKey(secret, 'utf8'), { algorithm: 'HS256', ...options });
}

const withHeader = (header: Claims): string => signed({}, { header: { alg: 'HS256', ...header } });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The text of a token with one of its three parts replaced. */
const replaced = (token: string, index: number, text: string): string => token.split('.').with(index, text).join('.');

describe('a valid token', () => {
  // Requirement: R10
  it.each<[string, TokenVerifier, () => string]>([
    ['HS256 and JWT_SECRET', bySecret, () => signed()],
    ['an audience among several', bySecret, () => signed({ aud: ['web', 'api'] })],
    ['exp and nbf within the clock skew', bySecret, () => signed({ exp: nowSeconds() - 50, nbf: nowSeconds() + 50 })],
    ['8 KB', bySecret, () => signed({ groups: 'x'.repeat(5_800) })],
    ['RS256', byRsa, () => jwt.sign(good(), rsa.privateKey, { algorithm: 'RS256', keyid: 'any' })],
    ['PS512', byRsa, () => jwt.sign(good(), rsa.privateKey, { algorithm: 'PS512' })],
    ['PS256 and an RSA-PSS key', byRsaPss, () => jwt.sign(good(), rsaPss.privateKey, { algorithm: 'PS256' })],
    ['ES256', byEc, () => jwt.sign(good(), ec.privateKey, { algorithm: 'ES256' })],
  ])('with %s is accepted', async (_, verifier, token) => {
    expect(await verifier.verify(token())).toMatchObject({ user: 'agent' });
  });

  // Requirement: R10
  it.each<[string, Claims, string]>([
    ['sub', { sub: 'Zoë' }, 'Zoë'],
    ['email', { email: 'a@b.example' }, 'a@b.example'],
    ['https://id.example/uid', { 'https://id.example/uid': 42 }, '42'],
  ])('names the user in the claim %s', async (userClaim, claims, user) => {
    const verifier = new TokenVerifier(configWith({ kind: 'secret', secret: SECRET }, { userClaim }));
    expect(await verifier.verify(signed(claims))).toMatchObject({ user });
  });

  it('is then answered synchronously', async () => {
    const token = signed({ sub: 'newcomer' });
    expect(bySecret.verify(token)).toBeInstanceOf(Promise);
    await bySecret.verify(token);
    expect(bySecret.verify(token)).toMatchObject({ user: 'newcomer' });
  });
});

describe('an invalid token', () => {
  // Requirement: R6, S14
  it.each<[string, () => string, string]>([
    ['no token at all', () => '', 'TokenInvalid'],
    ['text', () => 'hello', 'TokenInvalid'],
    ['two parts', () => 'a.b', 'TokenInvalid'],
    ['a header that is no JSON', () => replaced(signed(), 0, 'YWJj'), 'TokenInvalid'],
    ['alg none, unsigned', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(good())}.`, 'TokenInvalid'],
    ['alg none, with a signature', () => replaced(signed(), 0, part({ alg: 'none' })), 'TokenInvalid'],
    ['alg None', () => `${part({ alg: 'None' })}.${part(good())}.`, 'TokenInvalid'],
    ['HS512 where HS256 is agreed', () => signed({}, { algorithm: 'HS512' }), 'TokenInvalid'],
    ['another secret', () => signed({}, {}, 'another secret, which nobody here knows'), 'TokenInvalid'],
    ['no signature', () => replaced(signed(), 2, ''), 'TokenInvalid'],
    [
      'other claims than the signed ones',
      () => replaced(signed(), 1, part({ ...good(), sub: 'root' })),
      'TokenInvalid',
    ],
    ['another token’s signature', () => replaced(signed(), 2, signed({ sub: 'x' }).split('.')[2]), 'TokenInvalid'],
    ['exp passed beyond the skew', () => signed({ exp: nowSeconds() - 61 }), 'TokenExpired'],
    ['no exp', () => signed({ exp: undefined }), 'TokenInvalid'],
    ['nbf in the future', () => signed({ nbf: nowSeconds() + 120 }), 'TokenInvalid'],
    ['another issuer', () => signed({ iss: 'https://evil.example' }), 'TokenInvalid'],
    ['no issuer', () => signed({ iss: undefined }), 'TokenInvalid'],
    ['another audience', () => signed({ aud: 'web' }), 'TokenInvalid'],
    ['no audience', () => signed({ aud: undefined }), 'TokenInvalid'],
    ['no user', () => signed({ sub: undefined }), 'TokenInvalid'],
    ['an empty user', () => signed({ sub: '' }), 'TokenInvalid'],
    ['a user no database can hold', () => signed({ sub: 'a\0b' }), 'TokenInvalid'],
    ['a user beyond 256 characters', () => signed({ sub: 'x'.repeat(257) }), 'TokenInvalid'],
    ['jku', () => withHeader({ jku: 'https://evil.example/keys' }), 'TokenInvalid'],
    ['x5u', () => withHeader({ x5u: 'https://evil.example/cert' }), 'TokenInvalid'],
    ['jwk', () => withHeader({ jwk: { kty: 'oct', k: 'AAAA' } }), 'TokenInvalid'],
    ['crit', () => withHeader({ crit: ['exp'] }), 'TokenInvalid'],
  ])('with %s is refused', async (_, token, code) => {
    expect(await outcome(() => bySecret.verify(token()))).toBe(code);
  });

  // Requirement: R6, S14
  it.each<[string, () => string]>([
    ['exp as text', () => part({ ...good(), exp: String(nowSeconds() + 600) })],
    ['nbf as text', () => part({ ...good(), nbf: '0' })],
    ['an object as user', () => part({ ...good(), sub: { name: 'agent' } })],
    ['null as claims', () => part(null)],
    ['claims that are text', () => part('agent')],
    ['claims that are a list', () => part([good()])],
  ])('that is signed but has %s is refused', async (_, claims) => {
    const token = jwt.sign(Buffer.from(claims(), 'base64url').toString(), SECRET, {
      header: { alg: 'HS256', typ: 'JWT' },
    });
    expect(await outcome(() => bySecret.verify(token))).toBe('TokenInvalid');
  });

  // Requirement: R6, R10, S14
  it.each<[string, () => string]>([
    ['HS256 with the public key as secret', () => hmacWith(rsa.publicPem, 'HS256')],
    ['HS512 with the public key as secret', () => hmacWith(rsa.publicPem, 'HS512')],
    ['another RSA key', () => jwt.sign(good(), otherRsa.privateKey, { algorithm: 'RS256' })],
    ['an elliptic key', () => jwt.sign(good(), ec.privateKey, { algorithm: 'ES256' })],
    ['no algorithm', () => `${part({ alg: 'none' })}.${part(good())}.`],
  ])('is refused where an RSA key is configured: %s', async (_, token) => {
    expect(await outcome(() => byRsa.verify(token()))).toBe('TokenInvalid');
  });

  it('is not cached', async () => {
    const token = signed({ aud: 'web' });
    expect([await outcome(() => bySecret.verify(token)), await outcome(() => bySecret.verify(token))]).toEqual([
      'TokenInvalid',
      'TokenInvalid',
    ]);
  });
});

/** Tokens that an attacker can sign with the published key only. */
function hmacWith(pem: string, algorithm: Algorithm): string {
  return jwt.sign(good(), createSecretKey(pem, 'utf8'), { algorithm });
}

describe('a cached token', () => {
  const start = 1_900_000_000;
  const clock = (seconds: number) => mock.timers.setTime(seconds * 1000);

  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: start * 1000 }));
  afterEach(() => mock.timers.reset());

  // Requirement: R6
  it.each([
    [0, 'accepted'],
    [159, 'accepted'],
    [160, 'TokenExpired'],
    [-160, 'accepted'],
    [-161, 'TokenInvalid'],
  ])('is checked against the clock on every use: %i s later it is %s', async (later, expected) => {
    const token = signed({ nbf: start - 100, exp: start + 100 });
    await bySecret.verify(token);
    clock(start + later);
    expect(await outcome(() => bySecret.verify(token))).toBe(expected);
  });
});

describe('an invalid public key', () => {
  const small = '-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK0=\n-----END PUBLIC KEY-----';
  // Requirement: R10
  it.each([['not a key'], [small]])('prevents the start: %j', (pem) => {
    expect(() => new TokenVerifier(configWith({ kind: 'publicKey', pem }))).toThrow('JWT_PUBLIC_KEY');
  });
});
