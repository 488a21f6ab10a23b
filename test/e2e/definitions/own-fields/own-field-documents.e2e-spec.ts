import { randomUUID } from 'node:crypto';
import { loadEnvironment } from '../../../support/load-environment.js';
import { byId, type Caller, match, type Place, type Row, TestApp, where } from '../../../support/test-app.js';
import type { Item } from '../documents/documents.js';
import { USER } from '../../../support/demo.js';

const EMPTY: Place = { TenantId: 'Northgate', AppId: 'PeopleDesk', EnvironmentId: 'Development' };

/** Own fields as documents have them. */
const OWN = {
  FormatVersion: 1,
  Entities: [
    { EntityName: 'Depot', Fields: [{ FieldName: 'Name', FieldType: 'Text', Required: true }] },
    {
      EntityName: 'User',
      Fields: [
        { FieldName: 'Region', FieldType: 'Text', MaxLength: 20, Labels: { de: { Label: 'Gebiet' } } },
        { FieldName: 'DepotId', FieldType: 'Lookup', Target: 'Depot' },
      ],
    },
    { EntityName: 'Team', Fields: [{ FieldName: 'Budget', FieldType: 'Decimal' }] },
  ],
};

/** An exported document. */
interface Document extends Row {
  Entities: Item[];
}

