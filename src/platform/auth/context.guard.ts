import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Directory } from '../catalogue/directory.js';
import { PUBLIC } from '../http/decorators.js';
import { setContext, stateOf } from '../http/request-state.js';
import { uuidV7 } from '../ids/uuid-v7.js';
import { bearerToken } from './bearer.js';
import { placeOf } from './context-headers.js';
import { preferencesOf } from './preferences.js';
import { tokenInvalid } from './token.errors.js';
import { TokenVerifier } from './token-verifier.js';

type Eventually<T> = T | Promise<T>;

/** Goes on at once with what is at hand: on the hot path everything is cached and no promise is made. */
const chain = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** The same for a place that is unknown and for one whose members do not include the caller: neither can be probed. */
const notMember = (): DomainError =>
  new DomainError({ code: 'NotMember', message: 'You are not a member of this environment.' });

/**
 * Lets a request in and tells who calls where. The one guard of the service: every route that is not `@Public()` passes
 * it, in the order token (401), context headers (400), membership (403).
 *
 * @see contract §1 and §2
 */
@Injectable()
export class ContextGuard implements CanActivate {
  /** Whether a handler or controller is marked public; reading metadata on every request would cost more. */
  readonly #public = new WeakMap<object, boolean>();

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly directory: Directory,
  ) {}

  canActivate(execution: ExecutionContext): Eventually<boolean> {
    if (this.#isPublic(execution.getHandler()) || this.#isPublic(execution.getClass())) return true;
    return this.#admit(execution.switchToHttp().getRequest<IncomingMessage>());
  }

  #isPublic(target: object): boolean {
    const known = this.#public.get(target);
    if (known !== undefined) return known;
    const marked = Reflect.getMetadata(PUBLIC, target) === true;
    this.#public.set(target, marked);
    return marked;
  }

  #admit(request: IncomingMessage): Eventually<true> {
    const token = bearerToken(request.headers.authorization);
    return chain(this.tokens.verify(token), (user) => {
      const { tenant, app, environment } = placeOf(request.headers);
      return chain(this.directory.find(tenant, app, environment), (catalogue) => {
        if (!catalogue) throw notMember();
        return chain(this.directory.member(catalogue, user), (member) => enter(request, catalogue, member));
      });
    });
  }
}

function enter(request: IncomingMessage, catalogue: Catalogue, member: Principal | 'inactive' | undefined): true {
  if (!member) throw notMember();
  if (member === 'inactive') throw tokenInvalid();
  const context: RequestContext = {
    requestId: stateOf(request).id,
    correlationId: uuidV7(),
    at: new Date(),
    catalogue,
    principal: member,
    preferences: preferencesOf(request.headers),
  };
  setContext(request, Object.freeze(context));
  return true;
}
