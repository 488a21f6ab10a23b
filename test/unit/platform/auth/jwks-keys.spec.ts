import { createPublicKey, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt, { type Algorithm } from 'jsonwebtoken';
import { JwksKeys } from '#platform/auth/jwks-keys.js';
import { TokenVerifier } from '#platform/auth/token-verifier.js';
import { configWith, keyPair, nowSeconds, outcome } from './tokens.js';

const [first, second, third] = [keyPair('rsa'), keyPair('rsa'), keyPair('ec')];

const jwk = ({ publicPem }: { publicPem: string }, kid: string, more: object = {}): object => ({
  ...createPublicKey(publicPem).export({ format: 'jwk' }),
  kid,
  use: 'sig',
  ...more,
});

const token = (privateKey: KeyObject, keyid?: string, algorithm: Algorithm = 'RS256'): string =>
  jwt.sign({ sub: 'agent', exp: nowSeconds() + 7_200 }, privateKey, { algorithm, ...(keyid && { keyid }) });

/** An identity provider: its published keys, its availability and the number of requests. */
class Provider {
  keys: object[] = [];
  status = 200;
  asked = 0;
  readonly #server: Server = createServer((_, response) => {
    this.asked++;
    response.writeHead(this.status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: this.keys }));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/jwks`;
  }
}

const MINUTE_MS = 60_000;

const [elapsed, date] = [performance.now.bind(performance), Date.now.bind(Date)];

/** Lets the time of the process go on by leaps. */
function startClock(): { advance(ms: number): void } {
  let leapMs = 0;
  performance.now = () => elapsed() + leapMs;
  Date.now = () => date() + leapMs;
  return { advance: (ms) => void (leapMs += ms) };
}

describe('JWT_JWKS_URL', () => {
  let provider: Provider;
  beforeEach(async () => {
    provider = new Provider();
    await provider.start();
    provider.keys = [jwk(first, 'one'), jwk(third, 'ec')];
  });
  afterEach(() => provider.stop());
  afterEach(() => void Object.assign(performance, { now: elapsed }));
  afterEach(() => void Object.assign(Date, { now: date }));

  const verifier = (): TokenVerifier => new TokenVerifier(configWith({ kind: 'jwks', url: provider.url }));
  const known = async (keys: JwksKeys, kid?: string): Promise<boolean> => (await keys.find(kid)) !== undefined;

  // Requirement: R10
  it('verifies RSA and elliptic tokens with the named key, fetched once', async () => {
    const tokens = verifier();
    const users = await Promise.all([
      tokens.verify(token(first.privateKey, 'one')),
      tokens.verify(token(third.privateKey, 'ec', 'ES256')),
    ]);
    expect([users.map(({ user }) => user), provider.asked]).toEqual([['agent', 'agent'], 1]);
  });

  // Requirement: R6, S14
  it.each<[string, () => string]>([
    ['an unknown key', () => token(second.privateKey, 'two')],
    ['another key than the named one', () => token(second.privateKey, 'one')],
    ['the algorithm of another key', () => token(third.privateKey, 'one', 'ES256')],
    ['no key, where there are several', () => token(first.privateKey)],
    ['HS256 with the public key', () => hmac(first.publicPem)],
    ['alg none', () => jwt.sign({ sub: 'agent', exp: nowSeconds() + 600 }, null, { algorithm: 'none', keyid: 'one' })],
  ])('refuses a token with %s', async (_, bad) => {
    const tokens = verifier();
    expect(await outcome(() => tokens.verify(bad()))).toBe('TokenInvalid');
  });

  // Requirement: S14
  it('restricts a key that declares its algorithm to that one', async () => {
    provider.keys = [jwk(first, 'one', { alg: 'RS256' })];
    const tokens = verifier();
    expect(await outcome(() => tokens.verify(token(first.privateKey, 'one', 'PS256')))).toBe('TokenInvalid');
    expect(await outcome(() => tokens.verify(token(first.privateKey, 'one')))).toBe('accepted');
  });

  it('uses the only key for a token that names none', async () => {
    provider.keys = [jwk(first, 'one')];
    expect(await outcome(() => verifier().verify(token(first.privateKey)))).toBe('accepted');
  });

  // Requirement: R10
  it('follows a rotation: the new key is accepted, the old one refused', async () => {
    const keys = new JwksKeys(provider.url, 0);
    expect(await known(keys, 'one')).toBe(true);
    provider.keys = [jwk(second, 'two')];
    expect([await known(keys, 'two'), await known(keys, 'one')]).toEqual([true, false]);
  });

  // Requirement: S14
  it('fetches at most once per cool-down for unknown keys', async () => {
    const keys = new JwksKeys(provider.url);
    for (let i = 0; i < 50; i++) await keys.find(`made-up-${i}`);
    expect([provider.asked, await known(keys, 'one')]).toEqual([1, true]);
  });

  it.each([[500], [404]])('answers 503, not 401, while the keys are unreachable: HTTP %i', async (status) => {
    provider.status = status;
    const tokens = verifier();
    expect(await outcome(() => tokens.verify(token(first.privateKey, 'one')))).toBe('Unavailable');
  });

  it.each([
    ['nothing listens', () => provider.stop()],
    ['no keys are published', () => void (provider.keys = [])],
  ])('answers 503, not 401, when %s', async (_, fail) => {
    const tokens = verifier();
    await fail();
    expect(await outcome(() => tokens.verify(token(first.privateKey, 'one')))).toBe('Unavailable');
    if (provider.keys.length > 0) await provider.start();
  });

  it('keeps known keys during an outage and recovers after it', async () => {
    const keys = new JwksKeys(provider.url, 0);
    await keys.find('one');
    provider.status = 503;
    expect([await outcome(() => keys.find('two')), await known(keys, 'one')]).toEqual(['Unavailable', true]);
    provider.status = 200;
    provider.keys.push(jwk(second, 'two'));
    expect(await known(keys, 'two')).toBe(true);
  });

  it('refuses a key that was withdrawn ten minutes after the last fetch, also for a token that it verified', async () => {
    const clock = startClock();
    const tokens = verifier();
    const old = token(first.privateKey, 'one');
    clock.advance(9 * MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('accepted');
    provider.keys = [jwk(second, 'two')];
    clock.advance(9 * MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('accepted');
    clock.advance(2 * MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('TokenInvalid');
  });

  it('keeps known keys for an hour of an outage and no longer', async () => {
    const clock = startClock();
    const tokens = verifier();
    const old = token(first.privateKey, 'one');
    expect(await outcome(() => tokens.verify(old))).toBe('accepted');
    provider.status = 503;
    clock.advance(59 * MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('accepted');
    clock.advance(2 * MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('Unavailable');
    provider.status = 200;
    clock.advance(MINUTE_MS);
    expect(await outcome(() => tokens.verify(old))).toBe('accepted');
  });

  it('refuses all keys once the provider publishes none', async () => {
    const clock = startClock();
    const keys = new JwksKeys(provider.url, 0);
    expect(await known(keys, 'one')).toBe(true);
    provider.keys = [];
    clock.advance(11 * MINUTE_MS);
    expect(await outcome(() => keys.find('one'))).toBe('Unavailable');
  });

  it('skips keys of unsupported kinds', async () => {
    provider.keys.push({ kty: 'oct', kid: 'shared', k: 'AAAA' }, { kty: 'RSA', kid: 'broken' });
    const keys = new JwksKeys(provider.url);
    expect([await known(keys, 'one'), await known(keys, 'shared'), await known(keys, 'broken')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

function hmac(pem: string): string {
  return jwt.sign({ sub: 'agent', exp: nowSeconds() + 600 }, pem, { algorithm: 'HS256', keyid: 'one' });
}
