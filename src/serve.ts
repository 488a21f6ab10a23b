import 'reflect-metadata';
import { ShutdownSignal } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.js';
import type { Config } from './platform/process/config/config.js';
import { collectStartGarbage } from './start-garbage.js';
import { crash, onStopSignal, stopWithinMs } from './program.js';

/** Serves in this process until a stop signal, then drains and ends the process. */
export async function serve(config: Config): Promise<NestExpressApplication> {
  const app = await createApp(config);
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  const allMs = stopWithinMs(config);
  onStopSignal(() => setTimeout(crash, allMs, new Error(`not stopped within ${allMs} ms`)).unref());
  await app.init();
  await collectStartGarbage();
  await app.listen(config.port, config.host);
  return app;
}
