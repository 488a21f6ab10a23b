import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { ANSWER_SCHEMAS } from './answer-schemas.js';

/** The context headers, with the demo's values as hints. */
const CONTEXT_HEADERS = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' } as const;

/** Groups of routes, in the order in which new users need them. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Development', 'Tokens without an identity provider. Start here.'],
  ['Records', 'Create, change and delete records of every entity.'],
  ['Queries', 'Find records within the caller’s read scope, with filters, sorting and pages.'],
  ['Access', 'Rights of the caller.'],
  ['Service', 'Health and this description, without token and context headers.'],
];

/** OpenAPI 3.1 description of the fixed routes, created on the first request for it. */
@Injectable()
export class ApiDocument {
  #app: INestApplication | undefined;
  #document: OpenAPIObject | undefined;

  constructor(private readonly config: Config) {}

  /** Sets the application whose routes are described; called once, before the application listens. */
  describe(app: INestApplication): void {
    this.#app = app;
  }

  get(): OpenAPIObject {
    if (!this.#app) throw new Error('No application was given to describe.');
    this.#document ??= SwaggerModule.createDocument(this.#app, frame(introduction(this.config)));
    return this.#document;
  }
}

/** Parts of the document that do not come from controllers. */
function frame(description: string): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data and Workflow Service')
    .setVersion('v1')
    .setDescription(description)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token alone, without “Bearer”.' },
      'Token',
    );
  for (const [name, example] of Object.entries(CONTEXT_HEADERS)) {
    const hint = `UUID or short name; \`${example}\` in the demo.`;
    builder.addApiKey({ type: 'apiKey', in: 'header', name, description: hint }, name);
  }
  builder.addSecurityRequirements({ Token: [], TenantId: [], AppId: [], EnvironmentId: [] });
  for (const [name, text] of TAGS) builder.addTag(name, text);
  const document = builder.build();
  return { ...document, components: { ...document.components, schemas: { ...ANSWER_SCHEMAS } } };
}

const DEV_TOKEN = 'run `POST /dev/token` below and copy `AccessToken`';
const FOREIGN_TOKEN = 'take an access token of your identity provider';

const introduction = ({ http, database, tokens }: Config): string => `\
One backend for every entity of a company’s applications. A few routes write and query all entities, and every call
sees exactly the rows that its user may see.

**To try it:** ${tokens.devTokens ? DEV_TOKEN : FOREIGN_TOKEN}. Press **Authorize**, give the
token and the three context headers (in the demo \`Northgate\`, \`OrderToCash\`, \`Development\`). Every call then sends them.
The examples run on the demo data without changes.

**Answers** have one envelope, also for refusals (\`application/problem+json\`). Branch on \`ErrorDetails[].Code\`. When
several codes apply, the status is that of the first one in the table of \`docs/errors.md\`.

**Values** are read by the type of their field: \`"12.50"\` is a decimal, \`"true"\` a Bool. Numbers keep all their digits.
An unknown member with a name similar to a known one is refused. Other unknown members are ignored with a line in \`Log\`;
\`Prefer: handling=strict\` refuses them too.

**Live:** \`/hubs/crud-notifications\` is an ASP.NET Core SignalR hub, with the same token and context. It sends changes of
records, notifications, and outcomes of writes that were answered 202. \`docs/interface.md\` describes its methods and
messages, \`docs/front-ends.md\` the work of a client.${tokens.devTokens ? ' Sample page: [/samples/page/](/samples/page/).' : ''}

**Limits:** bodies of ${http.bodyLimitBytes} bytes, 64 levels of JSON, ${database.statementTimeoutMs} ms per statement. The routes and schemas
describe further limits.`;
