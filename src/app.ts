import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/config.js';
import { createHttpApp } from './platform/http/http-app.js';
import { serveSwaggerUi } from './platform/openapi/swagger-ui.js';

/** The whole service, not yet listening; used by `main.ts` and by the tests. */
export async function createApp(config: Config): Promise<NestExpressApplication> {
  const app = await createHttpApp(AppModule.forConfig(config), config);
  serveSwaggerUi(app);
  return app;
}
