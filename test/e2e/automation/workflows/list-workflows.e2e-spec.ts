import { USER } from '../../../support/demo.js';
import { keyOf, told } from '../../../support/keys.js';
import { type Answer, byId, type Row, TestApp } from '../../../support/test-app.js';

const namesOf = ({ body }: Answer): readonly string[] => body.Result.map(({ Name }: Row) => Name);
const ACTIONS = [{ Name: 'Find', Type: 'RunQuery', EntityName: 'Region' }];

describe('workflows that a caller may execute', () => {
  let app: TestApp;
  const admin = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const workflow = (Name: string, fields: Row = {}): Promise<string> =>
    admin().inserted('Workflow', { Name, Type: 'Manual', Actions: ACTIONS, AllowedRoles: ['SalesRep'], ...fields });

  beforeAll(async () => void (app = await TestApp.start({ ROLES: 'api' })));
  afterAll(() => app.stop());

  it('are listed with description and tokens', async () => {
    const Tokens = [
      { Name: 'OrderId', Type: 'Uuid', Required: true },
      { Name: 'Note', Type: 'Text', Default: 'none' },
    ];
    const Id = await workflow('Find regions', { EntityName: 'Region', Description: 'Finds all regions.', Tokens });
    const { status, body } = await nina().get('/workflows');
    expect(status).toBe(200);
    expect(body.TotalRecords).toBe(body.Result.length);
    expect(body.Result).toContainEqual({
      Id,
      Name: 'Find regions',
      EntityName: 'Region',
      Description: 'Finds all regions.',
      Tokens: [
        { Name: 'OrderId', Type: 'Uuid', Required: true, IsList: false },
        { Name: 'Note', Type: 'Text', Required: false, IsList: false, Default: 'none' },
      ],
    });
    await workflow('Bare', { AllowedRoles: ['SalesRep'] });
    expect((await nina().get('/workflows')).body.Result).toContainEqual(
      expect.objectContaining({ Name: 'Bare', EntityName: null, Description: null, Tokens: [] }),
    );
    expect(namesOf(await nina().get('/workflows'))).toEqual(namesOf(await nina().get('/workflows')).toSorted());
  });

  it('are those that an execution is not refused for', async () => {
    await workflow('Of managers', { AllowedRoles: ['SalesManager'] });
    await workflow('Of administrators', { AllowedRoles: [] });
    await workflow('With a permission', { AllowedRoles: [], RequiredPermission: 'Orders.Export' });
    const all = (await admin().select('Workflow', { WhereClause: { Filters: [] } })).body.Result;
    for (const user of ['nina.north', 'mona.manager', 'fia.clerk', 'tess.temp', 'ada.admin']) {
      const listed = namesOf(await app.as(user).get('/workflows'));
      for (const { Id, Name, Type } of all as { Id: string; Name: string; Type: string }[]) {
        if (Type !== 'Manual') {
          expect(listed).not.toContain(Name);
          continue;
        }
        const { status } = await app.as(user).send('POST', `/workflows/execute/${Id}`, { Reqtokens: { Unknown: 1 } });
        expect([user, Name, listed.includes(Name)]).toEqual([user, Name, status !== 403]);
      }
    }
  });

  it('are active', async () => {
    const id = await workflow('Paused');
    expect(namesOf(await nina().get('/workflows'))).toContain('Paused');
    await admin().update('Workflow', { IsActive: false }, byId(id));
    expect(namesOf(await nina().get('/workflows'))).not.toContain('Paused');
  });

  it('are those of one entity, in any letter case', async () => {
    await workflow('About customers', { EntityName: 'Customer' });
    const about = await nina().get('/workflows?entityName=CUSTOMER');
    expect(about.body.Result.map(({ EntityName }: Row) => EntityName)).toContain('Customer');
    expect(new Set(about.body.Result.map(({ EntityName }: Row) => EntityName)).size).toBe(1);
    expect(namesOf(await nina().get('/workflows?ENTITYNAME=customer'))).toEqual(namesOf(about));
    expect((await nina().get('/workflows?entityName=Invoice')).body.Result).toEqual([]);
  });

  it.each<[query: string, expected: string]>([
    ['entityName=Custumer', '404 UnknownEntity'],
    ['entityNam=Customer', '400 UnknownMember'],
    ['entityName=a&entityName=b', '400 Validation'],
  ])('refuse ?%s', async (query, expected) => {
    expect(told(await nina().get(`/workflows?${query}`))).toBe(expected);
  });

  it('ignore another unknown parameter with a line in Log', async () => {
    const { status, body } = await nina().get('/workflows?colour=red');
    expect([status, body.Log]).toEqual([200, [expect.stringContaining('colour')]]);
  });

  it('are none for a key that does not execute', async () => {
    const { caller } = await keyOf(app, USER.nina, { Name: 'reads', Operations: ['Read'] });
    expect((await caller.get('/workflows')).body.Result).toEqual([]);
  });

  it('need a token and a context', async () => {
    expect(told(await app.send('GET', '/api/v1/workflows'))).toBe('401 TokenMissing');
    expect(told(await app.as('bob.bay').get('/workflows'))).toBe('403 NotMember');
  });
});
