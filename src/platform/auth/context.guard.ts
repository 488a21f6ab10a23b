import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../core/context.js';
import { PUBLIC } from '../http/decorators.js';
import { setContext, stateOf } from '../express/request-state.js';
import { uuidV7 } from '../ids/uuid-v7.js';
import { Admission, type Admitted, chain, type Eventually } from './admission.service.js';
import { preferencesOf } from './preferences.js';

/**
 * Authenticates a request and attaches its `RequestContext`. It guards every route that is not `@Public()`.
 *
 * @see docs/interface.md#authentication and docs/interface.md#order-of-errors
 */
@Injectable()
export class ContextGuard implements CanActivate {
  /** Cached `@Public()` marks of handlers and controllers: reading metadata on every request would cost more. */
  readonly #public = new WeakMap<object, boolean>();

  constructor(private readonly admission: Admission) {}

  canActivate(execution: ExecutionContext): Eventually<boolean> {
    if (this.#isPublic(execution.getHandler()) || this.#isPublic(execution.getClass())) return true;
    const request = execution.switchToHttp().getRequest<IncomingMessage>();
    return chain(this.admission.admit(request.headers), (admitted) => enter(request, admitted));
  }

  #isPublic(target: object): boolean {
    const known = this.#public.get(target);
    if (known !== undefined) return known;
    const marked = Reflect.getMetadata(PUBLIC, target) === true;
    this.#public.set(target, marked);
    return marked;
  }
}

function enter(request: IncomingMessage, { catalogue, principal }: Admitted): true {
  const context: RequestContext = {
    requestId: stateOf(request).id,
    correlationId: uuidV7(),
    at: new Date(),
    catalogue,
    principal,
    preferences: preferencesOf(request.headers),
  };
  setContext(request, Object.freeze(context));
  return true;
}
