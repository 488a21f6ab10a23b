import { Validator } from '@seriousme/openapi-schema-validator';
import { type Answer, DEVELOPMENT, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const VERSIONS = ['3.1', '3.0'];
const OF_ADMINISTRATORS = ['cloneRole', 'createBlueprint', 'purgeRecords', 'restoreRecords', 'upsertRecord'];
const ODD = '<img src=x onerror=alert(1)> constructor __proto__ {x}/?#';

/** The parts of an operation that the tests read. */
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples?: Examples }>> };
}

const fittingExamples = (body: Operation['requestBody']) =>
  Object.values(body?.content['application/json'].examples ?? {}).filter(
    ({ summary }) => !summary.startsWith('No example fits'),
  );

describe('GET /api/v1/openapi.json of an environment', () => {
  let app: TestApp;
  const described = (user: string, version = '3.1', headers = {}): Promise<Answer> =>
    app.as(user).send('GET', `/openapi.json?version=${version}`, undefined, headers);

  /** Creates a user whose only role has these scopes. */
  async function restricted(UserName: string, access: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
    const ada = app.as('ada.admin');
    const RoleId = await ada.inserted('Role', { Name: `Role of ${UserName}` });
    for (const scopes of access) await ada.inserted('RoleAccess', { RoleId, ...scopes });
    await ada.inserted('User', { UserName, DisplayName: UserName, UserRole: [{ RoleId }] });
    return RoleId;
  }

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
  });
  afterAll(() => app?.stop());

  // Requirement: R19, R22
  it.each(['ada.admin', 'mona.manager', 'nina.north'].flatMap((user) => VERSIONS.map((version) => [user, version])))(
    'is valid for %s in version %s',
    async (user, version) => {
      const { status, body, headers } = await described(user, version);
      expect({ status, openapi: body.openapi }).toEqual({
        status: 200,
        openapi: expect.stringContaining(`${version}.`),
      });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await new Validator().validate(body)).toEqual({ valid: true });
    },
  );

  it('is the fixed routes without token and context, in both versions', async () => {
    const { body } = await app.send('GET', '/api/v1/openapi.json?version=3.0');
    expect(body).toMatchObject({ openapi: '3.0.3', info: { title: 'Data and Workflow Service' } });
    expect(await new Validator().validate(body)).toEqual({ valid: true });
  });

  it('refuses half of the headers, other tenants and unknown versions', async () => {
    const nina = app.as('nina.north');
    const { body: token } = await app.send('POST', '/dev/token', { UserName: 'nina.north' });
    const Authorization = `Bearer ${token.AccessToken}`;
    const answers = await Promise.all([
      app.send('GET', '/api/v1/openapi.json', undefined, { Authorization }),
      app.send('GET', '/api/v1/openapi.json', undefined, { Authorization, TenantId: 'Northgate' }),
      app.send('GET', '/api/v1/openapi.json', undefined, { ...DEVELOPMENT }),
      app.send('GET', '/api/v1/openapi.json', undefined, { ...DEVELOPMENT, Authorization: 'Bearer x.y.z' }),
      app.as('nina.north', SOUTHBAY).get('/openapi.json'),
      nina.get('/openapi.json?version=2.0'),
      nina.get('/openapi.json?version=3.0&version=3.1'),
      app.send('GET', '/api/v1/openapi.json?version=constructor'),
    ]);
    expect(answers.map(({ status, body }) => [status, body.ErrorDetails[0].Code])).toEqual([
      [400, 'ContextMissing'],
      [400, 'ContextMissing'],
      [401, 'TokenMissing'],
      [401, 'TokenInvalid'],
      [403, 'NotMember'],
      [400, 'Validation'],
      [400, 'Validation'],
      [400, 'Validation'],
    ]);
  });

  // Requirement: R20
  it('describes records, queries, workflows, lists, routines and statuses', async () => {
    const { body } = await described('nina.north');
    const { schemas } = body.components;
    expect(schemas.Customer).toMatchObject({
      required: expect.arrayContaining(['Id', 'Name', 'RowVersion']),
      properties: {
        CustomerNumber: { type: ['string', 'null'], readOnly: true },
        Segment: { $ref: '#/components/schemas/CustomerSegment' },
        CreditLimit: { type: 'number', format: 'decimal' },
        Email: { type: ['string', 'null'], format: 'email' },
      },
    });
    expect(schemas.CustomerCreate).toMatchObject({
      required: ['Name', 'TaxId', 'RegionId'],
      properties: {
        Name: { type: 'string', minLength: 2, maxLength: 120 },
        TaxId: { pattern: '^[A-Z]{2}[0-9A-Z]{8,12}$' },
        CreditLimit: { type: ['number', 'string'], minimum: 0, maximum: 1_000_000 },
      },
    });
    expect(Object.keys(schemas.CustomerCreate.properties)).not.toContain('CustomerNumber');
    expect(schemas.OrderPriority).toEqual({ type: 'string', enum: ['Low', 'Normal', 'Urgent'], title: 'Priority' });
    expect(schemas.OrderStatus.enum).toHaveLength(schemas.OrderStatus['x-enum-descriptions'].length);
    expect(schemas.ErrorCode.enum).toContain('Conflict');
    expect(schemas.InsertRequest.oneOf).toContainEqual({ $ref: '#/components/schemas/CustomerInsertRequest' });
    const run = body.paths['/api/v1/queries/execute/Customer/CustomersBySegment'].post;
    expect(run).toMatchObject({ operationId: 'runCustomerCustomersBySegment', requestBody: { required: true } });
    expect(schemas.CustomerCustomersBySegmentRunRequest.properties.Reqtokens.required).toEqual(['Segments']);
    expect(schemas.CustomerCustomersBySegmentRow.properties.Segment).toEqual({
      $ref: '#/components/schemas/CustomerSegment',
    });
    expect(schemas.ExportOrderDocumentsExecuteRequest.properties.Reqtokens.required).toEqual(['OrderId']);
    expect(schemas.ListName.enum.length).toBeGreaterThan(0);
    expect(schemas.ExecuteRequest.oneOf).toContainEqual({ $ref: '#/components/schemas/SleepTestCallRequest' });
  });

  // Requirement: R20
  it('leaves out what a role may not use', async () => {
    await restricted('note.keeper', [
      { EntityName: 'Note', Create: 'Own', Read: 'Own', Update: 'Own', WritableFields: ['Subject'] },
    ]);
    const [all, own] = await Promise.all(['ada.admin', 'note.keeper'].map((user) => described(user)));
    const { paths, components } = own.body;
    expect(components.schemas.CreatableEntity.enum).toEqual(['Note', 'ApprovalDecision']);
    expect(Object.keys(components.schemas.NoteUpdate.properties)).toEqual(['Subject']);
    expect(Object.keys(components.schemas.NoteCreate.properties)).toContain('Subject');
    for (const path of ['/api/v1/records/delete', '/api/v1/access/clone-role', '/api/v1/blueprints'])
      expect([path, paths[path]]).toEqual([path, undefined]);
    const used = new Set<string>(
      ['Readable', 'Creatable', 'Updatable'].flatMap((use) => components.schemas[`${use}Entity`].enum),
    );
    const entities: readonly string[] = all.body.components.schemas.ReadableEntity.enum;
    const business = entities.filter((name) => !used.has(name) && all.body.components.schemas[name].description);
    const hidden = ['Customer', 'Product', 'Invoice', 'Payment', 'CreditNote', 'OrderLine'];
    expect(business).toEqual(expect.arrayContaining(hidden));
    const values = Object.entries<{ enum?: readonly string[] }>(all.body.components.schemas)
      .filter(([name]) => hidden.some((entity) => name.startsWith(entity)))
      .flatMap(([name, schema]) => [name, ...(schema.enum ?? [])])
      // Also the name of a group of routes.
      .filter((name) => name !== 'Service');
    const text = own.text.replaceAll(/"title":"[^"]*"/g, '""');
    for (const name of [...hidden, ...values, 'Northgate Ltd', 'ExportOrderDocuments', 'OverdueInvoices'])
      expect([name, new RegExp(`\\b${name}\\b`).test(text)]).toEqual([name, false]);
  });

  it.each([
    ['ada.admin', [...OF_ADMINISTRATORS, 'insertRecord', 'runBatch', 'selectRecords', 'updateRecords']],
    ['nina.north', ['selectRecords', 'updateRecords', 'deleteRecords']],
    ['note.keeper', ['selectRecords', 'updateRecords']],
  ])('has examples that work for %s and store nothing', async (user, operations) => {
    const { body } = await described(user);
    const mark = await app.mark();
    const sent: string[] = [];
    for (const [path, item] of Object.entries<Record<string, Operation>>(body.paths))
      for (const [method, { operationId, requestBody }] of Object.entries(item))
        for (const { value } of fittingExamples(requestBody)) {
          const { status, text } = await app.as(user).send(method.toUpperCase(), path.slice('/api/v1'.length), value);
          expect({ operationId, value, status, text }).toMatchObject({ operationId, value, text, status: 200 });
          sent.push(operationId);
        }
    expect(sent).toEqual(expect.arrayContaining(operations));
    expect(await app.mark()).toBe(mark);
  });

  it('is tagged, shared by callers with equal rights, and 304 while it is current', async () => {
    const [nina, again] = await Promise.all([described('nina.north'), described('nina.north')]);
    const tag = nina.headers.get('etag')!;
    expect(again.headers.get('etag')).toBe(tag);
    expect(nina.headers.get('cache-control')).toBe('private, no-cache');
    expect(nina.headers.get('vary')).toContain('EnvironmentId');
    for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, text, headers } = await described('nina.north', '3.1', { 'If-None-Match': given });
      expect({ status, text, tag: headers.get('etag') }).toEqual({ status: 304, text: '', tag });
    }
    expect((await described('ada.admin', '3.1', { 'If-None-Match': tag })).status).toBe(200);
    expect((await described('nina.north', '3.0', { 'If-None-Match': tag })).status).toBe(200);
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['*;q=0.5', 'gzip'],
    ['GZIP;q=0, *', null],
    ['identity', null],
  ])('answers clients that accept %s with the encoding %s and a tag of its own', async (accepted, encoding) => {
    const compressed = await described('nina.north');
    const { status, text, headers } = await described('nina.north', '3.1', { 'Accept-Encoding': accepted });
    expect([status, text, headers.get('content-encoding')]).toEqual([200, compressed.text, encoding]);
    expect(headers.get('vary')).toContain('Accept-Encoding');
    const tag = headers.get('etag')!;
    expect(tag === compressed.headers.get('etag')).toBe(encoding === 'gzip');
    expect((await described('nina.north', '3.1', { 'If-None-Match': tag })).status).toBe(304);
  });

  // Requirement: R20
  it('shows a change of definitions and of rights in the next answer', async () => {
    const ada = app.as('ada.admin');
    const RoleId = await restricted('late.comer', [{ EntityName: 'Note', Read: 'Own' }]);
    const before = await described('late.comer');
    expect(before.body.components.schemas.Customer).toBeUndefined();
    await ada.inserted('RoleAccess', { RoleId, EntityName: 'Customer', Read: 'Team' });
    const after = await described('late.comer', '3.1', { 'If-None-Match': before.headers.get('etag')! });
    expect(after.status).toBe(200);
    expect(after.body.components.schemas.Customer).toBeDefined();
    await ada.inserted('Entity', { EntityName: 'Zebra', Fields: [{ FieldName: 'Stripes', FieldType: 'Int' }] });
    expect((await described('ada.admin')).body.components.schemas.ZebraCreate.properties.Stripes.type).toEqual([
      'integer',
      'string',
      'null',
    ]);
    expect((await ada.delete('RoleAccess', where('RoleId', 'EqualTo', RoleId))).status).toBe(200);
    expect((await described('late.comer')).text).not.toContain('"Customer"');
  });

  it('keeps odd names harmless', async () => {
    const ada = app.as('ada.admin');
    await ada.inserted('Entity', {
      EntityName: 'Pager',
      Fields: [
        { FieldName: 'Constructor', FieldType: 'Enum', Values: ['constructor', '__proto__', '<b>x</b>', ODD] },
        { FieldName: 'Value', FieldType: 'Text', Regex: '(?i)^[a-z]+$' },
      ],
    });
    await ada.inserted('Entity', { EntityName: 'PagerCreate', Fields: [{ FieldName: 'A', FieldType: 'Text' }] });
    await ada.inserted('SavedQuery', { Name: ODD, EntityName: 'Pager', SelectedFields: ['Value'] });
    await ada.inserted('SavedQuery', { Name: '§', EntityName: 'Pager' });
    await ada.inserted('List', { Name: '__proto__', Values: [{ Value: 1 }] });
    for (const version of VERSIONS) {
      const { body } = await described('ada.admin', version);
      expect(await new Validator().validate(body)).toEqual({ valid: true });
      const names = Object.values<object>(body.components).flatMap((components) => Object.keys(components));
      expect(names.filter((name) => !/^[a-zA-Z0-9._-]+$/.test(name))).toEqual([]);
      expect(body.components.schemas.Pager.properties).toHaveProperty('PageSize');
      expect(body.components.schemas.Pager2.properties).toHaveProperty('Constructor');
      expect(body.components.schemas.ListName.enum).toContain('__proto__');
      const ids = Object.values<object>(body.paths).flatMap((item) =>
        Object.values(item).map((each) => each.operationId),
      );
      expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
      const path = `/api/v1/queries/execute/Pager/${encodeURIComponent(ODD)}`;
      expect((await ada.send('POST', path.slice('/api/v1'.length), {})).status).toBe(200);
      expect(body.paths[path].post.operationId).toMatch(/^runPagerImg/);
    }
  });
});
