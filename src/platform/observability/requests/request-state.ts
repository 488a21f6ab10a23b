import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '#core/context/context.js';
import type { OpenSpan } from '#platform/observability/traces/traces.js';

/** Time limits for the arrival of a request's body. */
export interface ArrivalLimits {
  readonly receiveMs: number;
  /** Least average rate in each window. */
  readonly minBytesPerSecond: number;
}

/** Limits of a route for the size and the arrival of its body. */
export interface BodyLimits extends ArrivalLimits {
  readonly limitBytes: number;
}

const STATE = Symbol('request state');

/** State of the service for one HTTP request. */
export class RequestState {
  /** Time at which the headers had arrived, by `performance.now()`. */
  readonly receivedAt = performance.now();
  /** Value of the response header `X-Request-Id`. */
  id = '';
  /** Path without the query string, which may hold values and must not be logged. */
  path = '';
  /** Path pattern of the route that received it, such as `/api/v1/lists/:name`; empty where none did. */
  route = '';
  /** Set by the guard; absent on public routes and on calls that the guard refused. */
  context: RequestContext | undefined;
  /** Caller of a request for which no guard sets a context, such as those of the hub. */
  member: Pick<RequestContext, 'catalogue' | 'principal'> | undefined;
  /** True for a request that waits for news, and is sent again with each answer. */
  isPoll = false;
  /** Correlation id that the context takes; set on arrival where traces are on. */
  reservedId: string | undefined;
  /** Span of the request; absent where it is not recorded. */
  trace: OpenSpan | undefined;
  /**
   * Headers of the answer, a name before each value, which are written with its status (decision 0309). What a route sets
   * itself takes precedence.
   */
  readonly headers: string[] = [];
  /** Called once, when the answer has ended or the client has left. */
  onEnd: (() => void) | undefined;
  /** Body of a request that may be handled again, once it is received; absent where it is too long to be kept. */
  body: Promise<unknown> | undefined;
  /** Times that the request is handled, the present one included. */
  attempt = 1;
  /** Lines of the answer's `Log` about parameters that the route does not know. */
  log: readonly string[] | undefined;
  /** True for a route that writes: its answers and errors carry the `CorrelationId`. */
  writes = false;

  /** @param bodyLimits limits for routes without their own */
  constructor(readonly bodyLimits: BodyLimits) {}

  /** Whole milliseconds since the headers arrived. */
  get elapsedMs(): number {
    return Math.round(performance.now() - this.receivedAt);
  }

  /** `CorrelationId` of the answer: null on reads (docs/interface/conventions.md#envelope). */
  get correlationId(): string | null {
    return this.writes && this.context ? this.context.correlationId : null;
  }
}

/** Request with its state as a property, so that the state needs no map and no closure. */
interface StatefulRequest extends IncomingMessage {
  [STATE]: RequestState;
}

/** Attaches the state to a request, once, on arrival. */
export function attachState(req: IncomingMessage, state: RequestState): void {
  (req as StatefulRequest)[STATE] = state;
}

/** State of a request that came through the adapter. */
export const stateOf = (req: IncomingMessage): RequestState => (req as StatefulRequest)[STATE];

/** Sets the call's context; the guard calls it after it has checked token, headers and membership. */
export function setContext(req: IncomingMessage, context: RequestContext): void {
  stateOf(req).context = context;
}

/** Context of the call; undefined before the guard has set it. */
export const contextOf = (req: IncomingMessage): RequestContext | undefined => stateOf(req).context;
