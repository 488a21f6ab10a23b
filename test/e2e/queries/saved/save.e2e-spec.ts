import { refused } from '../../../support/refusal.js';
import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';

const parameter = (FieldName: string, name: string) => ({
  Filters: [{ FieldName, Operator: 3, Value: name, ValueType: 2 }],
});

// Requirement: R146, T59
describe('Saved queries and views as records', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    const Field = ['Plate', 'Make'].map((FieldName) => ({ FieldName, FieldType: 'Text' }));
    await ada.insert('Entity', { EntityName: 'Vehicle', Field });
    await ada.insert('Vehicle', { Plate: 'A', Make: 'Volvo' });
  });
  afterAll(() => app.stop());

  const byMake = {
    Name: 'ByMake',
    EntityName: 'Vehicle',
    Parameters: [{ Name: 'Make', Type: 'Text', Required: true }],
    SelectedFields: ['Plate'],
    WhereClause: parameter('Make', '@Make'),
  };

  it.each<[what: string, members: object, fieldName: string, message: RegExp]>([
    ['an unknown entity', { EntityName: 'Car' }, 'EntityName', /Car/],
    ['unknown fields', { SelectedFields: ['Nope'] }, 'SelectedFields', /Nope/],
    ['filters on unknown fields', { WhereClause: where('Nope', 'EqualTo', 1) }, 'WhereClause', /Nope/],
    ['unknown parameters', { WhereClause: parameter('Make', '@Mark') }, 'WhereClause', /no parameter 'Mark'/],
    [
      'sums of text',
      { GroupBy: ['Make'], Aggregates: [{ Function: 'Sum', FieldName: 'Plate' }] },
      'Aggregates',
      /Plate/,
    ],
    [
      'Having on what is no column',
      { GroupBy: ['Make'], Having: where('Plate', 'EqualTo', 'A'), SelectedFields: null },
      'Having',
      /Plate/,
    ],
    ['unknown buckets', { GroupBy: [{ FieldName: 'CreatedOn', Bucket: 'Hour' }] }, 'GroupBy', /Bucket/],
    ['unknown includes', { Includes: [{ Name: 'Wheels' }] }, 'Includes', /Wheels/],
    ['Distinct without fields', { Distinct: true, SelectedFields: null }, 'SelectedFields', /Distinct/],
    ['what is no list of fields', { SelectedFields: { Plate: true } }, 'SelectedFields', /SelectedFields/],
  ])('refuses %s', async (_, members, fieldName, message) => {
    const [detail] = await refused(app, () => ada.insert('SavedQuery', { ...byMake, ...members }), 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: fieldName, Message: expect.stringMatching(message) as string });
  });

  // Requirement: R146, R69
  it('answers what an ad hoc query of the same members does', async () => {
    const queries = [
      {
        GroupBy: ['Segment', { FieldName: 'OnboardedOn', Bucket: 'Year', TimeZone: 'Europe/Berlin' }],
        Aggregates: [{ Function: 'Count', Alias: 'Customers' }],
        Having: where('Customers', 'GreaterThanOrEqualTo', 1),
        GlobalSearch: 'a',
      },
      { SelectedFields: ['Segment', 'RegionId.Name'], Distinct: true },
      { SelectedFields: ['Name'], Includes: [{ Name: 'CustomerOrders', SelectedFields: ['OrderNumber'] }] },
      { SelectedFields: ['RegionId'], LoadLookUpValues: true, LoadRecordInfo: true, LoadChildren: true },
    ];
    for (const [i, members] of queries.entries()) {
      const saved = await ada.insert('SavedQuery', { Name: `Like${i}`, EntityName: 'Customer', ...members });
      expect([saved.status, saved.body.Errors]).toEqual([200, []]);
      for (const user of ['ada.admin', 'nina.north']) {
        const run = await app.as(user).send('POST', `/queries/execute/Customer/Like${i}`);
        const direct = await app.as(user).select('Customer', members);
        expect(run.body.Result.length).toBeGreaterThan(0);
        expect([run.status, run.body.Result]).toEqual([direct.status, direct.body.Result]);
      }
    }
  });

  it('protects the fields and entities that a query or view uses', async () => {
    const saved = await ada.insert('SavedQuery', byMake);
    const views = await ada.insert('SavedView', {
      SavedQueryId: saved.body.Result.Id,
      Name: 'Makes',
      SelectedFields: ['Make'],
    });
    expect([saved.status, views.status]).toEqual([200, 200]);
    const run = await ada.send('POST', '/queries/execute/Vehicle/ByMake', { Reqtokens: { Make: 'Volvo' } });
    expect(run.body.Result).toEqual([{ Plate: 'A' }]);
    const field = async (name: string) =>
      byId((await ada.select('Field', { WhereClause: where('FieldName', 'EqualTo', name) })).body.Result[0].Id);
    const plate = await field('Plate');
    const [user] = await refused(app, () => ada.delete('Field', plate), 409, 'DeleteBlocked');
    expect(user.Params).toEqual({ Kind: 'SavedQuery', Name: 'ByMake', Count: 1 });
    const entity = where('EntityName', 'EqualTo', 'Vehicle');
    await refused(app, () => ada.delete('Entity', entity), 409, 'DeleteBlocked');
    await ada.delete('SavedView', where('Name', 'EqualTo', 'Makes'));
    await ada.delete('SavedQuery', where('Name', 'EqualTo', 'ByMake'));
    expect((await ada.delete('Field', plate)).status).toBe(200);
  });

  // Requirement: R144, T37
  it.each<[what: string, members: object, fieldName: string]>([
    ['unknown fields', { SelectedFields: ['Nope'] }, 'SelectedFields'],
    ['a role that is not named', { Visibility: 'Role' }, 'RoleId'],
    ['filters that would change groups', { WhereClause: where('Make', 'EqualTo', 'x') }, 'WhereClause'],
  ])('refuses views with %s', async (_, members, fieldName) => {
    const Aggregates = [{ Function: 'Count', Alias: 'Cars' }];
    const Name = `Grouped by ${fieldName}`;
    const grouped = await ada.insert('SavedQuery', { Name, EntityName: 'Vehicle', GroupBy: ['OwnerId'], Aggregates });
    expect([grouped.status, grouped.text]).toEqual([200, grouped.text]);
    const view = { SavedQueryId: grouped.body.Result.Id, Name: 'View', ...members };
    const [detail] = await refused(app, () => ada.insert('SavedView', view), 400, 'Validation');
    expect(detail.FieldName).toBe(fieldName);
  });
});