describe('own fields in documents', () => {
  let app: TestApp;
  let admin: Caller;
  const exported = async (caller = admin): Promise<Document> => (await caller.get('/environment/export')).body.Result;
  const named = ({ Entities }: Document, name: string): Item | undefined =>
    Entities.find(({ EntityName }) => EntityName === name);
  const plan = async (document: object): Promise<readonly string[]> => {
    const { status, body, text } = await admin.send('POST', '/environment/plan', document);
    if (status !== 200) throw new Error(text);
    return body.Result.Changes.map(
      ({ Kind, Name, Action }: Row) => `${String(Action)} ${String(Kind)} ${String(Name)}`,
    );
  };
  const apply = async (document: object, caller = admin): Promise<void> => {
    const { status, text } = await caller.send('POST', '/environment/apply', document);
    if (status !== 200) throw new Error(text);
  };
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
  });
  afterAll(() => app.stop());

  it('plans and applies them', async () => {
    expect(named(await exported(), 'User')).toBeUndefined();
    expect(await plan(OWN)).toEqual(
      expect.arrayContaining(['Create Field User.Region', 'Create Field User.DepotId', 'Create Field Team.Budget']),
    );
    await apply(OWN);
    expect((await admin.update('User', { Region: 'North' }, byId(USER.ada))).status).toBe(200);
    expect(await plan(OWN)).toEqual([]);
  });

  it('exports them without those of the service', async () => {
    const user = named(await exported(), 'User');
    expect(user).toEqual({
      EntityName: 'User',
      Fields: [
        expect.objectContaining({ FieldName: 'Region', MaxLength: 20 }),
        expect.objectContaining({ FieldName: 'DepotId', Target: 'Depot' }),
      ],
    });
  });

  it('moves them to another environment, and back', async () => {
    const other = app.as('ada.admin', EMPTY);
    const document = await exported();
    await apply({ ...document, Prune: true }, other);
    expect(named(await exported(other), 'User')).toEqual(named(document, 'User'));
    expect((await other.update('User', { Region: 'South' }, byId(USER.ada))).status).toBe(200);
    expect(await plan({ ...(await exported(other)), Prune: true })).toEqual([]);
    expect((await admin.row('User', USER.ada)).Region).toBe('North');
  });

  it('changes them, and deletes what a pruning document lacks', async () => {
    const document = await exported();
    named(document, 'User')!.Fields[0].MaxLength = 30;
    document.Entities = document.Entities.filter(({ EntityName }) => EntityName !== 'Team');
    const changes = ['Update Field User.Region', 'Delete Field Team.Budget'];
    expect(await plan({ ...document, Prune: true })).toEqual(changes);
    await apply({ ...document, Prune: true });
    expect(named(await exported(), 'Team')).toBeUndefined();
    const [field] = (await admin.select('Field', { WhereClause: where('FieldName', 'EqualTo', 'Region') })).body.Result;
    expect(field.MaxLength).toBe(30);
  });

  it.each<[string, object, string, string]>([
    [
      'a name of ours',
      { EntityName: 'User', Fields: [{ FieldName: 'EMAIL', FieldType: 'Text' }] },
      'Entities[0].Fields[0].FieldName',
      'User has a field of this name',
    ],
    [
      'our prefix',
      { EntityName: 'Team', Fields: [{ FieldName: 'dsX', FieldType: 'Text' }] },
      'Entities[0].Fields[0].FieldName',
      'names that begin with Ds',
    ],
    ['rules', { EntityName: 'User', Rules: [] }, 'Entities[0].Rules', 'own Fields only'],
    [
      'another entity of ours',
      { EntityName: 'Role', Fields: [] },
      'Entities[0].EntityName',
      'belongs to the service itself',
    ],
    [
      'another letter case',
      { EntityName: 'user', Fields: [] },
      'Entities[0].EntityName',
      'belongs to the service itself',
    ],
    ['no array', { EntityName: 'User', Fields: 5 }, 'Entities[0].Fields', ''],
    ['a misspelt member', { EntityName: 'User', Feilds: [] }, 'Entities[0].Feilds', 'own Fields only'],
  ])('refuses %s', async (_, entity, path, message) => {
    for (const route of ['plan', 'apply']) {
      const { status, body } = await admin.send('POST', `/environment/${route}`, {
        FormatVersion: 1,
        Entities: [entity],
      });
      expect([status, body.ErrorDetails.map(({ Path }: Row) => Path), body.Errors.join(' ')]).toEqual([
        expect.any(Number),
        [path],
        expect.stringContaining(message),
      ]);
      expect([400, 409]).toContain(status);
    }
  });

  it('refuses a system entity twice', async () => {
    const Entities = [OWN.Entities[1], OWN.Entities[1]];
    const { status, body } = await admin.send('POST', '/environment/plan', { FormatVersion: 1, Entities });
    expect([status, body.Errors[0]]).toEqual([400, expect.stringContaining("Entities[0] is Entity 'User' already")]);
  });

  it('keeps own fields that are inserted as records', async () => {
    const EntityId = match('EntityName', 'User');
    await admin.inserted('Field', { EntityId, FieldName: 'Floor', FieldType: 'Int' });
    expect(named(await exported(), 'User')?.Fields.map(({ FieldName }) => FieldName)).toContain('Floor');
  });

  it('comes with the definition file of an environment, and only where that has definitions', async () => {
    const environment = (Name: string, more: object = {}): object => ({ Id: randomUUID(), Name, ...more });
    const Environments = [environment('Whole'), environment('Bare', { Definitions: false })];
    const file = {
      Tenants: [{ Id: randomUUID(), Name: 'Lab', Apps: [{ Id: randomUUID(), Name: 'Depots', Environments }] }],
      Roles: [{ Name: 'Administrator', IsSystem: true }],
      Users: [{ Id: USER.ada, Tenant: 'Lab', UserName: 'ada.admin', DisplayName: 'Ada', Roles: ['Administrator'] }],
      Entities: OWN.Entities,
    };
    await loadEnvironment(app, file);
    const at = (EnvironmentId: string): Caller =>
      app.as('ada.admin', { TenantId: 'Lab', AppId: 'Depots', EnvironmentId });
    const fieldNames = async (name: string): Promise<unknown> =>
      named(await exported(at('Whole')), name)?.Fields.map(({ FieldName }) => FieldName);
    expect([await fieldNames('User'), await fieldNames('Team')]).toEqual([['Region', 'DepotId'], ['Budget']]);
    expect((await at('Whole').update('User', { Region: 'West' }, byId(USER.ada))).status).toBe(200);
    expect((await at('Bare').update('User', { Region: 'West' }, byId(USER.ada))).status).toBe(400);
    expect((await exported(at('Bare'))).Entities).toBeUndefined();
  });

  it('refuses a definition file with a name of ours', async () => {
    const User = { EntityName: 'User', Fields: [{ FieldName: 'email', FieldType: 'Text' }] };
    const Environments = [{ Id: randomUUID(), Name: 'Faulty' }];
    const Tenants = [{ Id: randomUUID(), Name: 'Fault', Apps: [{ Id: randomUUID(), Name: 'App', Environments }] }];
    const file = { Tenants, Roles: [{ Name: 'Administrator', IsSystem: true }], Entities: [User] };
    await expect(loadEnvironment(app, file)).rejects.toThrow('User has a field of this name');
  });
});
