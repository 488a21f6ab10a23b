import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '#platform/process/config/config.js';
import { MetricsController } from './metrics.controller.js';
import { Scrape } from '#platform/observability/metrics/scrape.js';

/** The scrape route. Parts of the service add what they count to `Metrics`. */
@Module({ providers: [Scrape], exports: [Scrape] })
export class MetricsModule {
  /** The route `GET /metrics` exists only if the setting METRICS allows it. */
  static forConfig({ metrics }: Config): DynamicModule {
    return { module: MetricsModule, controllers: metrics ? [MetricsController] : [] };
  }
}
