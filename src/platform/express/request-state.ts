import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../core/context.js';
import type { BodyLimits } from './body.js';

const STATE = Symbol('request state');

/** What the service knows about one HTTP request besides the request itself. */
export class RequestState {
  /** Milliseconds of `performance.now()` at which the headers had arrived. */
  readonly receivedAt = performance.now();
  /** Answered as `X-Request-Id`. */
  id = '';
  /** Without the query string, which may hold values and must not be logged. */
  path = '';
  /** Set by the guard; absent on public routes and on calls that the guard refused. */
  context: RequestContext | undefined;
  /** The route writes, so its answers, errors too, carry the `CorrelationId`. */
  writes = false;

  /** @param bodyLimits of a route that sets none of its own. */
  constructor(readonly bodyLimits: BodyLimits) {}

  /** Whole milliseconds since receipt. */
  get elapsedMs(): number {
    return Math.round(performance.now() - this.receivedAt);
  }

  /** `CorrelationId` of the answer: null on reads (contract §14.2). */
  get correlationId(): string | null {
    return this.writes && this.context ? this.context.correlationId : null;
  }
}

/** A request that carries its state; made by the adapter's server, so that state needs no map and no closure. */
interface StatefulRequest extends IncomingMessage {
  [STATE]: RequestState;
}

/** Gives a request its state, once, at receipt. */
export function attachState(req: IncomingMessage, state: RequestState): void {
  (req as StatefulRequest)[STATE] = state;
}

/** The state of a request that came through the adapter. */
export const stateOf = (req: IncomingMessage): RequestState => (req as StatefulRequest)[STATE];

/** Called by the guard once token, headers and membership are checked. */
export function setContext(req: IncomingMessage, context: RequestContext): void {
  stateOf(req).context = context;
}

/** The call's context; undefined before the guard has set it. */
export const contextOf = (req: IncomingMessage): RequestContext | undefined => stateOf(req).context;
