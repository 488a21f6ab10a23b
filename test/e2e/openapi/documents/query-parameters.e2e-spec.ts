import { refused } from '../../../support/refusal.js';
import { byId, TestApp } from '../../../support/test-app.js';
import { REGION, USER } from '../../../support/demo.js';

interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { example?: string };
  }[];
  readonly requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> };
}

const STRICT = { Prefer: 'handling=strict' };

/** Answers that have no `Log`. */
const DOCUMENTS = ['/openapi.json', '/diagram', '/file'];

// See docs/interface/conventions.md#names-and-unknown-members
describe('unknown query parameters', () => {
  let app: TestApp;
  /** Method, path after `/api/v1` with examples of its parameters, and an example of the body. */
  const routes: [method: string, path: string, body: object | undefined][] = [];

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    const { body } = await app.send('GET', '/api/v1/openapi.json');
    for (const [template, item] of Object.entries<Record<string, Operation>>(body.paths))
      for (const [method, operation] of Object.entries(item)) {
        const isGuarded = operation.security?.length !== 0 && template.startsWith('/api/v1/');
        if (isGuarded) routes.push([method.toUpperCase(), pathOf(template, operation), exampleOf(operation)]);
      }
  });
  afterAll(() => app.stop());

  const exampleOf = ({ requestBody }: Operation): object | undefined =>
    Object.values(requestBody?.content['application/json']?.examples ?? {})[0]?.value;

  function pathOf(template: string, { parameters = [] }: Operation): string {
    const query = new URLSearchParams({ colour: 'red' });
    let path = template.slice('/api/v1'.length);
    for (const { name, in: place, schema } of parameters) {
      path = path.replace(`{${name}}`, schema.example ?? USER.nina);
      if (place === 'query' && schema.example !== undefined) query.set(name, schema.example);
    }
    return `${path}?${query.toString()}`;
  }

  it('are refused by every route with handling=strict', async () => {
    expect(routes.length).toBeGreaterThan(35);
    for (const [method, path, body] of routes.filter(([, name]) => !name.startsWith('/openapi.json'))) {
      const { body: answer } = await app.as('ada.admin').send(method, path, body, STRICT);
      const codes = (answer.ErrorDetails as { Code: string; Message: string }[]).map(
        ({ Code, Message }) => `${Code} ${Message}`,
      );
      expect([method, path, codes]).toEqual([
        method,
        path,
        expect.arrayContaining([expect.stringMatching(/^UnknownMember Unknown member 'colour'/)]),
      ]);
    }
  });

  it('are named in Log by every route that reads', async () => {
    const reads = routes.filter(([method, path]) => method === 'GET' && !DOCUMENTS.some((end) => path.includes(end)));
    const unanswered: string[] = [];
    for (const [method, path] of reads) {
      const { status, body } = await app.as('ada.admin').send(method, path);
      if (status === 200)
        expect([path, body.Log]).toEqual([path, expect.arrayContaining(["Unknown member 'colour' was ignored."])]);
      else unanswered.push(path);
    }
    expect(unanswered.length).toBeLessThan(reads.length / 2);
  });

  it('are named in Log by routes that write, once and beside other lines', async () => {
    const { body: selected } = await app
      .as('nina.north')
      .send('POST', '/queries/select?colour=red', { EntityName: 'Region' });
    expect(selected.Log).toEqual(["Unknown member 'colour' was ignored."]);
    const note = {
      EntityName: 'Region',
      Shade: 1,
      Fields: [{ FieldName: 'Name', Value: 'West' }],
      WhereClause: byId(REGION.south),
    };
    const { body: updated } = await app.as('ada.admin').send('PUT', '/records/update?colour=red&colour=blue', note);
    expect(updated.Log).toEqual(["Unknown member 'colour' was ignored.", "Unknown member 'Shade' was ignored."]);
    const clone = { SourceRoleId: USER.nina, TargetRoleId: USER.nina };
    await refused(
      app,
      () => app.as('ada.admin').send('POST', '/access/clone-role?dry=1', clone, STRICT),
      400,
      'UnknownMember',
    );
  });

  it.each(['/access?usrId=1', '/permissions?userIdd=1', '/entities?user_id=1', '/access?entitiName=Customer'])(
    'are refused with a suggestion where they are misspelt: %s',
    async (path) => {
      const [{ Message }] = await refused(app, () => app.as('ada.admin').get(path), 400, 'UnknownMember');
      expect(Message).toMatch(/did you mean '(userId|entityName)'\?$/);
    },
  );

  it('leave answers without an envelope as they are', async () => {
    const plain = await app.as('ada.admin').get('/openapi.json');
    expect((await app.as('ada.admin').get('/openapi.json?colour=red')).text).toBe(plain.text);
  });
});
