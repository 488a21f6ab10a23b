import { USER } from '../../../support/demo.js';
import { type Answer, byId, type Caller, match, type Row, TestApp, where } from '../../../support/test-app.js';
import { untouched } from './untouched.js';

const entity = (EntityName: string) => match('EntityName', EntityName);
const LONG = 'N'.repeat(64);

// Requirement: T59, T73
describe('invalid definitions are refused with a clear message, nothing changes and the service continues', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await ada.insert('Entity', {
      EntityName: 'Shelf',
      AllowSoftDelete: true,
      Fields: [
        { FieldName: 'Name', FieldType: 'Text' },
        { FieldName: 'Places', FieldType: 'Int' },
        { FieldName: 'Twice', FieldType: 'Computed', Expression: 'Places * 2', ResultType: 'Int' },
        { FieldName: 'CustomerId', FieldType: 'Lookup', TargetId: entity('Customer') },
      ],
    });
    await ada.insert('Shelf', { Name: 'one', Places: 4 });
  });
  afterAll(() => app.stop());

  /** The refusal says what is wrong and leaves no trace; the service still answers, writes and knows its entities. */
  const harmless = async (call: () => Promise<Answer>, status: number, code: string) => {
    const [detail] = await untouched(app, call, status, code);
    const alive = await ada.select('Shelf', { SelectedFields: ['Name', 'Twice'] });
    expect(alive.body.Result).toEqual([{ Name: 'one', Twice: 8 }]);
    return detail;
  };
  const idOf = async (kind: string, name: string, value: string): Promise<string> =>
    (await ada.select(kind, { WhereClause: where(name, 'EqualTo', value) })).body.Result[0].Id as string;

  it.each<[string, Row, string]>([
    ['SQL in its name', { EntityName: 'X" (a int); DROP TABLE "User"; --' }, 'not a valid name'],
    ['a name of 64 characters', { EntityName: LONG }, 'not a valid name'],
    ['a name with a blank', { EntityName: 'Big Box' }, 'not a valid name'],
    ['a name that begins with a small letter', { EntityName: 'box' }, 'not a valid name'],
    ['a name in other letters', { EntityName: 'Größe' }, 'not a valid name'],
    ['a name of nothing', { EntityName: ' ' }, 'not a valid name'],
    ['a display field that is not there', { EntityName: 'Box', DisplayField: 'Nope' }, 'no field Nope'],
    ['an owner from what is no lookup', { EntityName: 'Box', OwnerFrom: 'Nope' }, 'no lookup Nope'],
    ['keys that are no keys', { EntityName: 'Box', UniqueKeys: 'Name' }, 'array'],
    ['a key of a field that is not there', { EntityName: 'Box', UniqueKeys: [['Nope']] }, 'Nope'],
  ])('an entity with %s', async (_, fields, words) => {
    const detail = await harmless(() => ada.insert('Entity', fields), 400, 'Validation');
    expect(detail.Message).toContain(words);
  });

  it.each(['User', 'role', 'Entity', 'FIELD', 'AuditEntry'])('an entity with the reserved name %s', async (name) => {
    const detail = await harmless(() => ada.insert('Entity', { EntityName: name }), 400, 'FieldRule');
    expect(detail.Message).toBe('This is a reserved name.');
  });

  it.each<[string, Row, string]>([
    ['SQL in its name', { FieldName: 'a" int); --', FieldType: 'Int' }, 'not a valid name'],
    ['a name of 64 characters', { FieldName: LONG, FieldType: 'Int' }, 'not a valid name'],
    ['the name of a system field', { FieldName: 'OwnerId', FieldType: 'Int' }, 'reserved'],
    ['the primary field’s name in another letter case', { FieldName: 'ID', FieldType: 'Uuid' }, 'reserved'],
    ['a name that differs by letter case only', { FieldName: 'NAME', FieldType: 'Int' }, 'letter case'],
    ['a lookup without a target', { FieldName: 'A', FieldType: 'Lookup' }, 'Target'],
    ['a lookup of what is not there', { FieldName: 'A', FieldType: 'Lookup', TargetId: entity('Nope') }, 'no such'],
    ['a lookup of a view', { FieldName: 'A', FieldType: 'Lookup', TargetId: entity('AuditEntry') }, 'AuditEntry'],
    ['a pattern that is none', { FieldName: 'A', FieldType: 'Text', Regex: '(' }, 'Regex'],
    ['a length below zero', { FieldName: 'A', FieldType: 'Text', MaxLength: -1 }, 'MaxLength'],
    ['a length without end', { FieldName: 'A', FieldType: 'Text', MaxLength: '9'.repeat(30) }, 'MaxLength'],
    ['a precision beyond all columns', { FieldName: 'A', FieldType: 'Decimal', Precision: 5000 }, 'Precision'],
    ['a scale over its precision', { FieldName: 'A', FieldType: 'Decimal', Precision: 2, Scale: 5 }, 'Scale'],
    ['a minimum that is no number', { FieldName: 'A', FieldType: 'Int', Min: 'ten' }, 'Min'],
    ['values that are none', { FieldName: 'A', FieldType: 'Enum', Values: { a: 1 } }, 'Values'],
    ['a value twice', { FieldName: 'A', FieldType: 'Enum', Values: ['x', 'x'] }, 'twice'],
    ['a default that is none', { FieldName: 'A', FieldType: 'Date', Default: 'someday' }, 'Default'],
    ['a default that breaks its rule', { FieldName: 'A', FieldType: 'Int', Max: '3', Default: 5 }, 'Default'],
    ['a number pattern without a counter', { FieldName: 'A', FieldType: 'AutoNumber', Pattern: 'X' }, 'Pattern'],
    [
      'an expression that is none',
      { FieldName: 'A', FieldType: 'Computed', Expression: 'Places *', ResultType: 'Int' },
      '',
    ],
    [
      'SQL as its expression',
      { FieldName: 'A', FieldType: 'Computed', Expression: '(SELECT 1)', ResultType: 'Int' },
      '',
    ],
    [
      'an unknown function',
      { FieldName: 'A', FieldType: 'Computed', Expression: 'pg_sleep(9)', ResultType: 'Int' },
      '',
    ],
    [
      'an expression of itself',
      { FieldName: 'A', FieldType: 'Computed', Expression: 'A + 1', ResultType: 'Int' },
      'itself',
    ],
    [
      'an expression of text as a number',
      { FieldName: 'A', FieldType: 'Computed', Expression: 'Name', ResultType: 'Int' },
      'not Int',
    ],
    ['no expression', { FieldName: 'A', FieldType: 'Computed', ResultType: 'Int' }, ''],
    ['no result type', { FieldName: 'A', FieldType: 'Computed', Expression: 'Places' }, 'ResultType'],
    ['a rollup of nothing', { FieldName: 'A', FieldType: 'Rollup', Function: 'Count' }, 'relation'],
    ['a number where a name belongs', { FieldName: 5, FieldType: 'Int' }, 'FieldName'],
  ])('a field with %s', async (_, fields, words) => {
    const call = () => ada.insert('Field', { EntityId: entity('Shelf'), ...fields });
    const detail = await harmless(call, 400, 'Validation');
    expect(detail.Message).toContain(words);
  });

  it('a cycle of computed fields, closed by the last one', async () => {
    const field = async (name: string) => {
      const Filters = [
        { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Shelf' },
        { FieldName: 'FieldName', Operator: 3, Value: name },
      ];
      return (await ada.select('Field', { WhereClause: { Filters } })).body.Result[0].Id as string;
    };
    const next = {
      EntityId: entity('Shelf'),
      FieldName: 'Next',
      FieldType: 'Computed',
      Expression: 'Twice + 1',
      ResultType: 'Int',
    };
    expect((await ada.insert('Field', next)).body.Errors).toEqual([]);
    const twice = byId(await field('Twice'));
    const detail = await harmless(() => ada.update('Field', { Expression: 'Next' }, twice), 400, 'Validation');
    expect(detail.Message).toContain('depends on itself');
  });

  it.each<[string, Row, string]>([
    ['a lookup that is not there', { ChildField: 'Nope' }, 'not a lookup'],
    ['a field that is no lookup', { ChildField: 'Name' }, 'not a lookup'],
    ['a lookup of something else', { ParentEntityId: entity('Region') }, 'not a lookup'],
    ['SQL in its name', { Name: 'a"; --' }, 'not a valid name'],
  ])('a relation with %s', async (_, fields, words) => {
    const relation = {
      Name: 'CustomerShelves',
      ParentEntityId: entity('Customer'),
      ChildEntityId: entity('Shelf'),
      ChildField: 'CustomerId',
      ...fields,
    };
    const detail = await harmless(() => ada.insert('Relation', relation), 400, 'Validation');
    expect(detail.Message).toContain(words);
  });

  it.each<[string, string, Row, number, string]>([
    ['an entity whose name differs by letter case only', 'Entity', { EntityName: 'SHELF' }, 409, 'Conflict'],
    ['a role whose name does', 'Role', { Name: 'salesrep' }, 409, 'Conflict'],
    [
      'a relation whose name does',
      'Relation',
      {
        Name: 'ORDERLINES',
        ParentEntityId: entity('Customer'),
        ChildEntityId: entity('Shelf'),
        ChildField: 'CustomerId',
      },
      409,
      'Conflict',
    ],
    [
      'a field of a type that does not exist',
      'Field',
      { EntityId: entity('Shelf'), FieldName: 'A', FieldType: 'Money' },
      400,
      'FieldRule',
    ],
    [
      'a relation that deletes in a way that does not exist',
      'Relation',
      {
        Name: 'CustomerShelves',
        ParentEntityId: entity('Customer'),
        ChildEntityId: entity('Shelf'),
        ChildField: 'CustomerId',
        OnDelete: 'Explode',
      },
      400,
      'FieldRule',
    ],
  ])('%s', async (_, kind, fields, status, code) => {
    await harmless(() => ada.insert(kind, fields), status, code);
  });

  it('relations in a cycle are allowed: deletes and owner changes pass through it once', async () => {
    const loop = { FieldType: 'Lookup' };
    const Fields = [{ FieldName: 'OtherId', ...loop, TargetId: 'b1d2c3e4-0000-4000-8000-000000000001' }];
    const node = { Id: 'b1d2c3e4-0000-4000-8000-000000000001', EntityName: 'Node', AllowSoftDelete: true, Fields };
    expect((await ada.insert('Entity', { ...node, OwnerFrom: 'OtherId' })).body.Errors).toEqual([]);
    const relation = { Name: 'NodeNodes', ParentEntityId: node.Id, ChildEntityId: node.Id, ChildField: 'OtherId' };
    expect((await ada.insert('Relation', { ...relation, OnDelete: 'Cascade' })).body.Errors).toEqual([]);
    const [a, b] = [(await ada.insert('Node', {})).body.Result.Id, (await ada.insert('Node', {})).body.Result.Id];
    expect((await ada.update('Node', { OtherId: b }, byId(a))).body.Errors).toEqual([]);
    expect((await ada.update('Node', { OtherId: a }, byId(b))).body.Errors).toEqual([]);
    expect((await ada.update('Node', { OwnerId: USER.nina }, byId(a))).body.Errors).toEqual([]);
    const owners = await ada.select('Node', { SelectedFields: ['OwnerId'] });
    expect(owners.body.Result).toEqual([{ OwnerId: USER.nina }, { OwnerId: USER.nina }]);
    expect((await ada.delete('Node', byId(a))).status).toBe(200);
    expect((await ada.select('Node')).body.Result).toEqual([]);
  });

  it('access to unknown entities, with unknown scopes or of unknown fields', async () => {
    const roleId = await idOf('Role', 'Name', 'SalesRep');
    const access = { RoleId: roleId, EntityName: 'Shelf', Read: 'All' };
    await harmless(() => ada.insert('RoleAccess', { ...access, Read: 'Everything' }), 400, 'FieldRule');
    await harmless(() => ada.insert('RoleAccess', { ...access, WritableFields: ['Nope'] }), 400, 'Validation');
  });

  it('a rule or hook on unknown fields', async () => {
    const EntityId = await idOf('Entity', 'EntityName', 'Shelf');
    const rule = { EntityId, Name: 'R', Message: 'm', WhereClause: where('Nope', 'EqualTo', 1) };
    await harmless(() => ada.insert('Rule', rule), 400, 'Validation');
    await harmless(() => ada.insert('Rule', { ...rule, WhereClause: { Filters: 'x' } }), 400, 'Validation');
    await harmless(
      () => ada.insert('Hook', { EntityId, Name: 'H', Events: ['OnFullMoon'], Handler: 'x' }),
      400,
      'Validation',
    );
  });

  it('users, teams and roles that leave no Administrator or form a cycle', async () => {
    const team = await idOf('Team', 'Name', 'Sales');
    const detail = await harmless(() => ada.update('Team', { ParentTeamId: team }, byId(team)), 400, 'Validation');
    expect(detail.Message).toContain('below itself');
  });
});
