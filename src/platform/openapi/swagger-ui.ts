import { SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiDocument } from './api-document.js';

/** Styles that hide the banner and an empty column, enlarge bodies, and limit the height of refusals' examples. */
const STYLE = `
  .swagger-ui .topbar, .swagger-ui .response-col_links { display: none }
  .swagger-ui .body-param__text { min-height: 340px }
  .swagger-ui .responses-table:not(.live-responses-table) .response:not([data-code^="2"]) .highlight-code > pre { max-height: 110px }`;

/**
 * Serves Swagger UI at /swagger from the installed package. It loads nothing from other servers and sends nothing to
 * them (`validatorUrl`). The browser keeps the token and the context headers.
 */
export function serveSwaggerUi(app: NestExpressApplication): void {
  const document = app.get(ApiDocument);
  document.describe(app);
  app.use('/swagger', (_: IncomingMessage, res: ServerResponse, next: () => void) => {
    // These files contain no data, so browsers may cache them.
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
