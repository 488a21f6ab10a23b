import 'reflect-metadata';
import { ShutdownSignal } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.js';
import { loadPlugins } from './load-plugins.js';
import type { Config } from './platform/process/config/config.js';
import { crash, onStopSignal, stopWithinMs } from './program.js';
import { Session } from 'node:inspector/promises';

/** Serves in this process until a stop signal, then drains and ends the process. */
export async function serve(config: Config): Promise<NestExpressApplication> {
  const app = await createApp(config, await loadPlugins(config));
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  const allMs = stopWithinMs(config);
  onStopSignal(() => setTimeout(crash, allMs, new Error(`not stopped within ${allMs} ms`)).unref());
  await app.init();
  await collectStartupGarbage();
  await app.listen(config.port, config.host);
  return app;
}

/**
 * Frees the memory that only the start needed, half of the heap, moves the rest together and shrinks the young
 * generation. V8 itself would wait for seconds, or until a load fills the heap (decision 0242).
 */
async function collectStartupGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
