import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { DOCUMENT_LIMITS } from '#core/json/read-json.js';
import { type BodySource, bodySource, type LongBodyCheck, parseBody, readBody, readBodyText } from './body.js';
import { type BodyLimits, stateOf } from '#platform/observability/requests/request-state.js';
import type { BodyCheck } from './body-checks.js';

/** Metadata key that the guard reads from the handler and its class. */
export const PUBLIC = 'public';

/** Marks a route that needs no token and no context headers, and so must not return tenant data. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Metadata key of routes that serve callers with and without a context. */
export const CONTEXT_OPTIONAL = 'context optional';

/**
 * Marks a route that authenticates calls with a token or context headers, and needs neither. Without them it must not
 * return tenant data.
 */
export const ContextIsOptional = (): MethodDecorator => SetMetadata(CONTEXT_OPTIONAL, true);

/** Request with the parameters of its route's path, which Express adds. */
interface RoutedRequest extends IncomingMessage {
  readonly params?: Readonly<Record<string, string>>;
}

const requestOf = (execution: ExecutionContext): RoutedRequest => execution.switchToHttp().getRequest();

/**
 * Injects the call's `RequestContext`, which the guard has set.
 *
 * Routes that write use `@Context('write')`, so that their answers and errors carry the `CorrelationId`.
 */
export const Context = createParamDecorator((use: 'write' | undefined, execution): RequestContext => {
  const state = stateOf(requestOf(execution));
  if (!state.context) throw new Error(`${state.path} asks for a context that no guard has set`);
  state.writes = use === 'write';
  return state.context;
});

/** Injects the call's `RequestContext`; undefined for a caller of a `@ContextIsOptional()` route without one. */
export const OptionalContext = createParamDecorator(
  (_: undefined, execution): RequestContext | undefined => stateOf(requestOf(execution)).context,
);

/**
 * Injects the JSON body, `undefined` when there is none. It is read after the guards
 * (docs/interface/conventions.md#order-of-errors).
 *
 * `@JsonBody(check)` refuses long bodies before they are parsed.
 */
export const JsonBody = createParamDecorator(
  (check: BodyCheck | undefined, execution): Promise<JsonValue | undefined> => {
    const req = requestOf(execution);
    return keptBody(req, () => readBody(req, stateOf(req).bodyLimits, checkOf(req, check)));
  },
);

/** Injects a document of definitions as JSON, for routes of Administrators; `undefined` when there is none. */
export const DocumentBody = createParamDecorator(async (_: undefined, execution): Promise<JsonValue | undefined> => {
  const req = requestOf(execution);
  return parseBody(await readBodyText(req, stateOf(req).bodyLimits), DOCUMENT_LIMITS);
});

/**
 * Injects the text of the JSON body, `undefined` when there is none, for a route that parses it by itself; `check` as for
 * `@JsonBody`.
 */
export const BodyText = createParamDecorator((check: BodyCheck | undefined, execution): Promise<string | undefined> => {
  const req = requestOf(execution);
  return keptBody(req, () => readBodyText(req, stateOf(req).bodyLimits, checkOf(req, check)));
});

/** Bytes of a body that is kept for another attempt of its request. */
const KEPT_BYTES = 1024 * 1024;

/** Reads the body, which arrives once, or takes that of an earlier attempt of the request. */
function keptBody<T>(req: IncomingMessage, read: () => Promise<T>): Promise<T> {
  const state = stateOf(req);
  if (state.body) return state.body as Promise<T>;
  const body = read();
  if (Number(req.headers['content-length']) <= KEPT_BYTES) state.body = body;
  return body;
}

/** The check for a call; absent on public routes. */
function checkOf(req: RoutedRequest, check: BodyCheck | undefined): LongBodyCheck | undefined {
  const { context } = stateOf(req);
  return check && context && ((head) => check(context, head, req.params ?? {}));
}

/**
 * Injects a factory of the `BodySource` for a route that reads a large body by itself, within the route's limits.
 *
 * @throws {DomainError} from the factory: TooLarge or UnsupportedMediaType, by the headers
 */
export const LargeBody = createParamDecorator((_: undefined, execution): LargeBodyOf => {
  const req = requestOf(execution);
  return (limits) => bodySource(req, limits);
});

/** Factory that `@LargeBody()` injects. */
export type LargeBodyOf = (limits: BodyLimits) => BodySource;
