import { allAtOnce } from '#core/steps.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { type DefinitionSet, NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { definitionProblems } from '#definitions/core/checks/check-definitions.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { systemContext } from '#core/context/system-context.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

type Members = Readonly<Record<string, unknown>>;

const json = (value: unknown): JsonObject => {
  const read = readJson(JSON.stringify(value));
  return isObject(read) ? read : {};
};

/** Problems as `Kind name: member: message`. */
function problems(given: Readonly<Partial<Record<keyof DefinitionSet, readonly Members[]>>>): readonly string[] {
  const all = (kind: keyof DefinitionSet): readonly JsonObject[] => (given[kind] ?? []).map(json);
  const definitions: DefinitionSet = {
    ...NO_DEFINITIONS,
    entities: all('entities'),
    relations: all('relations'),
    roles: all('roles'),
    roleAccess: all('roleAccess'),
    teams: all('teams'),
  };
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', definitions);
  const ctx = systemContext(catalogue, '00000000-0000-7000-8000-000000000001', new Date(0));
  return allAtOnce(definitionProblems(ctx, definitions)).map(
    ({ entityName, name, fieldName = '', message }) => `${entityName} ${name} ${fieldName}| ${message}`,
  );
}

const URL_TEXT = 'https://rules.example.com/hook';

const name = { FieldName: 'Name', FieldType: 'Text' };
const parent = { EntityName: 'Parent', AllowSoftDelete: true, Fields: [name] };
const child = (field: object, more: object = {}) => ({
  EntityName: 'Child',
  Fields: [{ FieldName: 'ParentId', FieldType: 'Lookup', Target: 'Parent', ...field }],
  ...more,
});
const relation = (OnDelete: string, more: object = {}) => ({
  Name: 'Children',
  ParentEntity: 'Parent',
  ChildEntity: 'Child',
  ChildField: 'ParentId',
  OnDelete,
  ...more,
});
const filter = (FieldName: string) => ({ Filters: [{ FieldName, Operator: 7 }] });
const hook = (more: object) => ({ ...parent, Hooks: [{ Name: 'H', Events: ['BeforeInsert'], ...more }] });

it('finds no fault in sound definitions', () => {
  const entities = [parent, child({}, { AllowSoftDelete: true, UniqueKeys: [['ParentId']], OwnerFrom: 'ParentId' })];
  expect(problems({ entities, relations: [relation('Cascade')] })).toEqual([]);
});

