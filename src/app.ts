import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { serveSamples } from './demo/serve-samples.js';
import { Nodes, NotificationHub } from './hub/index.js';
import type { Config } from './platform/process/config/config.js';
import { createHttpApp } from './platform/http/http-app.js';
import { serveSwaggerUi } from './platform/http/openapi/swagger-ui.js';
import { serveStudio } from './platform/studio/serve-studio.js';
import { SignalRAdapter } from './signalr/nest/index.js';

/**
 * Creates the whole service, which does not listen yet. `serve.ts` and the tests use it.
 *
 * @param additions further modules, such as one with hooks in code
 */
export async function createApp(config: Config, additions: readonly Type[] = []): Promise<NestExpressApplication> {
  const app = await createHttpApp(AppModule.forConfig(config, additions), config);
  serveSwaggerUi(app, config);
  serveStudio(app, config);
  serveSamples(app, config);
  const nodes = app.get(Nodes);
  nodes.announce(app.getHttpServer());
  const adapter = new SignalRAdapter(app, nodes.serverOptions);
  app.useWebSocketAdapter(adapter);
  app.get(NotificationHub).mount(adapter.server);
  return app;
}
