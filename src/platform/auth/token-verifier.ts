import { Injectable } from '@nestjs/common';
import jwt, { type Algorithm, type JwtHeader, type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import passportJwt from 'passport-jwt';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import type { TokenConfig, TokenKey } from '#platform/process/config/token-config.js';
import { FixedKey } from './fixed-key.js';
import { JwksKeys } from './jwks-keys.js';
import { tokenExpired, tokenInvalid } from '#platform/http/token.errors.js';
import type { VerificationKeys } from './verification-key.js';

const CLOCK_SKEW_SECONDS = 60;
const MAX_CACHED_TOKENS = 10_000;
const MAX_USER_LENGTH = 256;

const ALGORITHMS: Readonly<Record<TokenKey['kind'], Algorithm[]>> = {
  secret: ['HS256'],
  publicKey: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  jwks: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
};

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

/** Stand-in for the request that passport expects. */
interface Bearer {
  readonly token: string;
}

/** Verifies access tokens and caches valid ones: a verification costs 10–40 µs, a cache hit less than 1 µs. */
@Injectable()
export class TokenVerifier {
  readonly #tokens: TokenConfig;
  readonly #keys: VerificationKeys;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS });
  readonly #passport = new passport.Authenticator();

  constructor(config: Config) {
    this.#tokens = config.tokens;
    this.#keys = keysFor(config.tokens.key);
    this.#passport.use(this.#strategy());
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
    const verified = await this.#authenticate({ token });
    this.#verified.set(token, verified);
    return verified.user;
  }

  #authenticate(bearer: Bearer): Promise<VerifiedToken> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, verified: VerifiedToken | false, failure: unknown): void => {
        if (verified) resolve(verified);
        else reject(error ?? tokenRefused(failure));
      };
      this.#passport.authenticate('jwt', { session: false }, done)(bearer, {}, reject);
    });
  }

  #strategy(): passportJwt.Strategy {
    const { issuer, audience, key } = this.#tokens;
    return new passportJwt.Strategy(
      {
        jwtFromRequest: (request) => (request as unknown as Bearer).token,
        secretOrKeyProvider: (_request: Bearer, token: string, done) => {
          // Also catches errors of jsonwebtoken, which throws on claims that are null.
          this.#keyFor(token)
            .then((found) => done(null, found))
            .catch(done);
        },
        issuer,
        audience,
        algorithms: ALGORITHMS[key.kind],
        jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
      },
      (payload: JwtPayload, done: passportJwt.VerifiedCallback) => done(null, this.#read(payload) ?? false),
    );
  }

  /** Key that verifies a token: a KeyObject, although passport-jwt declares the type as Buffer. */
  async #keyFor(token: string): Promise<Buffer> {
    const header = headerOf(token);
    if (!header || FORBIDDEN_HEADERS.some((name) => Object.hasOwn(header, name))) throw tokenInvalid();
    const found = await this.#keys.find(header.kid);
    if (!found?.algorithms.includes(header.alg as Algorithm)) throw tokenInvalid();
    return found.key as unknown as Buffer;
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

function tokenRefused(failure: unknown): DomainError {
  if (failure instanceof DomainError) return failure;
  return failure instanceof jwt.TokenExpiredError ? tokenExpired() : tokenInvalid();
}
