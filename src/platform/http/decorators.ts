import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { type BodyLimits, type BodySource, bodySource, readBody } from '../express/body.js';
import { stateOf } from '../express/request-state.js';

/** Metadata key that the guard looks for on the handler and its class. */
export const PUBLIC = 'public';

/** A route that needs no token and no context headers, and so must show no tenant data. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

const requestOf = (execution: ExecutionContext): IncomingMessage => execution.switchToHttp().getRequest();

/**
 * Injects the call's `RequestContext`, which the guard has set.
 *
 * `@Context('write')` on routes that write: their answers, refusals too, then carry the `CorrelationId`.
 */
export const Context = createParamDecorator((use: 'write' | undefined, execution): RequestContext => {
  const state = stateOf(requestOf(execution));
  if (!state.context) throw new Error(`${state.path} asks for a context that no guard has set`);
  state.writes = use === 'write';
  return state.context;
});

/**
 * Injects the JSON body, `undefined` when there is none. It is read only now, after the guards (order of contract §2).
 *
 * `@JsonBody(bytes)` sets a limit other than the configured one.
 */
export const JsonBody = createParamDecorator(
  (limitBytes: number | undefined, execution): Promise<JsonValue | undefined> => {
    const req = requestOf(execution);
    const { bodyLimits } = stateOf(req);
    return readBody(req, limitBytes === undefined ? bodyLimits : { ...bodyLimits, limitBytes });
  },
);

/**
 * Injects what makes the `BodySource` of a route that reads a large body by itself, given the route's limits.
 *
 * @throws {DomainError} from the injected function, TooLarge or UnsupportedMediaType, as far as headers tell.
 */
export const LargeBody = createParamDecorator((_: undefined, execution): LargeBodyOf => {
  const req = requestOf(execution);
  return (limits) => bodySource(req, limits);
});

/** What `@LargeBody()` injects. */
export type LargeBodyOf = (limits: BodyLimits) => BodySource;
