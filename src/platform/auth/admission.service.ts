import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { type Admitted, admitted, notMember } from '#platform/catalogue/admitted.js';
import { Directory } from '#platform/catalogue/directory.js';
import { addressOf } from './context-headers.js';
import { TokenVerifier } from './token-verifier.js';
import { tokenInvalid, tokenMissing } from '#platform/http/token.errors.js';

export type Eventually<T> = T | Promise<T>;

/**
 * Applies `next` synchronously unless `value` is a promise: on the hot path all values are cached and no promise is
 * created.
 */
export const chain = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Authenticates a call. Checks the token (401), the context headers (400) and the membership (403), in this order. */
@Injectable()
export class Admission {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly directory: Directory,
  ) {}

  /** @throws {DomainError} of tokens, ContextMissing, ContextInvalid, NotMember */
  admit(headers: IncomingHttpHeaders): Eventually<Admitted> {
    return chain(this.tokens.verify(bearerToken(headers.authorization)), (user) => {
      const { tenant, app, environment } = addressOf(headers);
      return chain(this.directory.find(tenant, app, environment), (catalogue) => {
        if (!catalogue) throw notMember(user);
        return chain(this.directory.member(catalogue, user), (member) => admitted(catalogue, member, user));
      });
    });
  }

  /** Expiry of a token that was just admitted, in milliseconds since 1970, clock skew included. */
  endOf({ authorization }: IncomingHttpHeaders): number {
    return this.tokens.endOf(bearerToken(authorization));
  }
}

const MAX_TOKEN_BYTES = 8 * 1024;
const SCHEME = 'bearer ';

/**
 * Token of an `Authorization` header, whose scheme matches in any letter case. Parsed without a pattern, because
 * one takes quadratic time on a long header.
 *
 * @throws {DomainError} TokenMissing without header or with another scheme, TokenInvalid beyond 8 KB.
 */
export function bearerToken(authorization: string | undefined): string {
  if (authorization?.slice(0, SCHEME.length).toLowerCase() !== SCHEME) throw tokenMissing();
  const token = authorization.slice(SCHEME.length).trim();
  if (token.length > MAX_TOKEN_BYTES) throw tokenInvalid();
  return token;
}
