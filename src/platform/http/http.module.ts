import { type BeforeApplicationShutdown, Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { setTimeout as delay } from 'node:timers/promises';
import { Config } from '#platform/process/config/config.js';
import { AnswerMemory } from './answer-memory.js';
import { Drain } from './drain.js';
import { ErrorTranslators } from './error-translators.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import type { FastExpressAdapter } from './fast-express.adapter.js';

/** HTTP server: its metrics, memory for answers, the drain on shutdown, and translators of errors. */
@Global()
@Module({
  providers: [
    AnswerMemory,
    {
      provide: Drain,
      inject: [HttpAdapterHost],
      useFactory: (host: HttpAdapterHost<FastExpressAdapter>): Drain => host.httpAdapter.drain,
    },
    {
      provide: Metrics,
      inject: [HttpAdapterHost],
      useFactory: (host: HttpAdapterHost<FastExpressAdapter>): Metrics => host.httpAdapter.metrics,
    },
    {
      provide: ErrorTranslators,
      inject: [HttpAdapterHost],
      useFactory: (host: HttpAdapterHost<FastExpressAdapter>): ErrorTranslators => host.httpAdapter.failures,
    },
  ],
  exports: [AnswerMemory, Drain, ErrorTranslators, Metrics],
})
export class HttpModule implements BeforeApplicationShutdown {
  constructor(private readonly config: Config) {}

  /** Waits while readiness fails, so that load balancers notice it before connections are refused. */
  async beforeApplicationShutdown(): Promise<void> {
    await delay(this.config.http.drainDelayMs);
  }
}
