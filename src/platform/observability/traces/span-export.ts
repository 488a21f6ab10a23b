import type { Context } from '@opentelemetry/api';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracesConfig } from '#platform/process/config/traces-config.js';
import type { Metrics } from '#platform/observability/metrics/metrics.js';
import { readHeadersFile } from '#platform/process/config/headers-file.js';

/** Spans that have ended and are not sent yet: about 5 MB. Further ones are dropped. */
const MAX_WAITING = 2_048;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
/** Time limit for a batch, repetitions included. */
const SEND_MS = 5_000;
/** Least time between two lines about dropped spans. */
const WARN_EVERY_MS = 60_000;

const EXPORTED = {
  kind: 'counter',
  name: 'traces_spans_exported_total',
  help: 'Spans sent to the collector.',
} as const;
const DROPPED = {
  kind: 'counter',
  name: 'traces_spans_dropped_total',
  help: 'Spans lost: the collector took them not in time, or too many waited for it.',
} as const;

/** Sends spans to the collector in batches. Its queue is bounded, and what it drops is counted and logged. */
export class SpanExport implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #origin: string;
  #waiting = 0;
  #exported = 0;
  #unsent = 0;
  #surplus = 0;
  #warnedAt = -Infinity;

  constructor(
    config: TracesConfig,
    metrics: Metrics,
    private readonly logger: Logger,
  ) {
    const headers = config.headersFile === undefined ? {} : readHeadersFile(config.headersFile);
    const exporter = new OTLPTraceExporter({ url: config.endpoint, headers, timeoutMillis: SEND_MS });
    this.#origin = new URL(config.endpoint).origin;
    this.#batches = new BatchSpanProcessor({
      exporter: this.#counted(exporter),
      maxQueueSize: MAX_WAITING,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: SEND_MS,
    });
    metrics.add(EXPORTED, {}, () => this.#exported);
    metrics.add(DROPPED, { reason: 'collector' }, () => this.#unsent);
    metrics.add(DROPPED, { reason: 'queue' }, () => this.#surplus);
  }

  onStart(span: Span, context: Context): void {
    this.#batches.onStart(span, context);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= MAX_WAITING) return this.#drop(1, 'queue', 'too many wait');
    this.#waiting++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #counted(exporter: OTLPTraceExporter): SpanExporter {
    return {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          this.#note(spans.length, result);
          done(result);
        }),
      forceFlush: () => exporter.forceFlush(),
      shutdown: () => exporter.shutdown(),
    };
  }

  #note(count: number, { code, error }: ExportResult): void {
    this.#waiting -= count;
    if (code === ExportResultCode.SUCCESS) this.#exported += count;
    else this.#drop(count, 'collector', error?.message ?? 'no reason given');
  }

  #drop(count: number, where: 'collector' | 'queue', reason: string): void {
    if (where === 'queue') this.#surplus += count;
    else this.#unsent += count;
    const now = performance.now();
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    const dropped = this.#unsent + this.#surplus;
    this.logger.warn(
      { context: 'Traces', dropped },
      `Spans are dropped: ${this.#origin} does not take them (${reason}).`,
    );
  }
}
