import { ROLE } from '../../../support/demo.js';
import { match, TestApp, where } from '../../../support/test-app.js';

// Requirement: R76
// See docs/definitions.md#changing-definitions
describe('entity definitions are records', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');

  // Requirement: R2
  it('an entity with its fields creates a table that is usable at once', async () => {
    const made = await ada().insert('Entity', {
      EntityName: 'Vehicle',
      UniqueKeys: [['Make', 'Model']],
      Field: [
        { FieldName: 'Plate', FieldType: 'Text', Required: true, Unique: true, MaxLength: 10 },
        [
          { FieldName: 'FieldName', Value: 'Make' },
          { FieldName: 'FieldType', Value: 'Enum' },
          { FieldName: 'Values', Value: ['Audi', 'Volvo'] },
        ],
        { FieldName: 'Model', FieldType: 'Text' },
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'V-{000}' },
        { FieldName: 'DriverId', FieldType: 'Lookup', TargetId: match('EntityName', 'User') },
        { FieldName: 'CustomerId', FieldType: 'Lookup', TargetId: match('EntityName', 'Customer') },
      ],
    });
    expect([made.status, made.body.Errors]).toEqual([200, []]);
    const inserted = await ada().insert('Vehicle', { Plate: 'M-AB 12', Make: 'Audi', Model: 'A4' });
    expect(inserted.body.Result).toMatchObject({ Plate: 'M-AB 12', Number: 'V-001', RowVersion: 1 });
    expect(Object.keys(inserted.body.Result).slice(0, 5)).toEqual(['Plate', 'Make', 'Model', 'Number', 'DriverId']);
    const twice = await ada().insert('Vehicle', { Plate: 'M-AB 12' });
    expect([twice.status, twice.body.ErrorDetails[0].FieldName]).toEqual([409, 'Plate']);
    const found = await ada().select('vehicle', {
      SelectedFields: ['Plate'],
      WhereClause: where('Make', 'EqualTo', 'Audi'),
    });
    expect(found.body.Result).toEqual([{ Plate: 'M-AB 12' }]);
  });

  it('a role gets access to the entity by a record too', async () => {
    expect((await app.as('nina.north').select('Vehicle')).status).toBe(403);
    const given = await ada().insert('RoleAccess', {
      RoleId: ROLE.salesRep,
      EntityName: 'vehicle',
      Read: 'All',
      Create: 'Own',
    });
    expect(given.status).toBe(200);
    const { body } = await app.as('nina.north').get('/access?entityName=Vehicle');
    expect(body.Result).toMatchObject([{ EntityName: 'Vehicle', Create: 'Own', Read: 'All', Update: 'None' }]);
    expect((await app.as('nina.north').insert('Vehicle', { Plate: 'N-1' })).status).toBe(200);
    expect((await app.as('nina.north').select('Vehicle')).body.TotalRecords).toBe(2);
  });
});
