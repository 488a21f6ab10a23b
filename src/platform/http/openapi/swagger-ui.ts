import { type OpenAPIObject, type SwaggerCustomOptions, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inOpenApi30, OPENAPI_VERSIONS } from '#core/schemas/openapi-versions.js';
import type { Config } from '#platform/process/config/config.js';
import { sendTagged, type StoredDocument, TaggedReply } from '#platform/http/reply.js';
import { ApiDocument } from './api-document.js';
import { followSignIn } from './follow-sign-in.js';
import { storeDocument } from './stored-document.js';

/** Path of the script that follows the sign-in; a file, so that a policy can refuse inline scripts. */
const SCRIPT = '/swagger/follow-sign-in.js';

/** Paths of the script that starts the page, beside the page and beside its index.html. */
const STARTS = ['/swagger/swagger-ui-init.js', '/swagger/swagger/swagger-ui-init.js'];
const JAVASCRIPT = 'application/javascript; charset=utf-8';

/** Part of the package that its entry does not export. */
interface SwaggerScripts {
  buildSwaggerInitJS(document: OpenAPIObject, options: SwaggerCustomOptions): string;
}

/** Policy of the page: it loads and runs its own files alone. Swagger UI sets styles on elements and has images as data. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; " +
  "font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Stands for the document, which the script that starts the page contains. */
const LATER: OpenAPIObject = { openapi: OPENAPI_VERSIONS['3.0'], info: { title: '', version: '' }, paths: {} };

/** Styles that hide the banner and an empty column, enlarge bodies, and limit the height of refusals' examples. */
const STYLE = `
  #sign-in { margin: 0; padding: 12px 20px; background: #fdecea; color: #7a1c14; font-family: sans-serif }
  .swagger-ui .topbar, .swagger-ui .response-col_links { display: none }
  .swagger-ui .body-param__text { min-height: 340px }
  .swagger-ui .responses-table:not(.live-responses-table) .response:not([data-code^="2"]) .highlight-code > pre { max-height: 110px }`;

/** Options of the page. */
const OPTIONS: SwaggerCustomOptions = {
  raw: false,
  customSiteTitle: 'Data and Workflow Service',
  customCss: STYLE,
  customJs: SCRIPT,
  swaggerOptions: {
    persistAuthorization: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  },
};

/**
 * Serves Swagger UI at /swagger from the installed package, unless the setting SWAGGER forbids it. It loads nothing from
 * other servers and sends nothing to them (`validatorUrl`). The browser keeps the token and the context headers. After
 * the sign-in the page shows the description of the environment. Descriptions are in OpenAPI 3.0, because Swagger UI takes
 * seconds to resolve the references of 3.1 whenever an operation is opened
 * (docs/decisions/0302-swagger-ui-reads-openapi-3-0.md).
 */
export function serveSwaggerUi(app: NestExpressApplication, { swagger }: Config): void {
  const document = app.get(ApiDocument);
  document.describe(app);
  if (!swagger) return;
  app.use('/swagger', (_: IncomingMessage, res: ServerResponse, next: () => void) => {
    // These files contain no data, so browsers may cache them.
    res.removeHeader('Cache-Control');
    res.setHeader('Content-Security-Policy', POLICY);
    next();
  });
  app.use(SCRIPT, (_: IncomingMessage, res: ServerResponse) => {
    res.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    res.end(`(${followSignIn.toString()})();`);
  });
  let started: Promise<StoredDocument> | undefined;
  app.use(STARTS, (req: IncomingMessage, res: ServerResponse, next: (error: unknown) => void) => {
    started ??= startScript(document);
    started.then((script) => sendTagged(req, res, new TaggedReply(JAVASCRIPT, script)), next);
  });
  SwaggerModule.setup('swagger', app, () => LATER, OPTIONS);
}

/** Writes the script that starts the page, as the package does; its own route would write it for every request. */
async function startScript(document: ApiDocument): Promise<StoredDocument> {
  const module = new URL('swagger-ui/index.js', import.meta.resolve('@nestjs/swagger')).href;
  const { buildSwaggerInitJS } = (await import(module)) as SwaggerScripts;
  const shown = { ...inOpenApi30(await document.get()), openapi: OPENAPI_VERSIONS['3.0'] };
  return storeDocument([buildSwaggerInitJS(shown, OPTIONS)], Infinity);
}
