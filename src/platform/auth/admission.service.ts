import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Directory } from '../catalogue/directory.js';
import { bearerToken } from './bearer.js';
import { addressOf } from './context-headers.js';
import { tokenInvalid } from './token.errors.js';
import { TokenVerifier } from './token-verifier.js';

export type Eventually<T> = T | Promise<T>;

/** Who calls, and where. */
export interface Admitted {
  readonly catalogue: Catalogue;
  readonly principal: Principal;
}

/** Goes on at once with what is at hand: on the hot path everything is cached and no promise is made. */
export const chain = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** The same for a place that is unknown and for one whose members do not include the caller: neither can be probed. */
const notMember = (): DomainError =>
  new DomainError({ code: 'NotMember', message: 'You are not a member of this environment.' });

/** Tells who calls and where, in the order token (401), context headers (400), membership (403): contract §1 and §2. */
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
        if (!catalogue) throw notMember();
        return chain(this.directory.member(catalogue, user), (member) => admitted(catalogue, member));
      });
    });
  }

  /** When a token ends that was just admitted, in milliseconds since 1970. */
  endOf({ authorization }: IncomingHttpHeaders): number {
    return this.tokens.endOf(bearerToken(authorization));
  }
}

function admitted(catalogue: Catalogue, principal: Principal | 'inactive' | undefined): Admitted {
  if (!principal) throw notMember();
  if (principal === 'inactive') throw tokenInvalid();
  return { catalogue, principal };
}
