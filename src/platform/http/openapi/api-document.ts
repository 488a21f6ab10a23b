import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { type FixedDocument, framing } from '#core/schemas/fixed-document.js';
import { BUILD } from '#platform/process/config/build-info.js';
import { Config } from '#platform/process/config/config.js';
import { readDescriptions } from './built-descriptions.js';
import { type DescribedRoutes, describeRoutes, routedModules } from './describe-routes.js';
import { withPlainDefaults } from './plain-defaults.js';
import { inSlices, TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
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

/** Token of the file in which the build describes the routes. */
export const DESCRIPTIONS_FILE = Symbol('descriptions of the routes');

/** OpenAPI 3.1 description of the fixed routes, joined in time slices on the first request for it. */
@Injectable()
export class ApiDocument {
  #app: INestApplication | undefined;
  #document: Promise<OpenAPIObject> | undefined;
  #frame: Promise<FixedDocument> | undefined;

  constructor(
    private readonly config: Config,
    @Inject(DESCRIPTIONS_FILE) private readonly descriptions: URL,
  ) {}

  /** Sets the application whose routes are described; called once, before the application listens. */
  describe(app: INestApplication): void {
    this.#app = app;
  }

  get(): Promise<OpenAPIObject> {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  /** Returns the document without what it says about the demo, as the frame of descriptions of environments. */
  frame(): Promise<FixedDocument> {
    this.#frame ??= this.#makeFrame();
    return this.#frame;
  }

  async #makeDocument(): Promise<OpenAPIObject> {
    if (!this.#app) throw new Error('No application was given to describe.');
    return documentOf(this.#app, frame(introduction(this.config)), await readDescriptions(this.descriptions));
  }

  async #makeFrame(): Promise<FixedDocument> {
    return inSlices(framing(withoutDemo(await this.get(), common(this.config))));
  }
}

/** Joins the descriptions of the application's modules. Those that the build did not describe are described here. */
async function documentOf(
  app: INestApplication,
  head: Omit<OpenAPIObject, 'paths'>,
  built: ReadonlyMap<string, DescribedRoutes>,
): Promise<OpenAPIObject> {
  const slicer = new TimeSlicer(Infinity);
  const [paths, schemas]: [OpenAPIObject['paths'], object] = [{}, withPlainDefaults(head.components?.schemas ?? {})];
  for (const module of routedModules(app)) {
    const routes = built.get(module.name) ?? describeRoutes(app, module);
    for (const [path, item] of Object.entries(routes.paths)) paths[path] = { ...paths[path], ...item };
    Object.assign(schemas, routes.schemas);
    await slicer.yieldIfDue();
  }
  return { ...head, paths, components: { ...head.components, schemas } } as OpenAPIObject;
}

const KEY_HINT = 'Secret of a key, instead of a token. A key knows its context: the three headers may be absent.';

/** Parts of the document that do not come from controllers. */
function frame(description: string): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data and Workflow Service')
    .setVersion(BUILD.version)
    .setDescription(description)
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token alone, without “Bearer”.' },
      'Token',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_HINT }, 'ApiKey');
  for (const [name, example] of Object.entries(CONTEXT_HEADERS)) {
    const hint = `UUID or short name; \`${example}\` in the demo.`;
    builder.addApiKey({ type: 'apiKey', in: 'header', name, description: hint }, name);
  }
  builder.addSecurityRequirements({ Token: [], TenantId: [], AppId: [], EnvironmentId: [] });
  builder.addSecurityRequirements({ ApiKey: [] });
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
Until you authorize, the examples run on the demo data without changes.

${common({ http, database, tokens })}`;

/** Explanations that hold in every environment. */
const common = ({ http, database, tokens }: Pick<Config, 'http' | 'database' | 'tokens'>): string => `\
**Answers** have one envelope, also for refusals (\`application/problem+json\`). Branch on \`ErrorDetails[].Code\`. When
several codes apply, the status is that of the first one in the table of \`docs/errors.md\`.

**Values** are read by the type of their field: \`"12.50"\` is a decimal, \`"true"\` a Bool. Numbers keep all their digits.
An unknown member with a name similar to a known one is refused. Other unknown members are ignored with a line in \`Log\`;
\`Prefer: handling=strict\` refuses them too.

**Live:** \`/hubs/crud-notifications\` is an ASP.NET Core SignalR hub, with the same token and context. It sends changes of
records, all or those that meet a where-clause, notifications, and outcomes of writes that were answered 202. \`docs/interface/hub.md\` describes its methods and
messages, \`docs/front-ends.md\` the work of a client.${tokens.devTokens ? ' Sample page: [/samples/page/](/samples/page/).' : ''}

**Limits:** bodies of ${http.bodyLimitBytes} bytes, 64 levels of JSON, ${database.statementTimeoutMs} ms per statement. The routes and schemas
describe further limits.`;

/** Replaces the introduction and the hints at the demo's names. */
function withoutDemo(document: OpenAPIObject, description: string): FixedDocument {
  const securitySchemes = Object.fromEntries(
    Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => [
      name,
      name === 'Token' || name === 'ApiKey' ? scheme : { ...scheme, description: 'UUID or short name.' },
    ]),
  );
  const { paths } = document;
  const token = paths['/dev/token']?.post;
  const tokens = token && {
    '/dev/token': { post: { ...token, description: 'Copy `AccessToken` into **Authorize**.' } },
  };
  const info = { ...document.info, description };
  return {
    ...document,
    info,
    paths: { ...paths, ...tokens },
    components: { ...document.components, securitySchemes },
  } as unknown as FixedDocument;
}
