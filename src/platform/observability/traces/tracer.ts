import type { Attributes, Link, Span, SpanContext } from '@opentelemetry/api';

/** Span to be started. */
export interface NewSpan {
  readonly name: string;
  readonly kind?: 'internal' | 'server' | 'client';
  /** Ids and facts of the service's own: no values of records, no text of errors, which may quote them. */
  readonly attributes?: Attributes;
  readonly parent?: SpanContext;
  /** Trace of a span without parent; absent: a random one. */
  readonly traceId?: string;
  /** Absent: a random one. */
  readonly spanId?: string;
  readonly links?: readonly Link[];
}

/** Starts spans, and sends those that have ended to the collector. */
export interface Tracer {
  /** Decides about a trace. All nodes decide alike, because only its id counts. */
  isSampled(traceId: string): boolean;
  /** Starts a span of a trace that is sampled. */
  start(span: NewSpan): Span;
  /** Span context of W3C's headers; undefined where there is none or it is malformed. */
  contextOf(headers: Readonly<Record<string, unknown>>): SpanContext | undefined;
  /** W3C's headers of a span context. */
  headersOf(context: SpanContext): Readonly<Record<string, string>>;
  /** Sends what has ended, within a time limit, and stops. */
  stop(): Promise<void>;
}
