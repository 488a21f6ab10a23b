import { USER } from '../../../support/demo.js';
import { keyOf, told } from '../../../support/keys.js';
import { type Answer, byId, match, type Row, SOUTHBAY, TestApp } from '../../../support/test-app.js';

const namesOf = ({ body }: Answer): readonly string[] => body.Result.map(({ Name }: Row) => Name);

describe('saved queries that a caller may run', () => {
  let app: TestApp;
  let query: string;
  const admin = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const listed = async (user: string): Promise<Answer['body']> =>
    (await app.as(user).get('/queries')).body.Result.find(({ Id }: Row) => Id === query);
  const view = (fields: Row): Promise<string> => admin().inserted('SavedView', { SavedQueryId: query, ...fields });

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api' });
    query = await admin().inserted('SavedQuery', {
      Name: 'ByName',
      EntityName: 'Customer',
      SelectedFields: ['Name'],
      Parameters: [
        { Name: 'From', Type: 'Date', Default: 'Today-7d' },
        { Name: 'RegionIds', Type: 'Uuid', Required: true, IsList: true },
      ],
      WhereClause: {
        Filters: [
          { FieldName: 'CreatedOn', Operator: 'GreaterThanOrEqualTo', Value: '@From', ValueType: 'Parameter' },
          { FieldName: 'RegionId', Operator: 'IN', Value: '@RegionIds', ValueType: 'Parameter' },
        ],
      },
    });
  });
  afterAll(() => app.stop());

  it('are listed with parameters and views, and run as they are listed', async () => {
    await view({ Name: 'Short', SelectedFields: ['Name'] });
    expect(await listed('nina.north')).toEqual({
      Id: query,
      Name: 'ByName',
      EntityName: 'Customer',
      Parameters: [
        { Name: 'From', Type: 'Date', Required: false, IsList: false, Default: 'Today-7d' },
        { Name: 'RegionIds', Type: 'Uuid', Required: true, IsList: true },
      ],
      Views: [{ Id: expect.any(String), Name: 'Short', Visibility: 'All' }],
    });
    for (const user of ['nina.north', 'fia.clerk', 'ada.admin', 'tess.temp']) {
      const { status, body } = await app.as(user).get('/queries');
      expect(status).toBe(200);
      expect(body.TotalRecords).toBe(body.Result.length);
      for (const { Id, Parameters, Views } of body.Result) {
        const Reqtokens = Object.fromEntries(
          Parameters.map(({ Name, Type }: Row) => [Name, Type === 'Uuid' ? USER.nina : Type === 'Int' ? 1 : 'x']),
        );
        for (const SavedView of [undefined, ...Views.map((each: Row) => each.Id)]) {
          const run = await app.as(user).send('POST', `/queries/execute/${Id}`, { Reqtokens, SavedView });
          expect([200, 400]).toContain(run.status);
        }
      }
    }
  });

  it('are ordered by entity and name', async () => {
    const { body } = await admin().get('/queries');
    const keys = body.Result.map(({ EntityName, Name }: Row) => `${String(EntityName)}\0${String(Name)}`);
    expect(keys).toEqual(keys.toSorted());
    expect(keys.length).toBeGreaterThan(3);
  });

  it('lack those over entities that the caller may not read', async () => {
    expect(await listed('tess.temp')).toBeUndefined();
    expect((await app.as('bob.bay', SOUTHBAY).get('/queries')).body.Result).not.toContainEqual(
      expect.objectContaining({ Id: query }),
    );
    const hidden = await admin().inserted('SavedQuery', {
      Name: 'WithSecretRelation',
      EntityName: 'Customer',
      SelectedFields: ['Name'],
      WhereClause: {
        Filters: [{ FieldName: 'Id', Operator: 'EXISTSIN', Value: { EntityName: 'Invoice', FieldName: 'CustomerId' } }],
      },
    });
    for (const user of ['nina.north', 'fia.clerk', 'tess.temp', 'ada.admin']) {
      const run = await app.as(user).send('POST', `/queries/execute/${hidden}`, {});
      const found = (await app.as(user).get('/queries')).body.Result.some(({ Id }: Row) => Id === hidden);
      expect([user, found]).toEqual([user, run.status === 200]);
    }
  });

  it('have the views that the caller may name', async () => {
    const views = async (user: string) => (await listed(user)).Views.map(({ Name }: Row) => Name);
    await view({ Name: 'Of Ada', Visibility: 'Private', SelectedFields: ['Name'] });
    await view({ Name: 'Of sellers', Visibility: 'Role', RoleId: match('Name', 'SalesRep'), SelectedFields: ['Name'] });
    expect(await views('ada.admin')).toEqual(['Of Ada', 'Short']);
    expect(await views('nina.north')).toEqual(['Of sellers', 'Short']);
    for (const SavedView of ['Of sellers', 'Short']) {
      const body = { SavedView, Reqtokens: { RegionIds: [USER.nina] } };
      expect((await nina().send('POST', `/queries/execute/${query}`, body)).status).toBe(200);
    }
  });

  it('follow the definitions', async () => {
    await admin().update('SavedQuery', { Name: 'Renamed' }, byId(query));
    expect((await listed('nina.north')).Name).toBe('Renamed');
    await admin().delete('SavedQuery', byId(query));
    expect(await listed('nina.north')).toBeUndefined();
  });

  it('are those of the entities of a key', async () => {
    const { caller } = await keyOf(app, USER.nina, { Name: 'invoices only', Entities: ['Invoice'] });
    const entities = new Set((await caller.get('/queries')).body.Result.map(({ EntityName }: Row) => EntityName));
    expect([...entities].filter((name) => name !== 'Invoice')).toEqual([]);
    expect(namesOf(await nina().get('/queries'))).toContain('CustomersBySegment');
  });

  it('need a token and a context', async () => {
    expect(told(await app.send('GET', '/api/v1/queries'))).toBe('401 TokenMissing');
    expect(told(await app.as('bob.bay').get('/queries'))).toBe('403 NotMember');
  });
});