it.each<[string, Members[], string]>([
  // Requirement: T73
  ['a reserved name', [{ EntityName: 'User', Fields: [name] }], 'Entity User EntityName| User is a reserved name.'],
  [
    'the name of an entity that is awaited',
    [{ EntityName: 'ApprovalRequest', Fields: [name] }],
    'Entity ApprovalRequest EntityName| ApprovalRequest is a reserved name.',
  ],
  [
    'a name in small letters',
    [{ EntityName: 'order', Fields: [name] }],
    "Entity order EntityName| 'order' is not a valid name: ",
  ],
  ['SQL for a name', [{ EntityName: 'A"; DROP', Fields: [] }], 'Entity A"; DROP EntityName| '],
  ['a name twice', [parent, { ...parent, Id: '2', EntityName: 'PARENT' }], 'Entity PARENT EntityName| Two entities'],
  [
    'a lookup of nothing',
    [child({ Target: 'Nobody' })],
    'Field Child.ParentId TargetId| Child.ParentId: Target: there',
  ],
  ['a broken regex', [{ ...parent, Fields: [{ ...name, Regex: '(' }] }], 'Field Parent.Name Regex| Parent.Name: Regex'],
  [
    'a system field',
    [{ ...parent, Fields: [{ ...name, FieldName: 'StatusID' }] }],
    'Field Parent.StatusID FieldName| ',
  ],
  [
    'an envelope column',
    [{ ...parent, Fields: [{ ...name, FieldName: 'DeletedOn' }] }],
    'Field Parent.DeletedOn FieldName| ',
  ],
  [
    'a field twice',
    [{ ...parent, Fields: [name, { ...name, FieldName: 'NAME' }] }],
    'Field Parent.NAME FieldName| Two fields',
  ],
  [
    'values of odd shape',
    [{ ...parent, Fields: [{ ...name, FieldType: 'Enum', Values: ['a', { Value: 1 }] }] }],
    'Field Parent.Name Values| Parent.Name: Values[1] must',
  ],
  ['a display field that is none', [{ ...parent, DisplayField: 'Nmae' }], 'Entity Parent DisplayField| '],
  ['an owner from no lookup', [{ ...parent, OwnerFrom: 'Name' }], 'Entity Parent OwnerFrom| '],
  ['keys of odd shape', [{ ...parent, UniqueKeys: 'Name' }], 'Entity Parent UniqueKeys| UniqueKeys must'],
  ['an empty key', [{ ...parent, UniqueKeys: [[]] }], 'Entity Parent UniqueKeys| UniqueKeys[0] must'],
  [
    'a key of an unknown field',
    [{ ...parent, UniqueKeys: [['Name', 'X']] }],
    'Entity Parent UniqueKeys| UniqueKeys[0]: Parent has no field X',
  ],
  [
    'a key with a field twice',
    [{ ...parent, UniqueKeys: [['Name', 'name']] }],
    'Entity Parent UniqueKeys| UniqueKeys[0] names',
  ],
  [
    'a rule on an unknown field',
    [{ ...parent, Rules: [{ Name: 'R', WhereClause: filter('Nmae'), Message: 'm' }] }],
    'Rule Parent, R WhereClause| ',
  ],
  ['a rule without a clause', [{ ...parent, Rules: [{ Name: 'R', Message: 'm' }] }], 'Rule Parent, R WhereClause| '],
  [
    'a rule reported nowhere',
    [{ ...parent, Rules: [{ Name: 'R', WhereClause: filter('Name'), FieldName: 'X', Message: 'm' }] }],
    'Rule Parent, R FieldName| ',
  ],
  ['a hook of no event', [hook({ Events: ['Insert'], Handler: 'x' })], 'Hook Parent, H Events| '],
  ['a hook without effect', [hook({})], 'Hook Parent, H RejectWhen| '],
  ['a hook without words', [hook({ RejectWhen: filter('Name') })], 'Hook Parent, H Message| '],
  ['a hook with a handler and a URL', [hook({ Handler: 'x', Url: URL_TEXT })], 'Hook Parent, H RejectWhen| '],
  ['a URL after a write', [hook({ Events: ['AfterInsert'], Url: URL_TEXT })], 'Hook Parent, H Events| '],
  ['a timeout of a hook in code', [hook({ Handler: 'x', TimeoutMs: 9 })], 'Hook Parent, H TimeoutMs| '],
  ['a timeout beyond the limit', [hook({ Url: URL_TEXT, TimeoutMs: 5_001 })], 'Hook Parent, H TimeoutMs| '],
  ['a timeout of nothing', [hook({ Url: URL_TEXT, TimeoutMs: 0 })], 'Hook Parent, H TimeoutMs| '],
  ['an unknown mode', [hook({ Url: URL_TEXT, Mode: 'Check' })], 'Hook Parent, H Mode| '],
  ['an unknown outcome of a failure', [hook({ Url: URL_TEXT, OnFailure: 'Skip' })], 'Hook Parent, H OnFailure| '],
  ['a message beside a URL', [hook({ Url: URL_TEXT, Message: 'No.' })], 'Hook Parent, H Message| '],
  ['an unknown field to send', [hook({ Url: URL_TEXT, SendFields: ['X'] })], 'Hook Parent, H SendFields| '],
  ['a field to send twice', [hook({ Url: URL_TEXT, SendFields: ['Name', 'Name'] })], 'Hook Parent, H SendFields| '],
  [
    'a fourth URL of an event',
    [{ ...parent, Hooks: ['A', 'B', 'C', 'D'].map((Name) => ({ Name, Events: ['BeforeInsert'], Url: URL_TEXT })) }],
    'Hook Parent, D Events| ',
  ],
])('refuses %s', (_, entities, message) => {
  const found = problems({ entities });
  expect(found.filter((each) => each.startsWith(message))).toHaveLength(1);
});

