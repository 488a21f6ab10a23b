import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Answer, type Caller, match, type Row, TestApp, where } from '../../support/test-app.js';
import { type Kind, NAMES, taken, WORDS } from './names.js';

const CONTACT = { EntityName: 'Contact' };
const OF_CONTACT = { EntityId: match('EntityName', 'Contact') };
const FILE = { Name: 'File', Type: 'GenerateFile', Format: 'Text', FileName: "ö 日 'a' (1).txt", Text: 'x' };
const ZIP = { Name: 'Zip', Type: 'Zip', FileName: "ö 日 'a' (1).zip", Files: ['File'] };
const inPath = encodeURIComponent;
/** Characters that generators cannot write into comments. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u;

/** Texts for people in a document. */
function* proseOf(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part))
    if (typeof value === 'string') yield* ['summary', 'description', 'title'].includes(name) ? [value] : [];
    else if (name !== 'example' && name !== 'value') yield* proseOf(value);
}

const sqlFunction = (name: string, parameters: string, returns: string, value: string): string =>
  `CREATE OR REPLACE FUNCTION "${name}"(${parameters}) RETURNS ${returns} LANGUAGE sql AS $$ SELECT ${value} $$`;

// See docs/definitions.md#names-of-definitions
describe('names of definitions', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker', LOG_LEVEL: 'error' });
    ada = app.as('ada.admin');
  }, 120_000);
  afterAll(() => app?.stop());

  const post = (path: string, body: unknown): Promise<Answer> => ada.send('POST', path, body);
  const tokens = (name: string): unknown => ({ Reqtokens: Object.fromEntries([[name, 'x']]) });
  const executed = (ObjectName: string, ObjectType: number, names: readonly string[] = []): Promise<Answer> =>
    post('/database/execute', { ObjectName, ObjectType, Parameters: names.map((Name) => ({ Name, Value: 'x' })) });

  const KINDS: Readonly<Record<string, Kind>> = {
    'a query and its parameter': {
      define: (Name) => {
        const WhereClause = where('LastName', 'EqualTo', `@${Name}`);
        return ['SavedQuery', { ...CONTACT, Name, Parameters: [{ Name, Type: 'Text' }], WhereClause }];
      },
      call: (name, id) => [
        post(`/queries/execute/Contact/${inPath(name)}`, tokens(name)),
        post(`/queries/execute/${id}`, tokens(name)),
        ada.get(`/lists/get?dataSourceQueryId=${id}&valueField=Id&textField=LastName`),
      ],
    },
    'a view': {
      define: (Name) => ['SavedView', { Name, SavedQueryId: match('Name', 'Base') }],
      call: (name, id) => [name, id].map((SavedView) => post('/queries/execute/Contact/Base', { SavedView })),
    },
    'an alias': {
      names: WORDS,
      define: (Alias, i) => [
        'SavedQuery',
        { ...CONTACT, Name: `Alias${i}`, Aggregates: [{ Function: 'Count', Alias }] },
      ],
      call: (_, id) => [post(`/queries/execute/${id}`, {})],
    },
    'a workflow': {
      define: (Name) => ['Workflow', { Name, Type: 'Manual', Actions: [FILE, ZIP] }],
      call: (_, id) => [post(`/workflows/execute/${id}`, {})],
    },
    'a token': {
      names: WORDS,
      define: (Name, i) => {
        const Text = `{{${Name}}}`;
        return [
          'Workflow',
          { Name: `Token${i}`, Type: 'Manual', Tokens: [{ Name, Type: 'Text' }], Actions: [{ ...FILE, Text }] },
        ];
      },
      call: (name, id) => [post(`/workflows/execute/${id}`, tokens(name))],
    },
    'a list': {
      define: (Name) => ['List', { Name, Values: [{ Value: 1 }] }],
      call: (name) => [ada.get(`/lists/get?listName=${inPath(name)}`)],
    },
    'a user': {
      define: (UserName) => ['User', { UserName: UserName.slice(0, 100), DisplayName: UserName }],
      call: (name, id) => [
        app.send('POST', '/dev/token', { UserName: name.slice(0, 100) }),
        ada.get(`/access/explain?userId=${id}&entityName=Contact&operation=Read`),
      ],
    },
    'a role': {
      define: (Name) => ['Role', { Name }],
      call: (_, RoleId) => [ada.insert('RoleAccess', { RoleId, EntityName: 'Contact', Read: 'All' })],
    },
    'a rule': {
      define: (Name) => ['Rule', { ...OF_CONTACT, Name, Message: 'No.', WhereClause: where('Id', 'IsNotNULL') }],
    },
    'a function': {
      names: WORDS,
      define: (ObjectName) => {
        const Definition = sqlFunction(ObjectName, '', 'bigint', '1::bigint');
        return ['DatabaseObject', { ObjectName, ObjectType: 2, ReturnType: 'Int', Definition }];
      },
      call: (name) => [executed(name, 2)],
    },
    'a parameter of a function': {
      names: WORDS,
      define: (Name, i) => {
        const Definition = sqlFunction(`Function${i}`, `"${Name}" text`, 'bigint', '1::bigint');
        const Parameters = [{ Name, Type: 'Text' }];
        return [
          'DatabaseObject',
          { ObjectName: `Function${i}`, ObjectType: 2, ReturnType: 'Int', Parameters, Definition },
        ];
      },
      call: (name, _, i) => [executed(`Function${i}`, 2, [name])],
    },
    'a column of a table function': {
      names: WORDS,
      define: (Name, i) => {
        const Definition = sqlFunction(`Table${i}`, '', `TABLE ("${Name}" text)`, `'x'::text`);
        return [
          'DatabaseObject',
          { ObjectName: `Table${i}`, ObjectType: 3, Returns: [{ Name, Type: 'Text' }], Definition },
        ];
      },
      call: (_name, _id, i) => [executed(`Table${i}`, 3)],
    },
    'an entity and a field': {
      names: WORDS,
      define: (name) => ['Entity', { EntityName: name, Fields: [{ FieldName: name, FieldType: 'Text' }] }],
      call: (name) => [ada.insert(name, { [name]: 'x' }), ada.get(`/entities/${inPath(name)}`)],
    },
    'a value': {
      define: (value, i) => [
        'Entity',
        { EntityName: `Values${i}`, Fields: [{ FieldName: 'A', FieldType: 'Enum', Values: [value] }] },
      ],
      call: (A, _, i) => [
        ada.insert(`Values${i}`, { A }),
        ada.select(`Values${i}`, { WhereClause: where('A', 'EqualTo', A) }),
      ],
    },
  };

  it.each(Object.keys(KINDS).map((kind) => [kind]))(
    '%s with any name works in its routes, or is refused',
    async (kind) => {
      if (kind === 'a view') await ada.inserted('SavedQuery', { ...CONTACT, Name: 'Base' });
      await taken(ada, KINDS[kind]);
    },
    300_000,
  );

  it('refuses names of queries that no path can have, with the reason', async () => {
    for (const Name of ['.', '..']) {
      const { status, body } = await ada.insert('SavedQuery', { ...CONTACT, Name });
      expect(status).toBe(400);
      expect(body.ErrorDetails[0]).toMatchObject({
        FieldName: 'Name',
        Message: "A query cannot be called '.' or '..', because paths cannot have its name.",
      });
    }
  });

  it('are described by a valid document, from which types are generated', async () => {
    for (const EntityName of [
      'System',
      'Newtonsoft',
      'AdditionalProperties',
      'ApiException',
      'FileResponse',
      'Task',
      'X'.repeat(63),
      `${'X'.repeat(62)}Y`,
    ])
      await ada.inserted('Entity', { EntityName, Fields: [{ FieldName: EntityName, FieldType: 'Text' }] });
    const Values = ['a b', 'a-b', 'a_b', '§', '%', '1', '-1', 'Class'];
    await ada.inserted('Entity', { EntityName: 'Alike', Fields: [{ FieldName: 'A', FieldType: 'Enum', Values }] });
    const Parameters = ['from-date', 'from date', 'fromDate'].map((Name) => ({ Name, Type: 'Text' }));
    await ada.inserted('SavedQuery', { ...CONTACT, Name: 'Alike', Parameters });
    for (const version of ['3.1', '3.0']) {
      const { body } = await ada.get(`/openapi.json?version=${version}`);
      expect(await new Validator().validate(body)).toEqual({ valid: true });
      const source = astToString(await openapiTypescript(body));
      const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
      const { schemas } = body.components;
      for (const name of ['System', 'Newtonsoft', 'ApiException', 'FileResponse', 'AdditionalProperties'])
        expect([name, schemas[name], schemas[`${name}2`] !== undefined]).toEqual([name, undefined, true]);
      for (const name of ['Newtonsoft', 'AdditionalProperties'])
        expect(schemas[`${name}Create`]).toMatchObject({ properties: {}, additionalProperties: true });
      expect(Object.keys(schemas).filter((name) => !/^\w+$/.test(name))).toEqual([]);
      const operations = Object.values<Row>(body.paths).flatMap((item) => Object.values(item) as Row[]);
      const ids = operations.map(({ operationId }) => String(operationId));
      expect(ids.filter((id) => !/^[a-z]\w*$/.test(id))).toEqual([]);
      expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
      const tags = operations.flatMap((operation) => operation.tags as readonly string[]);
      expect(tags.filter((tag) => !/^[A-Z]\w+$/.test(tag))).toEqual([]);
      expect([...proseOf(body)].filter((text) => UNSEEN.test(text))).toEqual([]);
      expect(schemas.AlikeA['x-enum-varnames']).toEqual([
        'ValueAB',
        'ValueAB2',
        'a_b',
        'Value',
        'Value2',
        'Value1',
        'Value12',
        'Class',
      ]);
      const { Reqtokens } = schemas.ContactAlikeRunRequest.properties;
      expect(Reqtokens).toMatchObject({ additionalProperties: true, description: 'Has also: from-date, from date.' });
      expect(Object.keys(Reqtokens.properties)).toEqual(['fromDate']);
    }
  }, 120_000);

  it('are exported, and planned without changes', async () => {
    const { body } = await ada.get('/environment/export');
    const plan = await post('/environment/plan', body.Result);
    expect({ errors: plan.body.Errors, changes: plan.body.Result.Changes }).toEqual({ errors: [], changes: [] });
  }, 120_000);

  it('of statuses and transitions stand in diagrams, and statuses move records', async () => {
    const names = NAMES.filter((name) => name.isWellFormed() && name !== '\u0000' && name.trim() !== '');
    const [first, ...others] = names;
    await ada.inserted('Entity', { EntityName: 'Staged', Fields: [{ FieldName: 'A', FieldType: 'Text' }] });
    const Statuses = names.map((Name, i) => ({ Name, IsInitial: i === 0 }));
    const Transitions = others.map((Name, i) => ({ Name, FromStatus: names[i], ToStatus: Name }));
    const made = await post('/blueprints', { Name: first, EntityName: 'Staged', Statuses, Transitions });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 200 });
    for (const format of ['mermaid', 'svg'])
      expect((await ada.get(`/blueprints/${made.body.Result.Id}/diagram?format=${format}`)).status).toBe(200);
    const { RecordInformationId: recordId } = await ada.row('Staged', await ada.inserted('Staged', { A: 'x' }));
    for (const name of others) {
      const moved = await ada.send('PUT', `/status/update?recordId=${recordId}&nextStatusId=${inPath(name)}`);
      expect({ name, text: moved.text, status: moved.status }).toMatchObject({ name, status: 200 });
      expect(moved.body.Result.StatusName).toBe(name);
    }
  });
});
