import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  trace,
  type Tracer as SpanStarter,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  type IdGenerator,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { setTimeout as delay } from 'node:timers/promises';
import type { TracesConfig } from '#platform/process/config/traces-config.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import type { SpanExport } from './span-export.js';
import type { NewSpan, Tracer } from './tracer.js';

const SERVICE = 'data-and-workflow-service';
/** Time limit for what has not been sent when the process stops. */
const STOP_MS = 2_000;
const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Tracer of OpenTelemetry. Only a process with traces loads this file. */
export class OpenTelemetry implements Tracer {
  readonly #ids = new ChosenIds();
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #provider: TracerProvider;
  readonly #sampler: TraceIdRatioBasedSampler;
  readonly #starter: SpanStarter;

  constructor({ sampleRatio }: TracesConfig, spans: SpanExport) {
    this.#sampler = new TraceIdRatioBasedSampler(sampleRatio);
    this.#provider = new TracerProvider({
      // Callers start spans of sampled traces only.
      sampler: new AlwaysOnSampler(),
      idGenerator: this.#ids,
      resource: resourceFromAttributes({
        'service.name': SERVICE,
        'service.instance.id': uuidV7(),
        'process.pid': process.pid,
      }),
      spanProcessors: [spans],
    });
    this.#starter = this.#provider.getTracer(SERVICE);
  }

  isSampled(traceId: string): boolean {
    return this.#sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  }

  start({ name, kind = 'internal', attributes, parent, traceId, spanId, links }: NewSpan): Span {
    this.#ids.choose(traceId, spanId);
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const options = { kind: KINDS[kind], attributes, links: links && [...links] };
    return this.#starter.startSpan(name, options, context);
  }

  contextOf(headers: Readonly<Record<string, unknown>>): SpanContext | undefined {
    return trace.getSpanContext(this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter));
  }

  headersOf(context: SpanContext): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    this.#propagator.inject(trace.setSpanContext(ROOT_CONTEXT, context), headers, defaultTextMapSetter);
    return headers;
  }

  async stop(): Promise<void> {
    const end = new AbortController();
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(STOP_MS, undefined, { signal: end.signal }).catch(() => undefined)]);
    end.abort();
  }
}

/** Generates the ids of a span, unless they are chosen. A span is started in one turn, so that the choice is its own. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #traceId: string | undefined;
  #spanId: string | undefined;

  choose(traceId: string | undefined, spanId: string | undefined): void {
    this.#traceId = traceId;
    this.#spanId = spanId;
  }

  generateTraceId(): string {
    return this.#traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#spanId ?? this.#random.generateSpanId();
  }
}
