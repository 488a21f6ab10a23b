import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { BUILD } from '#platform/process/config/build-info.js';
import type { Config } from '#platform/process/config/config.js';
import { RECEIVE_MS } from './body.js';
import { ErrorFilter } from './error.filter.js';
import { FastExpressAdapter } from './fast-express.adapter.js';
import { createLogger, NestLogger } from '#platform/observability/logging/logger.js';
import { type Measure, Metrics } from '#platform/observability/metrics/metrics.js';
import { startTraces } from '#platform/observability/traces/start-traces.js';

const BUILD_INFO: Measure = { kind: 'gauge', name: 'build_info', help: 'What this process runs', merge: 'max' };

/** Creates a Nest application with the adapter, the error filter and the log of the service. It does not listen yet. */
export async function createHttpApp(
  root: Type | DynamicModule,
  config: Config,
  logger = createLogger(config),
): Promise<NestExpressApplication> {
  const metrics = new Metrics(config.metrics);
  metrics.add(BUILD_INFO, { ...BUILD, node: process.version }, () => 1);
  const traces = await startTraces(config, metrics, logger);
  const timeoutMs = Math.max(RECEIVE_MS, config.bulk.timeoutMs);
  const adapter = new FastExpressAdapter(config.http, logger, metrics, traces, timeoutMs);
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const allowedMethods = (path: string): readonly string[] => adapter.allowedMethods(path);
  app.useGlobalFilters(new ErrorFilter(logger, adapter.failures, allowedMethods, adapter.repeat));
  return app;
}
