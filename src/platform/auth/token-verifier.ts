import { Injectable } from '@nestjs/common';
import jwt, { type Algorithm, type JwtHeader, type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { Config } from '#platform/process/config/config.js';
import type { TokenConfig, TokenKey } from '#platform/process/config/token-config.js';
import { FixedKey } from './fixed-key.js';
import { JwksKeys } from './jwks-keys.js';
import { tokenExpired, tokenInvalid } from '#platform/http/token.errors.js';
import type { VerificationKey, VerificationKeys } from './verification-key.js';

const CLOCK_SKEW_SECONDS = 60;
const MAX_CACHED_TOKENS = 10_000;
const MAX_USER_LENGTH = 256;

/** Headers by which a token brings its own key or requires extensions that the service does not know. */
const FORBIDDEN_HEADERS = ['jku', 'x5u', 'jwk', 'crit'];

/** Cached result of a verification, valid between its times (milliseconds since 1970). */
interface VerifiedToken {
  readonly user: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Time after which the token is verified again, because its key may have been withdrawn. */
  readonly recheckMs: number;
}

/** Verifies access tokens and caches valid ones: a verification costs 10–40 µs, a cache hit less than 1 µs. */
@Injectable()
export class TokenVerifier {
  readonly #tokens: TokenConfig;
  readonly #keys: VerificationKeys;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS });

  constructor(config: Config) {
    this.#tokens = config.tokens;
    this.#keys = keysFor(config.tokens.key);
  }

  /**
   * User id or name of a token, from the claim JWT_USER_CLAIM. Returns no promise when the token is cached.
   *
   * @throws {DomainError} TokenExpired, TokenInvalid, or Unavailable when the issuer's keys are unreachable
   */
  verify(token: string): string | Promise<string> {
    const known = this.#verified.get(token);
    if (known && holds(known, Date.now())) return known.user;
    return this.#verifyAnew(token);
  }

  /** Expiry of a token that was just verified, clock skew included, in milliseconds since 1970. */
  endOf(token: string): number {
    return this.#verified.get(token)?.untilMs ?? 0;
  }

  async #verifyAnew(token: string): Promise<string> {
    this.#verified.delete(token);
    const header = headerOf(token);
    if (!header || FORBIDDEN_HEADERS.some((name) => Object.hasOwn(header, name))) throw tokenInvalid();
    const found = await this.#keys.find(header.kid);
    if (!found?.algorithms.includes(header.alg as Algorithm)) throw tokenInvalid();
    const verified = this.#read(this.#claimsOf(token, found));
    if (!verified) throw tokenInvalid();
    this.#verified.set(token, verified);
    return verified.user;
  }

  /** @throws {DomainError} TokenExpired, TokenInvalid */
  #claimsOf(token: string, { key, algorithms }: VerificationKey): JwtPayload {
    const { issuer, audience } = this.#tokens;
    const options = { issuer, audience, algorithms: [...algorithms], clockTolerance: CLOCK_SKEW_SECONDS };
    try {
      // jsonwebtoken throws on claims that are null, too.
      return jwt.verify(token, key, options) as JwtPayload;
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? tokenExpired() : tokenInvalid();
    }
  }

  /** Reads the claims. Undefined when the token has no expiry or names no user. */
  #read(payload: JwtPayload): VerifiedToken | undefined {
    const { exp, nbf = -Infinity } = payload;
    const user = userIn(payload, this.#tokens.userClaim);
    if (exp === undefined || user === undefined) return undefined;
    return {
      user,
      fromMs: (nbf - CLOCK_SKEW_SECONDS) * 1000,
      untilMs: (exp + CLOCK_SKEW_SECONDS) * 1000,
      recheckMs: Date.now() + this.#keys.recheckMs,
    };
  }
}

const holds = ({ fromMs, untilMs, recheckMs }: VerifiedToken, now: number): boolean =>
  now >= fromMs && now < untilMs && now < recheckMs;

function keysFor(key: TokenKey): VerificationKeys {
  switch (key.kind) {
    case 'secret':
      return FixedKey.fromSecret(key.secret);
    case 'publicKey':
      return FixedKey.fromPem(key.pem);
    case 'jwks':
      return new JwksKeys(key.url);
  }
}

/** Header of a token, read by jsonwebtoken so that key selection and verification see the same one. */
function headerOf(token: string): JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
}

/** True for text that PostgreSQL can store; any other text names no user. */
const isName = (user: string): boolean =>
  user !== '' && user.length <= MAX_USER_LENGTH && !user.includes('\0') && user.isWellFormed();

function userIn(payload: JwtPayload, claim: string): string | undefined {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const user = Number.isSafeInteger(value) ? String(value) : value;
  return typeof user === 'string' && isName(user) ? user : undefined;
}