// Requirement: T31
it.each([
  ['Cascade', {}, {}, 'Children: Child must soft-delete like Parent, from which it cascades.'],
  ['SetNull', { Required: true }, {}, 'Children: Child.ParentId is required and cannot be set to null.'],
])('refuses a relation that a delete could not satisfy: %s', (onDelete, field, more, message) => {
  const found = problems({ entities: [parent, child(field, more)], relations: [relation(onDelete)] });
  expect(found).toEqual([`Relation Children | ${message}`]);
});

it.each<[string, Members, string]>([
  ['of a lookup that is none', { ChildField: 'Name' }, 'Children: Child.Name is not a lookup of Parent.'],
  [
    'to an entity that is not looked up',
    { ParentEntity: 'Child' },
    'Children: Child.ParentId is not a lookup of Child.',
  ],
])('refuses a relation %s', (_, more, message) => {
  const found = problems({ entities: [parent, child({})], relations: [relation('Restrict', more)] });
  expect(found).toContain(`Relation Children | ${message}`);
});

it('requires unique names of relations in the environment, and one relation per lookup', () => {
  const again = problems({
    entities: [parent, child({})],
    relations: [relation('Restrict'), relation('Restrict', { Id: '2', Name: 'FIELDS' })],
  });
  expect(again).toEqual([
    'Relation FIELDS Name| Two relations are called FIELDS; letter case makes no difference.',
    'Relation FIELDS | FIELDS: Child.ParentId has a relation already.',
  ]);
});

it.each<[Members, string | undefined]>([
  [{ EntityName: 'parent' }, undefined],
  [{ EntityName: 'approvalRequest' }, undefined],
  [{ EntityName: 'Parents' }, 'RoleAccess R, Parents EntityName| There is no entity Parents.'],
  [{ EntityName: 'Parent', WritableFields: ['Name'] }, undefined],
  [
    { EntityName: 'Parent', WritableFields: ['Nmae'] },
    'RoleAccess R, Parent WritableFields| WritableFields: Parent has no field Nmae.',
  ],
  [{ EntityName: 'Parent', WritableFields: 'Name' }, 'RoleAccess R, Parent WritableFields| WritableFields must be'],
])('checks access %j: %s', (access, problem) => {
  const found = problems({ entities: [parent], roleAccess: [{ Id: '1', Role: 'R', ...access }] });
  expect(found).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
});

it('refuses a second access of a role on an entity, in another letter case', () => {
  const roleAccess = ['Parent', 'parent'].map((EntityName) => ({ Id: EntityName, Role: 'R', EntityName }));
  const other = { Id: '3', Role: 'Other', EntityName: 'PARENT' };
  expect(problems({ entities: [parent], roleAccess: [...roleAccess, other] })).toEqual([
    'RoleAccess R, Parent EntityName| The role has an access on Parent already; letter case makes no difference.',
    'RoleAccess R, parent EntityName| The role has an access on parent already; letter case makes no difference.',
  ]);
});

it('refuses teams below themselves', () => {
  const team = (Id: string, ParentTeamId?: string) => ({ Id, Name: `T${Id}`, ParentTeamId });
  expect(problems({ teams: [team('1', '2'), team('2', '1'), team('3', '1'), team('4')] })).toEqual([
    'Team T1 ParentTeamId| T1 would be below itself.',
    'Team T2 ParentTeamId| T2 would be below itself.',
  ]);
});
