import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { ANSWER_SCHEMAS } from './answer-schemas.js';

/** The context headers, with the demo's values as hints. */
const CONTEXT_HEADERS = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' } as const;

/** In the order a newcomer meets them. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Development', 'A token without an identity provider: begin here.'],
  ['Records', 'Create, change and delete records of every entity.'],
  ['Queries', 'Find records: filtered, sorted, page by page, within the caller’s read scope.'],
  ['Access', 'What the caller may do.'],
  ['Service', 'Health and this description. No token, no context headers.'],
];

/** The OpenAPI 3.1 description of the fixed routes; made when it is first asked for, since few processes ever are. */
@Injectable()
export class ApiDocument {
  #app: INestApplication | undefined;
  #document: OpenAPIObject | undefined;

  constructor(private readonly config: Config) {}

  /** Tells whose routes are described; called once, before the application listens. */
  describe(app: INestApplication): void {
    this.#app = app;
  }

  get(): OpenAPIObject {
    if (!this.#app) throw new Error('No application was given to describe.');
    this.#document ??= SwaggerModule.createDocument(this.#app, frame(introduction(this.config)));
    return this.#document;
  }
}

/** All of the document that does not come from the controllers. */
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

const introduction = ({ http, database, tokens }: Config): string => `\
One backend for every entity of a company’s applications: the same few routes write and query all of them, and every call
sees exactly the rows its user may see.

**To try it:** ${tokens.devTokens ? 'run `POST /dev/token` below and copy `AccessToken`' : 'take an access token of your identity provider'}. Press **Authorize**, give the
token and the three context headers (in the demo \`Northgate\`, \`OrderToCash\`, \`Development\`); they then go with every call.
The examples work on the demo data as they stand.

**Answers** are one envelope, refusals too (\`application/problem+json\`). Branch on \`ErrorDetails[].Code\`. When several
codes apply, the answer’s status is that of the one that stands first in the table of \`docs/errors.md\`.

**Values** are read by the type of their field: \`"12.50"\` is a decimal, \`"true"\` a Bool. Numbers keep all their digits.
An unknown member that looks like a known one is refused, any other is ignored with a line in \`Log\`;
\`Prefer: handling=strict\` refuses both.

**Live:** \`/hubs/crud-notifications\` is an ASP.NET Core SignalR hub, with the same token and context. It tells the outcomes
of writes that answered 202, the changes of records and notifications; its methods and messages are in \`docs/interface.md\`, what
a client does in \`docs/front-ends.md\`.${tokens.devTokens ? ' A page at work: [/samples/page/](/samples/page/).' : ''}

**Limits:** a body of ${http.bodyLimitBytes} bytes, 64 levels of JSON, ${database.statementTimeoutMs} ms for a statement. Others are given
at the routes and schemas they belong to.`;
