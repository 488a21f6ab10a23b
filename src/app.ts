import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/config.js';
import { createHttpApp } from './platform/http/http-app.js';

/** The whole service, not yet listening; used by `main.ts` and by the tests. */
export function createApp(config: Config): Promise<NestExpressApplication> {
  return createHttpApp(AppModule.forConfig(config), config);
}
