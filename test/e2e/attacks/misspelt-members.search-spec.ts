import { CUSTOMER } from '../../support/demo.js';
import { type Detail, refused } from '../../support/refusal.js';
import { byId, type Answer, TestApp, where } from '../../support/test-app.js';
import { sentBodies, type Sent } from '../hostile/sent-bodies.js';
import { misspellings } from '../hostile/misspellings.js';

/** True when an answer refuses a member by its path and suggests the known one. */
function isTold({ status, body }: Answer, meant: string, path: string): boolean {
  const details: readonly Detail[] = body?.ErrorDetails ?? [];
  const told = details.find((detail) => detail.Path === path);
  return status === 400 && details[0]?.Code === 'UnknownMember' && told?.Message.includes(`'${meant}'`) === true;
}

const set = (FieldName: string, Value: unknown): object => ({ FieldName, Value });

describe.each([1, 2])('a misspelt member, on %i node(s)', (count) => {
  let nodes: readonly TestApp[];
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    nodes = count === 1 ? [app] : [app, await app.startAnother()];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });
  let sends = 0;
  const ada = () => nodes[sends++ % nodes.length].as('ada.admin');
  const send = ({ method, path, body }: Sent): Promise<Answer> =>
    path.startsWith('/dev') ? app.send(method, path, body) : ada().send(method, path, body);

  it('is refused in every body, at every level, with a suggestion and its path', async () => {
    const mark = await app.mark();
    const { body: document } = await app.send('GET', '/api/v1/openapi.json');
    const tries = sentBodies(document).flatMap((sent) =>
      misspellings(sent.body).map((made) => ({ ...made, sent: { ...sent, body: made.body } })),
    );
    expect(tries.length).toBeGreaterThan(500);
    const wrong: unknown[] = [];
    for (const { meant, path, sent } of tries) {
      const answer = await send(sent);
      if (!isTold(answer, meant, path)) wrong.push({ name: sent.name, path, meant, text: answer.text });
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(await app.mark()).toBe(mark);
  });

  const update = (assignment: object, headers?: Readonly<Record<string, string>>): Promise<Answer> => {
    const WhereClause = byId(CUSTOMER.bistro);
    return ada().send('PUT', '/records/update', { EntityName: 'Customer', Fields: [assignment], WhereClause }, headers);
  };

  it.each(['value', 'Vlue', 'Val', 'VALUE'])('does not clear a field: %s for Value', async (name) => {
    const { Phone } = await ada().row('Customer', CUSTOMER.bistro);
    const sendIt = (headers?: Readonly<Record<string, string>>) => () =>
      update({ FieldName: 'Phone', [name]: '+49 40 2' }, headers);
    await refused(app, sendIt(), 400, name === 'Val' ? 'Validation' : 'UnknownMember');
    await refused(app, sendIt({ Prefer: 'handling=strict' }), 400, 'UnknownMember');
    expect((await ada().row('Customer', CUSTOMER.bistro)).Phone).toBe(Phone);
  });

  const without = (path: string, body: object, method = 'POST') => [path, method, body] as const;
  const absent = { FieldName: 'Subject' };
  it.each([
    ['an insert', 'Fields[0].Value', ...without('/records/insert', { EntityName: 'Note', Fields: [absent] })],
    [
      'an upsert',
      'Fields[1].Value',
      ...without('/records/upsert', {
        EntityName: 'Region',
        MatchOn: ['Code'],
        Fields: [set('Code', 'NO'), { FieldName: 'Name' }],
      }),
    ],
    [
      'a nested record',
      'Fields[0].Value[0].Fields[0].Value',
      ...without('/records/insert', { EntityName: 'Customer', Fields: [set('CustomerNotes', [[absent]])] }),
    ],
    [
      'an inline target',
      'Fields[0].Value.Fields[0].Value',
      ...without('/records/insert', { EntityName: 'Note', Fields: [set('CustomerId', [{ FieldName: 'Name' }])] }),
    ],
    [
      'a Match',
      'Fields[0].Value.Match.Value',
      ...without('/records/insert', {
        EntityName: 'Note',
        Fields: [set('CustomerId', { Match: { FieldName: 'TaxId' } })],
      }),
    ],
    [
      'a child to create',
      'Fields[0].Value.Create[0].Fields[0].Value',
      ...without(
        '/records/update',
        {
          EntityName: 'Customer',
          Fields: [set('CustomerNotes', { Create: [[absent]] })],
          WhereClause: byId(CUSTOMER.bistro),
        },
        'PUT',
      ),
    ],
    [
      'a step',
      'Steps[0].Fields[0].Value',
      ...without('/records/batch', { Steps: [{ Operation: 'Insert', EntityName: 'Note', Fields: [absent] }] }),
    ],
    [
      'a parameter',
      'Parameters[0].Value',
      ...without('/database/execute', {
        ObjectName: 'CustomerStatement',
        ObjectType: 3,
        Parameters: [{ Name: 'CustomerId' }],
      }),
    ],
    [
      'a filter',
      'WhereClause.Filters[0].Value',
      ...without('/queries/select', { EntityName: 'Note', WhereClause: where('Subject', 'EqualTo') }),
    ],
  ])(
    'is not assumed where Value is absent, which is refused with its path: %s',
    async (_, Path, path, method, body) => {
      const answer = await ada().send(method, path, body);
      expect({ status: answer.status, details: answer.body.ErrorDetails }).toEqual({
        status: 400,
        details: expect.arrayContaining([
          expect.objectContaining({ Path, Message: expect.stringMatching(/missing|needs a Value/) }),
        ]),
      });
    },
  );

  it('that resembles no known member is ignored with one line in Log, and refused with handling=strict', async () => {
    const more = (fields: object): object => ({ ...fields, Colour: 'red' });
    const Fields = [
      more(set('Subject', 'x')),
      set('CustomerId', [
        more(set('Name', 'Deep')),
        set('TaxId', 'DE777888999'),
        set('RegionId', { Match: more({ FieldName: 'Code', Value: 'NO' }) }),
      ]),
    ];
    const body = { EntityName: 'Note', Fields, Options: { DryRun: true } };
    const places = [
      'Fields[0].Colour',
      'Fields[1].Value.Fields[0].Colour',
      'Fields[1].Value.Fields[2].Value.Match.Colour',
    ];
    const { status, body: answer } = await ada().send('POST', '/records/insert', body);
    expect([status, answer.Log]).toEqual([200, places.map((place) => `Unknown member '${place}' was ignored.`)]);
    const upsert = {
      EntityName: 'Region',
      MatchOn: ['Code'],
      Fields: [set('Code', 'NO'), more(set('Name', 'North'))],
      Options: { DryRun: true },
    };
    expect((await ada().send('POST', '/records/upsert', upsert)).body.Log).toEqual([
      `Unknown member 'Fields[1].Colour' was ignored.`,
    ]);
    const strict = { Prefer: 'handling=strict' };
    const details = await refused(app, () => ada().send('POST', '/records/insert', body, strict), 400, 'UnknownMember');
    expect(details.map(({ Path }) => Path)).toEqual(places);
  });
});

