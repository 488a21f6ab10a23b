import type { Link } from '@opentelemetry/api';
import { spanIdOf, traceIdOf } from './trace-ids.js';
import type { NewSpan, Tracer } from './tracer.js';
import type { OpenSpan, Traces } from './traces.js';

const SAMPLED = 1;

type Headers = Readonly<Record<string, unknown>>;

/** Starts spans of what clients send: requests and calls of the hub. */
export class EntryTraces {
  constructor(
    private readonly traces: Traces,
    private readonly tracer: Tracer,
  ) {}

  /**
   * Starts a span, if it is sampled.
   * @param id correlation id, which the trace is named by
   * @param headers of the client, which may have a `traceparent`
   */
  begin(id: string, headers: Headers, describe: () => NewSpan): OpenSpan | undefined {
    const start = this.traces.joins ? this.#joined(headers, id) : this.#linked(headers, id);
    return start && this.traces.begin(id, { ...start, ...describe(), spanId: spanIdOf(id) });
  }

  /** A trace of its own, which the client cannot force to be sampled. */
  #linked(headers: Headers, id: string): Pick<NewSpan, 'traceId' | 'links'> | undefined {
    const traceId = traceIdOf(id);
    if (!this.tracer.isSampled(traceId)) return undefined;
    const context = this.tracer.contextOf(headers);
    return { traceId, links: context ? [{ context }] : [] };
  }

  /** The client's trace, sampled if the client samples it, with a link to the trace of what follows from a write. */
  #joined(headers: Headers, id: string): Pick<NewSpan, 'traceId' | 'parent' | 'links'> | undefined {
    const parent = this.tracer.contextOf(headers);
    const traceId = traceIdOf(id);
    if (parent === undefined) return this.tracer.isSampled(traceId) ? { traceId } : undefined;
    return (parent.traceFlags & SAMPLED) === 0 ? undefined : { parent, links: [linkTo(traceId, id)] };
  }
}

const linkTo = (traceId: string, id: string): Link => ({
  context: { traceId, spanId: spanIdOf(id), traceFlags: SAMPLED },
});
