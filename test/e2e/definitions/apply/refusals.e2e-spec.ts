import { ROLE, TEAM, USER } from '../../../support/demo.js';
import { byId, type Caller, match, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { untouched } from './untouched.js';

// Requirement: R76, T59, T73
describe('unfit changes of definitions are refused and leave nothing', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    const Field = [
      { FieldName: 'Plate', FieldType: 'Text' },
      { FieldName: 'Seats', FieldType: 'Int' },
      { FieldName: 'Make', FieldType: 'Text' },
      { FieldName: 'Price', FieldType: 'Decimal', Precision: 10, Scale: 4 },
    ];
    await ada.insert('Entity', { EntityName: 'Vehicle', AllowSoftDelete: true, Field });
    for (const row of [
      { Plate: 'A', Seats: 4, Make: '12', Price: '1.2500' },
      { Plate: 'A', Seats: 2, Make: 'Volvo', Price: '1.2345' },
      { Plate: null, Seats: 2, Make: '7', Price: '1.5' },
    ]) {
      await ada.insert('Vehicle', row);
    }
  });
  afterAll(() => app.stop());

  const idOf = async (entity: string, name: string, value: string): Promise<string> =>
    (await ada.select(entity, { SelectedFields: ['Id'], WhereClause: where(name, 'EqualTo', value) })).body.Result[0]
      .Id;
  const field = (name: string) => byId(name);
  const change = async (name: string, fields: object) =>
    ada.update('Field', fields as Readonly<Record<string, unknown>>, field(await fieldId(name)));
  const fieldId = async (name: string) => {
    const filters = {
      Filters: [
        { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Vehicle' },
        { FieldName: 'FieldName', Operator: 3, Value: name },
      ],
    };
    return (await ada.select('Field', { WhereClause: filters })).body.Result[0].Id as string;
  };

  it.each<[string, object, string, string]>([
    ['a name that is SQL', { EntityName: 'X"; DROP TABLE "User' }, 'EntityName', 'Fields[0]'],
    [
      'the name of a system field',
      { EntityName: 'Boat', Field: [{ FieldName: 'RowVersion', FieldType: 'Int' }] },
      'FieldName',
      'Fields[1].Value[0].FieldName',
    ],
    [
      'a field twice',
      {
        EntityName: 'Boat',
        Field: [
          { FieldName: 'A', FieldType: 'Int' },
          { FieldName: 'a', FieldType: 'Int' },
        ],
      },
      'FieldName',
      'Fields[1].Value[1].FieldName',
    ],
    [
      'a broken pattern',
      { EntityName: 'Boat', Field: [{ FieldName: 'A', FieldType: 'Text', Regex: '(' }] },
      'Regex',
      'Fields[1].Value[0].Regex',
    ],
    [
      'a minimum over the maximum',
      { EntityName: 'Boat', Field: [{ FieldName: 'A', FieldType: 'Int', Min: '3', Max: '2' }] },
      'Min',
      'Fields[1].Value[0].Min',
    ],
    [
      'an enum without values',
      { EntityName: 'Boat', Field: [{ FieldName: 'A', FieldType: 'Enum' }] },
      'Values',
      'Fields[1].Value[0]',
    ],
    [
      'a default of another type',
      { EntityName: 'Boat', Field: [{ FieldName: 'A', FieldType: 'Int', Default: 'x' }] },
      'Default',
      'Fields[1].Value[0].Default',
    ],
    ['a display field that is none', { EntityName: 'Boat', DisplayField: 'Nope' }, 'DisplayField', 'Fields[1]'],
    ['a system entity', { EntityName: 'Boat', IsSystem: true }, '', 'Fields'],
  ])('an entity with %s', async (_, fields, FieldName, Path) => {
    const [detail] = await untouched(app, () => ada.insert('Entity', fields as never), 400, 'Validation');
    expect([detail.FieldName ?? '', detail.Path]).toEqual([FieldName, Path]);
  });

  it('an entity with a reserved name, in any letter case', async () => {
    const [detail] = await untouched(app, () => ada.insert('Entity', { EntityName: 'USER' }), 400, 'FieldRule');
    expect(detail).toMatchObject({ FieldName: 'EntityName', Message: 'This is a reserved name.', Path: 'Fields[0]' });
  });

  it.each<[string, string, object, string, number | undefined]>([
    ['Required where values are missing', 'Plate', { Required: true }, 'Required', 1],
    ['Unique where values are double', 'Plate', { Unique: true }, 'Unique', 2],
    ['a maximum that values exceed', 'Seats', { Max: '3' }, 'Max', 1],
    ['a length that values exceed', 'Make', { MaxLength: 2 }, 'MaxLength', 1],
    ['a pattern that values do not match', 'Make', { Regex: '^[0-9]+$' }, 'Regex', 1],
    ['a format that values do not have', 'Make', { Format: 'Url' }, 'Format', 3],
    ['a scale that values exceed', 'Price', { Scale: 2 }, 'FieldType', 1],
    ['a type that values are not of', 'Make', { FieldType: 'Int' }, 'FieldType', 1],
    ['values that are not declared', 'Make', { FieldType: 'Enum', Values: ['12', '7'] }, 'Values', 1],
    ['a type nothing converts to', 'Make', { FieldType: 'Json' }, 'FieldType', undefined],
  ])('a field that gets %s', async (_, name, fields, FieldName, count) => {
    const [detail] = await untouched(app, () => change(name, fields), 400, 'Validation');
    expect([detail.FieldName, detail.Params?.Count]).toEqual([FieldName, count]);
  });

  it('a new required field without a default on stored records; with a default they are backfilled', async () => {
    const colour = { EntityId: match('EntityName', 'Vehicle'), FieldName: 'Colour', FieldType: 'Text', Required: true };
    const [detail] = await untouched(app, () => ada.insert('Field', colour), 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'Required', Params: { Count: 3 } });
    expect((await ada.insert('Field', { ...colour, Default: 'White' })).status).toBe(200);
    const { body } = await ada.select('Vehicle', { SelectedFields: ['Colour'] });
    expect(body.Result).toEqual([{ Colour: 'White' }, { Colour: 'White' }, { Colour: 'White' }]);
  });

  it('a type change, unless all stored values convert', async () => {
    expect((await change('Seats', { FieldType: 'Decimal', Scale: 1 })).body.Errors).toEqual([]);
    expect((await change('Price', { Precision: 12 })).body.Errors).toEqual([]);
    const { text } = await ada.select('Vehicle', {
      SelectedFields: ['Seats', 'Price'],
      WhereClause: where('Make', 'EqualTo', '12'),
    });
    expect(text).toContain('"Result":[{"Seats":4.0,"Price":1.2500}]');
    expect((await change('Seats', { FieldType: 'Text' })).body.Errors).toEqual([]);
    expect((await ada.insert('Vehicle', { Seats: 'many' })).status).toBe(200);
  });

  it('a new name for an entity or a field', async () => {
    await untouched(app, () => change('Plate', { FieldName: 'Sign' }), 400, 'FieldRule');
    const entity = await idOf('Entity', 'EntityName', 'Vehicle');
    await untouched(app, () => ada.update('Entity', { EntityName: 'Car' }, byId(entity)), 400, 'FieldRule');
  });

  it('the delete of a definition in use, naming its users', async () => {
    const entity = await idOf('Entity', 'EntityName', 'Vehicle');
    const [rows] = await untouched(app, () => ada.delete('Entity', byId(entity)), 409, 'DeleteBlocked');
    expect(rows.Params).toMatchObject({ Kind: 'Record', Name: 'Vehicle' });
    const rule = { EntityId: entity, Name: 'HasMake', Message: 'm', WhereClause: where('Make', 'IsNotNULL') };
    expect((await ada.insert('Rule', rule)).body.Errors).toEqual([]);
    const make = await fieldId('Make');
    const [user] = await untouched(app, () => ada.delete('Field', byId(make)), 409, 'DeleteBlocked');
    expect(user.Params).toEqual({ Kind: 'Rule', Name: 'Vehicle, HasMake', Count: 1 });
    await untouched(app, () => ada.delete('Role', byId(ROLE.salesRep)), 409, 'DeleteBlocked');
    await untouched(app, () => ada.delete('Team', byId(TEAM.salesNorth)), 409, 'DeleteBlocked');
    const customer = await idOf('Entity', 'EntityName', 'Customer');
    await untouched(app, () => ada.delete('Entity', byId(customer)), 409, 'DeleteBlocked');
  });

  it('a field with the name of a deleted field, which keeps its column', async () => {
    const schema = await app.schema();
    expect((await ada.delete('Field', byId(await fieldId('Plate')))).status).toBe(200);
    const kept = await app.query(`SELECT "Plate" FROM "${schema}"."Vehicle" WHERE "Plate" = 'A'`);
    expect(kept).toHaveLength(2);
    expect((await ada.insert('Vehicle', { Plate: 'B' })).body.ErrorDetails[0].Code).toBe('UnknownField');
    const again = { EntityId: match('EntityName', 'Vehicle'), FieldName: 'Plate', FieldType: 'Int' };
    await untouched(app, () => ada.insert('Field', again), 409, 'Conflict');
  });

  it('the delete of system definitions and of the last Administrator', async () => {
    const role = await idOf('Entity', 'EntityName', 'Role');
    await untouched(app, () => ada.update('Entity', { Description: 'x' }, byId(role)), 400, 'Validation');
    await untouched(
      app,
      () => ada.insert('Field', { EntityId: role, FieldName: 'Shoe', FieldType: 'Int' }),
      400,
      'Validation',
    );
    const admin = await idOf('Role', 'Name', 'Administrator');
    await untouched(app, () => ada.update('Role', { Name: 'Boss' }, byId(admin)), 400, 'Validation');
    const admins = await ada.select('UserRole', { WhereClause: where('RoleId', 'EqualTo', admin) });
    for (const { UserId } of admins.body.Result.filter((each: { UserId: string }) => each.UserId !== USER.ada))
      await ada.delete('UserRole', {
        Filters: [
          { FieldName: 'UserId', Operator: 3, Value: UserId },
          { FieldName: 'RoleId', Operator: 3, Value: admin },
        ],
      });
    await untouched(app, () => ada.update('User', { IsActive: false }, byId(USER.ada)), 400, 'Validation');
  });

  it('one of two concurrent additions of the same entity; other environments see neither', async () => {
    const add = () => ada.insert('Entity', { EntityName: 'Boat', Field: [{ FieldName: 'Name', FieldType: 'Text' }] });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const tables = await app.query(`SELECT 1 FROM pg_class WHERE relname = 'Boat'`);
    expect(tables).toHaveLength(1);
    expect((await app.as('omar.owner', SOUTHBAY).select('Boat')).status).not.toBe(200);
  });

  it('parallel inserts during definition changes fail only with 503, and none is lost', async () => {
    const writers = Array.from({ length: 200 }, (_, i) => ada.insert('Boat', { Name: `b${i}` }));
    const entity = await idOf('Entity', 'EntityName', 'Boat');
    for (let i = 0; i < 10; i++) {
      const { body } = await ada.insert('Field', {
        EntityId: entity,
        FieldName: `F${i}`,
        FieldType: 'Int',
        Required: true,
        Default: i,
      });
      expect(body.Errors).toEqual([]);
      expect((await ada.delete('Field', byId(body.Result.Id))).body.Errors).toEqual([]);
    }
    const statuses = (await Promise.all(writers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const { body } = await ada.select('Boat', { Pager: { PageSize: 1 } });
    expect(body.TotalRecords).toBe(statuses.filter((status) => status === 200).length);
  });
});
