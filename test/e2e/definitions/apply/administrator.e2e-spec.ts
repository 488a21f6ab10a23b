import { ROLE } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Caller, match, TestApp, where } from '../../../support/test-app.js';

const entity = (EntityName: string) => match('EntityName', EntityName);

// Requirement: R76, R146
// See docs/definitions.md#changing-definitions
describe('an Administrator creates with POST /records/insert alone, with effect at once,', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
  });
  afterAll(() => app.stop());

  const created = async (kind: string, fields: Readonly<Record<string, unknown>>): Promise<string> => {
    const { body } = await ada.insert(kind, fields);
    expect(body.Errors).toEqual([]);
    return body.Result.Id as string;
  };

  it('two entities with fields, a relation, derived fields and access', async () => {
    await created('Entity', {
      EntityName: 'Project',
      DisplayField: 'Title',
      AllowSoftDelete: true,
      Fields: [
        { FieldName: 'Title', FieldType: 'Text', Required: true, Unique: true, CaseInsensitive: true, MaxLength: 40 },
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'P-{000}' },
        { FieldName: 'Kind', FieldType: 'Enum', Values: ['Inner', 'Outer'], Default: 'Inner' },
        { FieldName: 'CustomerId', FieldType: 'Lookup', TargetId: entity('Customer') },
        { FieldName: 'Rate', FieldType: 'Decimal', Scale: 2, Min: '0' },
      ],
      Rules: [
        {
          Name: 'OuterHasCustomer',
          Message: 'An outer project has a customer.',
          FieldName: 'CustomerId',
          WhereClause: {
            Filters: [
              { FieldName: 'Kind', Operator: 3, Value: 'Inner' },
              { FieldName: 'CustomerId', Operator: 'IsNotNULL' },
            ],
            FilterLogic: '1 OR 2',
          },
        },
      ],
    });
    await created('Entity', {
      EntityName: 'Effort',
      AllowSoftDelete: true,
      OwnerFrom: 'ProjectId',
      Fields: [
        { FieldName: 'ProjectId', FieldType: 'Lookup', TargetId: entity('Project'), Required: true },
        { FieldName: 'Hours', FieldType: 'Decimal', Scale: 1, Min: '0', Max: '24', Required: true },
        { FieldName: 'Day', FieldType: 'Date', Default: 'Today' },
      ],
    });
    await created('Relation', {
      Name: 'Efforts',
      ParentEntityId: entity('Project'),
      ChildEntityId: entity('Effort'),
      ChildField: 'ProjectId',
      OnDelete: 'Cascade',
    });
    const derived = { EntityId: entity('Project') };
    const rollup = { ...derived, FieldType: 'Rollup', RelationId: match('Name', 'Efforts') };
    await created('Field', { ...rollup, FieldName: 'Hours', Function: 'Sum', AggregateField: 'Hours' });
    const cost = { ...derived, FieldType: 'Computed', ResultType: 'Decimal', Scale: 2 };
    await created('Field', { ...cost, FieldName: 'Cost', Expression: 'Hours * Rate' });
    for (const EntityName of ['Project', 'Effort'])
      await created('RoleAccess', { RoleId: ROLE.salesRep, EntityName, Create: 'Own', Read: 'Own', Update: 'Own' });
  });

  it('records of these entities, under children, rules and scopes', async () => {
    const nina = app.as('nina.north');
    const made = await nina.insert('Project', {
      Title: 'Attic',
      Rate: '80',
      Efforts: [{ Hours: 2.5 }, { Hours: '4' }],
    });
    expect(made.body.Errors).toEqual([]);
    expect(made.text).toContain('"Hours":6.5');
    expect(made.body.Result).toMatchObject({ Title: 'Attic', Number: 'P-001', Kind: 'Inner', Cost: 520 });
    await refused(app, () => nina.insert('Project', { Title: 'ATTIC' }), 409, 'Conflict');
    const [rule] = await refused(app, () => nina.insert('Project', { Title: 'Barn', Kind: 'Outer' }), 400, 'FieldRule');
    expect(rule).toMatchObject({ FieldName: 'CustomerId', Message: 'An outer project has a customer.' });
    await created('Project', { Title: 'Cellar', Rate: 1 });
    const rows = async (user: string) => (await app.as(user).select('Project')).body.Result?.length as number;
    expect([await rows('ada.admin'), await rows('nina.north'), await rows('nils.north')]).toEqual([2, 1, 0]);
    const { body } = await nina.select('Project', { Includes: [{ Name: 'Efforts', SelectedFields: ['Hours'] }] });
    expect(body.Result[0].Efforts).toHaveLength(2);
    await refused(app, () => nina.delete('Project', where('Title', 'EqualTo', 'Attic')), 403, 'ScopeNone');
  });

  it('a saved query with a parameter and a view, run by name and by id', async () => {
    const id = await created('SavedQuery', {
      Name: 'Dear',
      EntityName: 'Project',
      Parameters: [{ Name: 'AtLeast', Type: 'Decimal', Required: true }],
      SelectedFields: ['Title', 'Cost'],
      WhereClause: { Filters: [{ FieldName: 'Cost', Operator: 9, Value: '@AtLeast', ValueType: 2 }] },
      Views: [{ Name: 'Numbers', SelectedFields: ['Number'] }],
    });
    const run = async (path: string, body: unknown) =>
      (await ada.send('POST', `/queries/execute/${path}`, body)).body.Result as unknown;
    expect(await run('project/dear', { Reqtokens: { AtLeast: 100 } })).toEqual([{ Title: 'Attic', Cost: 520 }]);
    expect(await run(id, { Reqtokens: { AtLeast: 100 }, SavedView: 'Numbers' })).toEqual([{ Number: 'P-001' }]);
    expect(await run(id, { Reqtokens: { AtLeast: 1000 } })).toEqual([]);
  });

  it('a list of values', async () => {
    await created('List', { Name: 'Projects', EntityName: 'Project', ValueField: 'Number', TextField: 'Title' });
    const { body } = await ada.get('/lists/get?listName=projects&search=att');
    expect(body.Result).toMatchObject([{ Value: 'P-001', Text: 'Attic' }]);
  });

  it('references by queries and lists, which protect their targets from deletion', async () => {
    const filters = (name: string) => ({
      Filters: [
        { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Project' },
        { FieldName: 'FieldName', Operator: 3, Value: name },
      ],
    });
    const users = async (name: string) => {
      const details = await refused(app, () => ada.delete('Field', filters(name)), 409, 'DeleteBlocked');
      return details.map(({ Params }) => `${Params?.Kind as string} ${Params?.Name as string}`);
    };
    expect(await users('Cost')).toEqual(['SavedQuery Dear']);
    expect(await users('Number')).toEqual(['SavedView Numbers', 'List Projects']);
    expect(await users('Title')).toEqual(['Entity Project', 'SavedQuery Dear', 'List Projects']);
    const bad = { Name: 'Bad', EntityName: 'Project', SelectedFields: ['Titel'] };
    const [detail] = await refused(app, () => ada.insert('SavedQuery', bad), 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'SelectedFields' });
    expect((await ada.delete('SavedQuery', where('Name', 'EqualTo', 'Dear'))).body.Errors).toEqual([]);
    expect((await ada.delete('Field', filters('Cost'))).body.Errors).toEqual([]);
  });
});
