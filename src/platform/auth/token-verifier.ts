import { Injectable } from '@nestjs/common';
import jwt, { type Algorithm, type JwtHeader, type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import passportJwt from 'passport-jwt';
import { DomainError } from '../../core/errors.js';
import { Config, type TokenConfig, type TokenKey } from '../config/config.js';
import { FixedKey } from './fixed-key.js';
import { JwksKeys } from './jwks-keys.js';
import { tokenExpired, tokenInvalid } from './token.errors.js';
import type { VerificationKeys } from './verification-key.js';

const CLOCK_SKEW_SECONDS = 60;
const MAX_CACHED_TOKENS = 10_000;
const MAX_USER_LENGTH = 256;

const ALGORITHMS: Readonly<Record<TokenKey['kind'], Algorithm[]>> = {
  secret: ['HS256'],
  publicKey: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  jwks: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
};

/** They let a token bring its own key, or claim extensions that we would have to understand. */
const FORBIDDEN_HEADERS = ['jku', 'x5u', 'jwk', 'crit'];

/** What stays known of a verified token; it holds within these times only. */
interface VerifiedToken {
  readonly user: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** When it is to be verified again, whatever its own times. */
  readonly recheckMs: number;
}

/** What passport sees of a request. */
interface Bearer {
  readonly token: string;
}

/** Verifies access tokens, and remembers the good ones: verifying costs 10–40 µs, remembering a fraction of one. */
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
   * The user a token stands for, as text: the claim JWT_USER_CLAIM. Answers without a promise when the token is known.
   *
   * @throws {DomainError} TokenExpired, TokenInvalid, or Unavailable when the issuer's keys cannot be had.
   */
  verify(token: string): string | Promise<string> {
    const known = this.#verified.get(token);
    if (known && holds(known, Date.now())) return known.user;
    return this.#verifyAnew(token);
  }

  /** When a token ends that was just verified, clock skew included: milliseconds since 1970. */
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
          // The catch is for the verifying library too: it throws on claims that are null.
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

  /** The key a token is to be verified with; its type is passport-jwt's word for the KeyObject that jsonwebtoken takes. */
  async #keyFor(token: string): Promise<Buffer> {
    const header = headerOf(token);
    if (!header || FORBIDDEN_HEADERS.some((name) => Object.hasOwn(header, name))) throw tokenInvalid();
    const found = await this.#keys.find(header.kid);
    if (!found?.algorithms.includes(header.alg as Algorithm)) throw tokenInvalid();
    return found.key as unknown as Buffer;
  }

  /** Undefined when the token would last for ever or names no user. */
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

/** As the verifying library reads it, so that both see the same header. */
function headerOf(token: string): JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
}

/** What no database text can hold names nobody. */
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
