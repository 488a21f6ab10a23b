import type { Item, Items } from './documents.js';
import { type Answer, DEVELOPMENT, type Place, type Row, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };

let app: TestApp;
let document: Items;

const call = (action: string, body: unknown, place = PRODUCTION, user = 'ada.admin'): Promise<Answer> =>
  app.as(user, place).send('POST', `/environment/${action}`, body);

beforeAll(async () => {
  app = await TestApp.start();
  document = (await app.as('ada.admin', PRODUCTION).send('GET', '/environment/export')).body.Result;
});
afterAll(() => app.stop());

/** Places of the faults of an answer. */
const places = ({ body }: Answer): readonly string[] => body.ErrorDetails.map(({ Path }: { Path: string }) => Path);

const item = (members: Row): Item => members as Item;
const copy = (): Items => structuredClone(document);

describe('a faulty document', () => {
  it('is refused with all faults at once, and nothing is applied', async () => {
    const faulty = copy();
    Object.assign(faulty, { FormatVersion: 2 });
    faulty.Roles.push(
      item({ Id: faulty.Roles[0].Id, Name: 'Twin' }),
      item({ Name: faulty.Roles[1].Name }),
      item({ Id: 'x', Nam: 'y' }),
    );
    const customer = faulty.Entities.findIndex((entity) => entity.EntityName === 'Customer');
    faulty.Entities[customer].Fields[0].FieldType = 'Nix';
    faulty.Entities[customer].Fields[1].Fieldname = 'Near';
    faulty.Entities[customer].Fields.push(item({ FieldName: 'ToNowhere', FieldType: 'Lookup', Target: 'Nowhere' }));
    faulty.RoleAccess.push(item({ Role: '<script>', EntityName: 'Order' }));
    const roles = faulty.Roles.length;
    const expected = [
      'FormatVersion',
      `Roles[${roles - 3}].Id`,
      `Roles[${roles - 2}].Name`,
      `Roles[${roles - 1}].Id`,
      `Roles[${roles - 1}].Nam`,
      `Entities[${customer}].Fields[0].FieldType`,
      `Entities[${customer}].Fields[1].Fieldname`,
      `Entities[${customer}].Fields[${faulty.Entities[customer].Fields.length - 1}].Target`,
      `RoleAccess[${faulty.RoleAccess.length - 1}].Role`,
    ];
    for (const action of ['plan', 'apply']) {
      const mark = await app.mark();
      const answer = await call(action, faulty);
      expect({ status: answer.status, places: places(answer).toSorted() }).toEqual({
        status: 400,
        places: expected.toSorted(),
      });
      expect(await app.changes(mark)).toEqual([]);
    }
  });

  it.each([
    ['a type that no value converts to', { FieldType: 'Json' }, 400, 'Validation', 'FieldType'],
    ['another name for the id', { FieldName: 'Other' }, 400, 'FieldRule', 'FieldName'],
    ['a rule that stored values break', { FieldType: 'Text', MaxLength: 2 }, 400, 'Validation', 'MaxLength'],
  ])('is refused for %s', async (_, change, status, code, member) => {
    const { Entities } = (await app.as('ada.admin').send('GET', '/environment/export')).body.Result;
    const entity = Entities.findIndex(({ EntityName }: Item) => EntityName === 'Customer');
    const field = Entities[entity].Fields.findIndex(({ FieldName }: Item) => FieldName === 'Name');
    Object.assign(Entities[entity].Fields[field], change);
    const answer = await call('apply', { Entities }, DEVELOPMENT);
    const Path = `Entities[${entity}].Fields[${field}].${member}`;
    expect(answer).toMatchObject({ status, body: { ErrorDetails: [{ Code: code, Path }] } });
  });

  it('is refused for what the checks of definitions find, with paths of the document', async () => {
    const Workflows = [
      { Name: 'One', Type: 'Manual', Actions: [{ Name: 'A', Type: 'DeleteRecords', EntityName: 'Nix' }] },
      { Name: 'Two', Type: 'Manual', RequiredPermission: 'Nix', Actions: [] },
    ];
    const answer = await call('apply', { Workflows });
    expect(answer.status).toBe(400);
    expect(places(answer).map((path) => path.slice(0, 12))).toEqual(
      expect.arrayContaining(['Workflows[0]', 'Workflows[1]']),
    );
  });

  it.each(['constructor', '__proto__', '<img src=x onerror=alert(1)>', 'x'.repeat(5_000)])(
    'treats the name %s as any other text',
    async (name) => {
      const entity = await call('apply', `{"Entities": [{"EntityName": ${JSON.stringify(name)}, "Fields": []}]}`);
      expect(entity.status).toBe(400);
      const member = await call(
        'apply',
        `{"Roles": [{"Name": "R", ${JSON.stringify(name)}: 1}], "Options": {"DryRun": true}}`,
      );
      expect(member.status).toBe(200);
      const role = await call('apply', `{"RoleAccess": [{"Role": ${JSON.stringify(name)}, "EntityName": "Order"}]}`);
      expect({ status: role.status, places: places(role) }).toEqual({ status: 400, places: ['RoleAccess[0].Role'] });
    },
  );

  it.each(['plan', 'apply'])('is refused for names of the service itself by %s', async (action) => {
    const answer = await call(action, {
      Roles: [{ Id: document.Roles[0].Id, Name: 'administrator' }],
      Entities: [{ EntityName: 'Role', Fields: [] }],
    });
    expect(answer).toMatchObject({ status: 409 });
    expect(places(answer)).toEqual(['Roles[0].Name', 'Entities[0].EntityName']);
  });

  it.each([
    ['cut off', '{"Roles": [{"Name": "A"', 400],
    ['an array', '[]', 400],
    ['missing', undefined, 400],
    ['definitions that are no objects', '{"Roles": ["A", 1, null], "Entities": {}}', 400],
    ['too large', `{"Roles": [${'{"Name": "A"},'.repeat(450_000)}{}]}`, 413],
  ])('is refused where it is %s', async (_, body, status) => {
    expect((await call('plan', body)).status).toBe(status);
    expect((await call('apply', body)).status).toBe(status);
  });

  it('does not bring a deleted definition back in silence', async () => {
    const ada = app.as('ada.admin', PRODUCTION);
    await ada.delete('Entity', where('EntityName', 'EqualTo', 'Note'));
    const removed = copy();
    const at = removed.Entities.findIndex(({ EntityName }: Item) => EntityName === 'Note');
    const answer = await call('plan', removed);
    if (answer.status === 409) expect(places(answer)).toContain(`Entities[${at}].Id`);
    else expect(answer.body.Result.Changes).toEqual([]);
  });
});

