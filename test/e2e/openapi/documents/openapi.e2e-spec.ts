import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync, writeFileSync } from 'node:fs';
import { SYSTEM_FIELD_NAMES } from '#core/catalogue/system-fields.js';
import { NEEDS_OF_OPERATIONS } from '#openapi/core/described-operations.js';
import { type Answer, type Row, TestApp } from '../../../support/test-app.js';

const SNAPSHOT = 'test/architecture/openapi.snapshot.json';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    name: string;
    in: string;
    schema: { example?: string };
    examples?: Readonly<Record<string, { value: string }>>;
  }[];
  readonly requestBody?: { content: Record<string, { examples: Record<string, { value: { EntityName?: string } }> }> };
  readonly responses: Readonly<Record<string, { description: string; content?: Record<string, unknown> }>>;
}

/** Media types of the routes that answer 200 with a document, some of them instead of the envelope. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  getBlueprintDiagram: ['text/vnd.mermaid', 'image/svg+xml'],
  getMetrics: ['text/plain'],
  getRunFile: ['application/zip'],
  executeWorkflow: ['application/json', 'application/zip'],
  retryRun: ['application/json', 'application/zip'],
};

const jsonOf = (status: number): string => (status < 300 ? 'application/json' : 'application/problem+json');

/** The path with the examples of its parameters: of several the one that the title of the body's example begins with. */
function pathOf(template: string, parameters: NonNullable<Operation['parameters']>, title: string): string {
  const query = new URLSearchParams();
  let path = template;
  for (const { name, in: place, schema, examples = {} } of parameters) {
    const [, named] = Object.entries(examples).find(([key]) => title.startsWith(key)) ?? [];
    const example = named?.value ?? schema.example;
    path = path.replace(`{${name}}`, example ?? '');
    if (place === 'query' && example !== undefined) query.set(name, example);
  }
  return `${path}?${query.toString()}`;
}

const byName = (members: object): object =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The document in an order that the imports of modules do not change. */
const ordered = (document: Row): object => ({
  ...document,
  paths: byName(document.paths as object),
  components: { ...(document.components as Row), schemas: byName((document.components as Row).schemas as object) },
});

describe('GET /api/v1/openapi.json', () => {
  let app: TestApp;
  let answer: Answer;
  /** `POST /api/v1/records/insert` and so on. */
  let operations: ReadonlyMap<string, Operation>;

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    answer = await app.send('GET', '/api/v1/openapi.json');
    const paths = Object.entries<Record<string, Operation>>(answer.body.paths);
    operations = new Map(
      paths.flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
  });
  afterAll(() => app.stop());

  // Requirement: R19, R22
  it('is valid OpenAPI 3.1 for every caller', async () => {
    expect(answer.status).toBe(200);
    expect(answer.body.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(answer.body)).toEqual({ valid: true });
  });

  it('equals the reviewed snapshot; after a change run OPENAPI=update npm test -- test/e2e/openapi/documents', () => {
    if (process.env.OPENAPI === 'update') writeFileSync(SNAPSHOT, `${JSON.stringify(ordered(answer.body), null, 2)}\n`);
    expect(answer.body).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });

  // Requirement: R21
  it('requires the token and the three context headers, except on public routes', () => {
    expect(answer.body.security).toEqual([{ Token: [], TenantId: [], AppId: [], EnvironmentId: [] }, { ApiKey: [] }]);
    const open = [...operations].filter(([, { security }]) => security?.length === 0).map(([name]) => name);
    expect(open.toSorted()).toEqual([
      'GET /health/live',
      'GET /health/ready',
      'GET /metrics',
      'GET /studio/config.json',
      'POST /dev/token',
    ]);
    const own = [...operations].filter(([, { security }]) => security && security.length > 0);
    expect(own.map(([name, { security }]) => [name, security![0]])).toEqual([
      ['GET /api/v1/environments', { Token: [] }],
      ['GET /api/v1/openapi.json', {}],
    ]);
  });

  // Requirement: R1, R17
  it('documents every route and its errors', () => {
    for (const [name, { operationId, summary, description, responses, security }] of operations) {
      expect({ name, operationId, summary, description }).toEqual({
        name,
        operationId: expect.stringMatching(/^[a-z]\w+$/),
        summary: expect.stringMatching(/\w/),
        description: expect.stringMatching(/\.$/),
      });
      const statuses = Object.keys(responses);
      expect(statuses).toEqual(
        expect.arrayContaining(security ? ['200', '500'] : ['200', '400', '401', '403', '500', '503']),
      );
      for (const [status, { content }] of Object.entries(responses))
        expect(Object.keys(content ?? {})).toEqual(
          status === '200' && DOCUMENTS[operationId] ? DOCUMENTS[operationId] : [jsonOf(Number(status))],
        );
    }
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every operation whose use depends on rights', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(NEEDS_OF_OPERATIONS)));
  });

  // Requirement: T14
  it('describes the body of DELETE', () => {
    expect(operations.get('DELETE /api/v1/records/delete')?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/DeleteRequest' } } },
    });
  });

  // Requirement: R68
  it('lists the operators with the field types they apply to', () => {
    const { description } = answer.body.components.schemas.Filter;
    expect(description).toContain('| 11 | Contains | one | Text, LongText, AutoNumber, MultiEnum |');
    expect(description).toContain('| 3 | EqualTo | one | all |');
    expect(description.match(/^\| \d+ \|/gm)).toHaveLength(22);
  });

  it('describes the system fields of a record', () => {
    expect(Object.keys(answer.body.components.schemas.Record.properties)).toEqual(SYSTEM_FIELD_NAMES);
  });

  it('has examples that work on the demo data', async () => {
    const [rep, administrator] = [app.as('nina.north'), app.as('ada.admin')];
    const sent: string[] = [];
    for (const [name, { requestBody, responses, parameters = [] }] of operations) {
      const needsMore = /AdministratorRequired|PermissionRequired/.test(responses['403']?.description ?? '');
      const caller = needsMore ? administrator : rep;
      const [method, template] = name.split(' ');
      for (const [title, { value }] of Object.entries(requestBody?.content['application/json'].examples ?? {})) {
        const path = pathOf(template, parameters, title);
        const { status, text } = path.startsWith('/api/v1')
          ? await caller.send(method, path.slice('/api/v1'.length), value)
          : await app.send(method, path, value);
        expect({ name, title, status, text }).toMatchObject({ name, title, status: 200 });
        sent.push(name);
      }
    }
    expect(sent.length).toBeGreaterThanOrEqual(10);
  });
});
