import { Injectable } from '@nestjs/common';
import jwt, { type Algorithm, type Jwt, type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { Config } from '#platform/process/config/config.js';
import type { TokenConfig, TokenKey } from '#platform/process/config/token-config.js';
import type { Identity } from '#platform/catalogue/identity.js';
import { FixedKey } from './fixed-key.js';
import { JwksKeys } from './jwks-keys.js';
import { tokenExpired, tokenInvalid } from '#platform/http/token.errors.js';
import type { VerificationKey, VerificationKeys } from './verification-key.js';

const CLOCK_SKEW_SECONDS = 60;
const MAX_CACHED_TOKENS = 10_000;
const MAX_USER_LENGTH = 256;
const MAX_ISSUER_LENGTH = 512;

/** Headers by which a token brings its own key or requires extensions that the service does not know. */
const FORBIDDEN_HEADERS = ['jku', 'x5u', 'jwk', 'crit'];

/** Cached result of a verification, valid between its times (milliseconds since 1970). */
export interface VerifiedToken extends Identity {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Time after which the token is verified again, because its key may have been withdrawn. */
  readonly recheckMs: number;
}

/** Whose tokens are accepted, and what they must say. */
interface Trusted {
  readonly keys: VerificationKeys;
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly userClaim: string;
  readonly tenants: ReadonlySet<string> | undefined;
}

/** Verifies access tokens and caches valid ones: a verification costs 10–40 µs, a cache hit less than 1 µs. */
@Injectable()
export class TokenVerifier {
  /** Providers of JWT_ISSUERS, by the name of the issuer. */
  readonly #issuers: ReadonlyMap<string, Trusted>;
  /** Tokens of all other issuers, and of none. */
  readonly #others: Trusted | undefined;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS });

  constructor({ tokens }: Config) {
    const { key, issuer, audience, userClaim, issuers } = tokens;
    const keys = keysFor(key);
    this.#others = keys && { keys, issuer, audience, userClaim, tenants: undefined };
    this.#issuers = new Map(issuers.map((each) => [each.issuer, trusted(each, userClaim)]));
  }

  /**
   * The person that a token names. Returns no promise when the token is cached.
   *
   * @throws {DomainError} TokenExpired, TokenInvalid, or Unavailable when the issuer's keys are unreachable
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken> {
    const known = this.#verified.get(token);
    if (known && holds(known, Date.now())) return known;
    return this.#verifyAnew(token);
  }

  /** Expiry of a token that was just verified, clock skew included, in milliseconds since 1970. */
  endOf(token: string): number {
    return this.#verified.get(token)?.untilMs ?? 0;
  }

  async #verifyAnew(token: string): Promise<VerifiedToken> {
    this.#verified.delete(token);
    const { header, payload } = decoded(token) ?? {};
    if (!header || FORBIDDEN_HEADERS.some((name) => Object.hasOwn(header, name))) throw tokenInvalid();
    const by = this.#trusted(payload);
    const found = await by?.keys.find(header.kid);
    if (!by || !found?.algorithms.includes(header.alg as Algorithm)) throw tokenInvalid();
    const verified = verifiedOf(claimsOf(token, found, by), by);
    if (!verified) throw tokenInvalid();
    this.#verified.set(token, verified);
    return verified;
  }

  /** The issuer is not verified yet: its keys will show whether the token is its own. */
  #trusted(payload: unknown): Trusted | undefined {
    const { iss } = (payload ?? {}) as { readonly iss?: unknown };
    return (typeof iss === 'string' ? this.#issuers.get(iss) : undefined) ?? this.#others;
  }
}

const trusted = (
  { issuer, jwksUrl, audience, tenants, userClaim }: TokenConfig['issuers'][number],
  otherwise: string,
): Trusted => ({
  keys: new JwksKeys(jwksUrl, undefined, `JWT_ISSUERS, ${issuer},`),
  issuer,
  audience,
  userClaim: userClaim ?? otherwise,
  tenants: tenants && new Set(tenants),
});

/** @throws {DomainError} TokenExpired, TokenInvalid */
function claimsOf(token: string, { key, algorithms }: VerificationKey, { issuer, audience }: Trusted): JwtPayload {
  const options = { issuer, audience, algorithms: [...algorithms], clockTolerance: CLOCK_SKEW_SECONDS };
  try {
    // jsonwebtoken throws on claims that are null, too.
    return jwt.verify(token, key, options) as JwtPayload;
  } catch (error) {
    throw error instanceof jwt.TokenExpiredError ? tokenExpired() : tokenInvalid();
  }
}

/** Reads the claims. Undefined when the token has no expiry or names no user. */
function verifiedOf(payload: JwtPayload, { userClaim, tenants, keys }: Trusted): VerifiedToken | undefined {
  const { exp, nbf = -Infinity, iat } = payload;
  const user = userIn(payload, userClaim);
  if (exp === undefined || user === undefined) return undefined;
  const [issuer, subject] = [nameIn(payload, 'iss', MAX_ISSUER_LENGTH), nameIn(payload, 'sub')];
  return {
    user,
    issuer,
    subject,
    issuedAt: typeof iat === 'number' && Number.isFinite(iat) ? iat : undefined,
    tenants,
    key: [user, issuer, subject].join('\0'),
    fromMs: (nbf - CLOCK_SKEW_SECONDS) * 1000,
    untilMs: (exp + CLOCK_SKEW_SECONDS) * 1000,
    recheckMs: Date.now() + keys.recheckMs,
  };
}

const holds = ({ fromMs, untilMs, recheckMs }: VerifiedToken, now: number): boolean =>
  now >= fromMs && now < untilMs && now < recheckMs;

function keysFor(key: TokenKey): VerificationKeys | undefined {
  switch (key.kind) {
    case 'none':
      return undefined;
    case 'secret':
      return FixedKey.fromSecret(key.secret);
    case 'publicKey':
      return FixedKey.fromPem(key.pem);
    case 'jwks':
      return new JwksKeys(key.url);
  }
}

/** Parts of a token, read by jsonwebtoken so that key selection and verification see the same ones. */
function decoded(token: string): Jwt | undefined {
  try {
    return jwt.decode(token, { complete: true }) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Claims of a token that was verified before. */
export function verifiedClaims(token: string): Readonly<Record<string, unknown>> {
  const payload = decoded(token)?.payload;
  return typeof payload === 'object' ? payload : {};
}

/** True for text that PostgreSQL can store; any other text names no user. */
const isName = (name: string, maxLength = MAX_USER_LENGTH): boolean =>
  name !== '' && name.length <= maxLength && !name.includes('\0') && name.isWellFormed();

function nameIn(payload: JwtPayload, claim: string, maxLength?: number): string | undefined {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  return typeof value === 'string' && isName(value, maxLength) ? value : undefined;
}

function userIn(payload: JwtPayload, claim: string): string | undefined {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  return Number.isSafeInteger(value) ? String(value) : nameIn(payload, claim);
}
