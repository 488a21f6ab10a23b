import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import { spanIdOf, traceIdOf } from './trace-ids.js';
import type { NewSpan, Tracer } from './tracer.js';
import { DomainError } from '#core/errors.js';

/** Cause of work that no request waits for. */
export interface Cause {
  /** Correlation id of the write that everything began with. */
  readonly correlationId: string;
  /** Id of the request, enqueued run or step whose span is the parent; absent: the span has none. */
  readonly parentId?: string;
}

/** Span under way, or the context of one that is not recorded. */
interface Entry {
  readonly context: SpanContext;
  readonly span: Span | undefined;
  readonly correlationId: string;
  readonly outer: Entry | undefined;
  isOver: boolean;
}

/** Span that has been started. */
export interface OpenSpan {
  readonly span: Span;
  /** Ends the span. @param error what its work has failed with */
  end(error?: unknown): void;
}

const SAMPLED = 1;

/**
 * Spans under way, by the ids that calls carry anyway: the correlation id of a request, the id of a run or step. So the
 * context of a trace needs no parameter and no `AsyncLocalStorage` (decision 0291). Without a tracer there are none.
 */
export class Traces {
  readonly #open = new Map<string, Entry>();

  /** @param joins whether requests join the traces of their clients, so that they are not in the trace of what follows */
  constructor(
    readonly tracer: Tracer | undefined,
    readonly joins = false,
  ) {}

  /** Tells whether a span is recorded under an id. */
  isRecorded(id: string): boolean {
    return this.#open.get(id)?.span !== undefined;
  }

  /** Starts a span, which further spans under its correlation id belong to until it ends. */
  begin(correlationId: string, start: NewSpan): OpenSpan {
    return this.#begin([correlationId], correlationId, start);
  }

  /**
   * Does work within a span of what is recorded under an id; without one it only does the work.
   *
   * @param describe is called only for a span that is recorded
   * @param stepId id of a step, under which further spans belong to this one; its span id follows from it
   */
  within<T>(id: string, describe: () => NewSpan, work: () => Promise<T>, stepId?: string): Promise<T> {
    const outer = this.#open.get(id);
    if (outer === undefined) return work();
    const ids = stepId === undefined ? [id] : [id, stepId];
    if (outer.span === undefined) return this.#unrecorded(ids, outer, work);
    const spanId = stepId === undefined ? {} : { spanId: spanIdOf(stepId) };
    return settled(this.#begin(ids, outer.correlationId, { ...spanId, ...describe(), parent: outer.context }), work);
  }

  /** As `within`, with the span for the work, which has no spans of its own. */
  async leaf<T>(id: string, describe: () => NewSpan, work: (span?: Span) => Promise<T>): Promise<T> {
    const outer = this.#open.get(id);
    if (outer?.span === undefined) return work();
    const opened = this.#begin([], outer.correlationId, { ...describe(), parent: outer.context });
    return settled(opened, () => work(opened.span));
  }

  /** Does work within a span that follows from a cause, if its trace is sampled. @param id further spans' */
  following<T>(id: string, cause: Cause, describe: () => NewSpan, work: () => Promise<T>): Promise<T> {
    if (this.tracer === undefined) return work();
    const traceId = traceIdOf(cause.correlationId);
    const outer = entryOf({ traceId, spanId: spanIdOf(id), traceFlags: 0 }, cause.correlationId);
    if (!this.tracer.isSampled(traceId)) return this.#unrecorded([id], outer, work);
    return settled(this.#begin([id], cause.correlationId, { ...describe(), ...this.#parentOf(traceId, cause) }), work);
  }

  /** Records an event that has just happened, as a span without duration. @param spanId its id, from which others follow */
  note(cause: Cause, describe: () => NewSpan, spanId?: string): void {
    if (this.tracer === undefined) return;
    const traceId = traceIdOf(cause.correlationId);
    if (!this.tracer.isSampled(traceId)) return;
    this.#begin([], cause.correlationId, {
      ...describe(),
      ...this.#parentOf(traceId, cause),
      ...(spanId !== undefined && { spanId }),
    }).end();
  }

  /** W3C's headers of what is under way under an id. */
  headersOf(id: string, span?: Span): Readonly<Record<string, string>> {
    const context = span?.spanContext() ?? this.#open.get(id)?.context;
    return context === undefined ? {} : this.tracer!.headersOf(context);
  }

  #parentOf(traceId: string, { correlationId, parentId }: Cause): Pick<NewSpan, 'traceId' | 'parent'> {
    if (parentId === undefined || (this.joins && parentId === correlationId)) return { traceId };
    return { parent: { traceId, spanId: spanIdOf(parentId), traceFlags: SAMPLED, isRemote: true } };
  }

  #begin(ids: readonly string[], correlationId: string, start: NewSpan): OpenSpan {
    const attributes: Attributes = { ...start.attributes, 'correlation.id': correlationId };
    const span = this.tracer!.start({ ...start, attributes });
    const close = this.#enter(ids, entryOf(span.spanContext(), correlationId, span));
    return {
      span,
      end: (error?: unknown): void => {
        close();
        if (error !== undefined) span.setAttribute('error.type', errorType(error)).setStatus({ code: 2 });
        span.end();
      },
    };
  }

  async #unrecorded<T>(ids: readonly string[], outer: Entry, work: () => Promise<T>): Promise<T> {
    const close = this.#enter(ids, entryOf(outer.context, outer.correlationId));
    try {
      return await work();
    } finally {
      close();
    }
  }

  /** Makes the entry the current one of the ids. @returns function that restores what was there before */
  #enter(ids: readonly string[], made: Entry): () => void {
    const entered = ids.map((id) => {
      const entry = { ...made, outer: this.#open.get(id) };
      this.#open.set(id, entry);
      return [id, entry] as const;
    });
    return () => {
      for (const [id, entry] of entered) this.#leave(id, entry);
    };
  }

  /** A request may end before a write that it has begun: what is over is skipped later. */
  #leave(id: string, entry: Entry): void {
    entry.isOver = true;
    if (this.#open.get(id) !== entry) return;
    let outer = entry.outer;
    while (outer?.isOver) outer = outer.outer;
    if (outer) this.#open.set(id, outer);
    else this.#open.delete(id);
  }
}

const entryOf = (context: SpanContext, correlationId: string, span?: Span): Entry => ({
  context,
  span,
  correlationId,
  outer: undefined,
  isOver: false,
});

async function settled<T>(opened: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    opened.end();
    return result;
  } catch (error) {
    opened.end(error);
    throw error;
  }
}

/** Kind of an error without its text, which may quote values. */
const errorType = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
};
