import { SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiDocument } from './api-document.js';

/** No banner, no empty column, room for a body; examples of refusals leave room for the rest. */
const STYLE = `
  .swagger-ui .topbar, .swagger-ui .response-col_links { display: none }
  .swagger-ui .body-param__text { min-height: 340px }
  .swagger-ui .responses-table:not(.live-responses-table) .response:not([data-code^="2"]) .highlight-code > pre { max-height: 110px }`;

/**
 * Serves Swagger UI at /swagger from the installed package: nothing is loaded from elsewhere, and nothing is sent there
 * (`validatorUrl`). The token and the context headers are given once and kept by the browser (R21).
 */
export function serveSwaggerUi(app: NestExpressApplication): void {
  const document = app.get(ApiDocument);
  document.describe(app);
  app.use('/swagger', (_: IncomingMessage, res: ServerResponse, next: () => void) => {
    // Its files hold no data: browsers may keep them.
    res.removeHeader('Cache-Control');
    next();
  });
  SwaggerModule.setup('swagger', app, () => document.get(), {
    raw: false,
    customSiteTitle: 'Data and Workflow Service',
    customCss: STYLE,
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
    },
  });
}