describe('an environment with AbsentValueIsNull', () => {
  let nodes: readonly TestApp[];
  beforeAll(async () => {
    const first = await TestApp.start();
    nodes = [first];
    await first.query(`UPDATE platform.environment SET settings = settings || '{"AbsentValueIsNull": true}'`);
    nodes = [first, await first.startAnother()];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });
  const send = (method: string, path: string, body: object): Promise<Answer> =>
    nodes[1].as('ada.admin').send(method, path, body);
  const update = (assignment: object): Promise<Answer> =>
    send('PUT', '/records/update', {
      EntityName: 'Customer',
      Fields: [assignment],
      WhereClause: byId(CUSTOMER.bistro),
    });

  it('reads an absent Value as null, nested ones too', async () => {
    expect((await update({ FieldName: 'Phone' })).status).toBe(200);
    expect((await nodes[1].as('ada.admin').row('Customer', CUSTOMER.bistro)).Phone).toBeNull();
    const Fields = [set('Subject', 'x'), { FieldName: 'CustomerId' }, { FieldName: 'Body' }];
    expect((await send('POST', '/records/insert', { EntityName: 'Note', Fields })).status).toBe(200);
    const children = { FieldName: 'CustomerNotes', Value: { Create: [[set('Subject', 'x'), { FieldName: 'Body' }]] } };
    expect((await update(children)).status).toBe(200);
  });

  it('refuses a misspelt Value as everywhere, and a filter without Value', async () => {
    await refused(nodes[1], () => update({ FieldName: 'Phone', value: '1' }), 400, 'UnknownMember');
    const filter = { EntityName: 'Note', WhereClause: where('Subject', 'EqualTo') };
    await refused(nodes[1], () => send('DELETE', '/records/delete', filter), 400, 'BadFilter');
  });
});
