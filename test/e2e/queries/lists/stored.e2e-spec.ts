import { refused } from '../../../support/refusal.js';
import { TestApp, where } from '../../../support/test-app.js';
import { codes, items, list, texts } from './values.js';

const ACTIVE = { Filters: [{ FieldName: 'IsActive', Operator: 3, Value: true }] };

// Requirement: R76
// See docs/definitions.md#changing-definitions
describe('lists are records', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const named = (Name: string) => where('Name', 'EqualTo', Name);

  it('that take effect at once when created, changed or deleted', async () => {
    const made = await ada().insert('List', { Name: 'Buyers', EntityName: 'customer', WhereClause: ACTIVE });
    expect([made.status, made.body.Errors]).toEqual([200, []]);
    const buyers = async (query = {}) => list(app.as('nina.north'), { listName: 'BUYERS', ...query });
    expect(texts(await buyers())).toBe('Alpenmarkt AG, Alpenmarkt Filiale Ost, Bistro Blau');
    const changed = await ada().update(
      'List',
      { TextField: 'RegionId.Name', ParentField: 'Segment', Sort: [{ FieldName: 'Name', Direction: 2 }] },
      named('Buyers'),
    );
    expect(changed.status).toBe(200);
    expect(texts(await buyers())).toBe('North, North, North');
    expect(texts(await buyers({ parentValue: 'KeyAccount' }))).toBe('North');
    expect((await ada().delete('List', named('Buyers'))).status).toBe(200);
    expect(codes(await buyers())).toBe('404,NotFound listName');
  });

  it('that may have fixed values', async () => {
    const Values = [
      { Value: 2, Text: 'Two' },
      { Value: 1, Text: 'One', Sequence: 1 },
      { Value: 'x', IsActive: false },
    ];
    expect((await ada().insert('List', { Name: 'Numbers', Values })).status).toBe(200);
    expect(items(await list(app.as('omar.outside'), { listName: 'numbers' }))).toEqual([
      { Value: 2, Text: 'Two', IsActive: true, Sequence: 1 },
      { Value: 1, Text: 'One', IsActive: true, Sequence: 1 },
    ]);
  });

  it.each<[title: string, members: Record<string, unknown>, fieldName: string, code?: string]>([
    ['no values and no entity', {}, 'Values'],
    ['both', { EntityName: 'Customer', Values: [] }, 'Values'],
    ['an unknown entity', { EntityName: 'Nothing' }, 'EntityName'],
    ['an unknown value field', { EntityName: 'Customer', ValueField: 'Nme' }, 'ValueField'],
    ['an unknown text field', { EntityName: 'Customer', TextField: 'RegionId.Nme' }, 'TextField'],
    ['an unknown parent field', { EntityName: 'Customer', ParentField: 'Region' }, 'ParentField'],
    ['a text without order', { EntityName: 'Customer', TextField: 'Preferences' }, 'TextField'],
    [
      'a clause on an unknown field',
      { EntityName: 'Customer', WhereClause: where('Nme', 'EqualTo', 1) },
      'WhereClause',
    ],
    [
      'a clause with a wrong value',
      { EntityName: 'Customer', WhereClause: where('Segment', 'EqualTo', 'x') },
      'WhereClause',
    ],
    [
      'a clause with a parameter',
      {
        EntityName: 'Customer',
        WhereClause: { Filters: [{ FieldName: 'Name', Operator: 3, Value: '@A', ValueType: 2 }] },
      },
      'WhereClause',
    ],
    [
      'a clause of a wrong shape',
      { EntityName: 'Customer', WhereClause: { Filter: [] } },
      'WhereClause',
      'UnknownMember',
    ],
    ['an unknown order', { EntityName: 'Customer', Sort: [{ FieldName: 'Nme' }] }, 'Sort'],
    ['an entity for fixed values', { Values: [], ParentField: 'Name' }, 'ParentField'],
    ['values that are none', { Values: [{ Text: 'x' }, { Value: [1] }] }, 'Values'],
    ['values twice', { Values: [{ Value: 1 }, { Value: '1' }] }, 'Values'],
    ['members of values that are unknown', { Values: [{ Value: 1, Txt: 'x' }] }, 'Values', 'UnknownMember'],
  ])('%s: refused when saved', async (_, members, fieldName, code = 'Validation') => {
    const [fault] = await refused(app, () => ada().insert('List', { Name: 'Wrong', ...members }), 400, code);
    expect(fault.FieldName).toBe(fieldName);
  });

  it('with unique names that only Administrators write', async () => {
    const twice = () => ada().insert('List', { Name: 'paymentterms', Values: [] });
    await refused(app, twice, 409, 'Conflict');
    const another = () => app.as('nina.north').insert('List', { Name: 'Mine', Values: [] });
    await refused(app, another, 403, 'ScopeNone');
  });

  // Requirement: T59
  it('that protect what they use from deletion', async () => {
    const fields = {
      Field: [
        { FieldName: 'Name', FieldType: 'Text' },
        { FieldName: 'Kind', FieldType: 'Text' },
      ],
    };
    expect((await ada().insert('Entity', { EntityName: 'Tool', ...fields })).status).toBe(200);
    expect((await ada().insert('List', { Name: 'Tools', EntityName: 'Tool', ParentField: 'Kind' })).status).toBe(200);
    const kind = {
      Filters: [
        { FieldName: 'FieldName', Operator: 3, Value: 'Kind' },
        { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Tool' },
      ],
    };
    const [fault] = await refused(app, () => ada().delete('Field', kind), 409, 'DeleteBlocked');
    expect(fault.Params).toEqual({ Kind: 'List', Name: 'Tools', Count: 1 });
    await refused(app, () => ada().delete('Entity', where('EntityName', 'EqualTo', 'Tool')), 409, 'DeleteBlocked');
    expect((await ada().delete('List', named('Tools'))).status).toBe(200);
    expect((await ada().delete('Field', kind)).status).toBe(200);
  });
});