describe('the routes', () => {
  it('are for Administrators of the environment', async () => {
    for (const [action, body] of [
      ['export', undefined],
      ['plan', {}],
      ['apply', {}],
    ] as const) {
      const send = (user: string, place: Place): Promise<Answer> =>
        app.as(user, place).send(body ? 'POST' : 'GET', `/environment/${action}`, body);
      expect(await send('nina.north', DEVELOPMENT)).toMatchObject({ status: 403 });
      expect(await send('ada.admin', SOUTHBAY)).toMatchObject({ status: 403 });
    }
  });

  it('never show users, and name no other tenant', async () => {
    const { text } = await app.as('ada.admin').send('GET', '/environment/export');
    for (const secret of ['nina.north', '@northgate', 'Southbay', 'UserRole', 'TeamMember'])
      expect(text).not.toContain(secret);
  });
});

describe('applies at the same time', () => {
  it('follow each other or are refused, beside writes of records and definitions', async () => {
    const ada = app.as('ada.admin');
    const roles = (n: number): unknown => ({
      Roles: [{ Name: `Parallel${n}` }, { Name: 'Shared', Description: `${n}` }],
    });
    const applies = [1, 2, 3, 4].map((n) => call('apply', roles(n), DEVELOPMENT));
    const region = (n: number) => ({ Code: `PA${'ABC'[n - 1]}`, Name: `Parallel ${n}`, CountryCode: 'DE' });
    const writes = [1, 2, 3].flatMap((n) => [
      ada.insert('Permission', { Name: `Beside${n}` }),
      ada.insert('Region', region(n)),
    ]);
    const applied = (await Promise.all(applies)).map(({ status }) => status);
    expect(applied.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(applied).toContain(200);
    // A write under way while definitions change may be 503, and many at once 429. Those have stored nothing.
    expect((await Promise.all(writes)).filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(await call('apply', roles(1), DEVELOPMENT)).toMatchObject({ status: 200 });
    expect((await call('plan', roles(1), DEVELOPMENT)).body.Result.Changes).toEqual([]);
  });
});
