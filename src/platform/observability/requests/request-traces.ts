import type { Attributes } from '@opentelemetry/api';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProbe } from './probes.js';
import { type RequestState, stateOf } from './request-state.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { callerAttributes } from '#platform/observability/traces/caller-attributes.js';
import { EntryTraces } from '#platform/observability/traces/entry-traces.js';
import type { Tracer } from '#platform/observability/traces/tracer.js';
import type { Traces } from '#platform/observability/traces/traces.js';

/** Starts a span for each request whose trace is sampled. */
export class RequestTraces {
  readonly #entries: EntryTraces;

  constructor(traces: Traces, tracer: Tracer) {
    this.#entries = new EntryTraces(traces, tracer);
  }

  /** Reserves the correlation id, which the trace is named by, and starts the span. */
  begin(req: IncomingMessage, state: RequestState): void {
    const id = uuidV7();
    state.reservedId = id;
    if (isProbe(state.path)) return;
    state.trace = this.#entries.begin(id, req.headers, () => ({
      name: req.method!,
      kind: 'server',
      attributes: { 'http.request.method': req.method!, 'request.id': state.id },
    }));
  }

  /** Ends the span of a request. */
  end(res: ServerResponse): void {
    const state = stateOf(res.req);
    if (state.trace === undefined) return;
    const { span } = state.trace;
    span.updateName(`${res.req.method} ${state.route || 'other'}`);
    span.setAttributes({ 'http.route': state.route, ...callerOf(state) });
    if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode);
    if (!res.writableFinished) span.setAttribute('error.type', 'aborted');
    if (res.statusCode >= 500) span.setStatus({ code: 2 });
    state.trace.end();
  }
}

/** Caller of a request; none where the guard has refused it. */
function callerOf({ context }: RequestState): Attributes {
  return context === undefined ? {} : callerAttributes(context);
}
