import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';
import { shortened } from '../../core/nearest.js';
import { DomainError } from '../../core/errors.js';
import { Directory } from '../catalogue/directory.js';
import { bearerToken } from './bearer.js';
import { addressOf } from './context-headers.js';
import { tokenInvalid } from './token.errors.js';
import { TokenVerifier } from './token-verifier.js';

export type Eventually<T> = T | Promise<T>;

/** Authenticated member of an environment, with its catalogue. */
export interface Admitted {
  readonly catalogue: Catalogue;
  readonly principal: Principal;
}

/**
 * Applies `next` synchronously unless `value` is a promise: on the hot path all values are cached and no promise is
 * created.
 */
export const chain = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Same answer for an unknown environment and for one without the caller as member, so that neither can be probed. */
const notMember = (user: string): DomainError =>
  new DomainError({
    code: 'NotMember',
    message: `You are not a member of this environment: it does not exist, or it has no user '${shortened(user)}'.`,
  });

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

/** Requires a member. @throws {DomainError} NotMember, TokenInvalid */
export function admitted(catalogue: Catalogue, principal: Principal | 'inactive' | undefined, user: string): Admitted {
  if (!principal) throw notMember(user);
  if (principal === 'inactive') throw tokenInvalid();
  return { catalogue, principal };
}
