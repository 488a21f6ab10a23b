import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '#core/context/context.js';
import { CONTEXT_OPTIONAL, PUBLIC } from '#platform/http/decorators.js';
import { readUndeclaredParameters } from '#platform/http/undeclared-parameters.js';
import { setContext, stateOf } from '#platform/observability/requests/request-state.js';
import { RequestLimits } from '#platform/limits/request-limits.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import { Admission } from './admission.service.js';
import { chain, type Eventually } from './eventually.js';
import { isMember, type Person, setPerson, WITHOUT_CONTEXT } from './person.js';
import { preferencesOf } from './preferences.js';

type Request = IncomingMessage & { readonly res: ServerResponse };

/**
 * Authenticates a request and attaches its `RequestContext`. It guards every route that is not `@Public()`.
 *
 * @see docs/interface/conventions.md#authentication and docs/interface/conventions.md#order-of-errors
 */
@Injectable()
export class ContextGuard implements CanActivate {
  /** Cached `@Public()` marks of handlers and controllers: reading metadata on every request would cost more. */
  readonly #public = new WeakMap<object, boolean>();

  constructor(
    private readonly admission: Admission,
    private readonly limits: RequestLimits,
  ) {}

  canActivate(execution: ExecutionContext): Eventually<boolean> {
    if (this.#isPublic(execution.getHandler()) || this.#isPublic(execution.getClass())) return true;
    const request = execution.switchToHttp().getRequest<Request>();
    if (!namesCaller(request) && Reflect.getMetadata(CONTEXT_OPTIONAL, execution.getHandler()) === true) return true;
    if (Reflect.getMetadata(WITHOUT_CONTEXT, execution.getHandler()) === true)
      return this.#identify(request, execution.getHandler());
    const admitting = this.admission.admit(request.headers, request.socket);
    return chain(admitting, (admitted) => {
      const counting = this.#isCounted(request) ? this.limits.admit(admitted, request.res) : undefined;
      return chain(counting, () => enter(request, admitted, execution.getHandler()));
    });
  }

  #identify(request: Request, handler: object): Eventually<boolean> {
    return chain(this.admission.person(request.headers, request.socket), (person) => {
      const counting = this.#isCounted(request) ? this.#count(person, request.res) : undefined;
      return chain(counting, () => {
        readUndeclaredParameters(request, handler, preferencesOf(request.headers).strict);
        return setPerson(request, person);
      });
    });
  }

  #count(person: Person, res: ServerResponse): Promise<void> | undefined {
    return isMember(person) ? this.limits.admit(person, res) : this.limits.admitPerson(person.key, res);
  }

  #isCounted(request: Request): boolean {
    return this.limits.isOn && stateOf(request).attempt === 1;
  }

  #isPublic(target: object): boolean {
    const known = this.#public.get(target);
    if (known !== undefined) return known;
    const marked = Reflect.getMetadata(PUBLIC, target) === true;
    this.#public.set(target, marked);
    return marked;
  }
}

/** Tells whether a request has a token, a key or a context header, even if it is no good. */
const namesCaller = ({ headers }: IncomingMessage): boolean =>
  (headers.authorization ?? headers['x-api-key'] ?? headers.tenantid ?? headers.appid ?? headers.environmentid) !==
  undefined;

function enter(request: IncomingMessage, { catalogue, principal }: Admitted, handler: object): true {
  const { id, reservedId } = stateOf(request);
  const acceptLanguage = request.headers['accept-language'];
  const context: RequestContext = {
    requestId: id,
    correlationId: reservedId ?? uuidV7(),
    at: new Date(),
    catalogue,
    principal,
    preferences: preferencesOf(request.headers),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
  };
  setContext(request, Object.freeze(context));
  readUndeclaredParameters(request, handler, context.preferences.strict);
  return true;
}
