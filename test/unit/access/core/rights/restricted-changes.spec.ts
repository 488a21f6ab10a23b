import { Definition, type DefinitionSet, NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import { restrictedChanges } from '#access/core/rights/restricted-changes.js';
import type { Circumstances } from '#access/core/rights/restrictions.js';
import { reviewed, storedById, type RecordChange } from '#access/core/rights/reviewed-changes.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { allAtOnce } from '#core/steps.js';

const told = (
  change: Omit<RecordChange, 'old' | 'new'> & { readonly old?: JsonObject; readonly new?: JsonObject },
  sets: { readonly before?: Partial<DefinitionSet>; readonly after?: Partial<DefinitionSet> } = {},
  more: Partial<Circumstances> = {},
): readonly string[] => {
  const before = allAtOnce(storedById({ ...NO_DEFINITIONS, ...sets.before }));
  const after = allAtOnce(storedById({ ...NO_DEFINITIONS, ...sets.after }));
  const at: Circumstances = {
    callerId: 'me',
    before,
    after,
    catalogue: fixtureCatalogue,
    next: fixtureCatalogue,
    occupied: new Set(['Customer']),
    readable: new Set(),
    asksManagers: false,
    namedQueries: new Set(),
    published: new Set(),
    ...more,
  };
  const written = { ...change, old: new Definition(change.old ?? {}), new: new Definition(change.new ?? {}) };
  return allAtOnce(restrictedChanges(reviewed([written], before, after), at)).map(
    ({ message }) => message.split(':')[0],
  );
};

const write = (...members: readonly string[]): readonly string[] => [
  `Only an Administrator may write ${members.join(', ')}`,
];

it.each(['DatabaseObject', 'Workflow', 'Trigger', 'ApprovalProcess', 'Rule', 'Hook'])(
  'reserves %s records for Administrators',
  (entityName) => {
    for (const operation of ['Create', 'Update', 'Delete'] as const)
      expect(told({ entityName, operation, id: 'x' })).toHaveLength(1);
  },
);

/** A field of Customer before and after a write. */
const field = (was: JsonObject | null, now: JsonObject | null, more: Partial<Circumstances> = {}) => {
  const set = (json: JsonObject | null) => ({
    entities: [{ Id: 'e', EntityName: 'Customer', Fields: json ? [{ Id: 'f', ...json }] : [] }],
  });
  const operation = was === null ? 'Create' : now === null ? 'Delete' : 'Update';
  return told({ entityName: 'Field', operation, id: 'f' }, { before: set(was), after: set(now) }, more);
};
const TEXT = { FieldType: 'Text' };
const READER = { readable: new Set(['Customer']) };
const NO_RECORDS = { occupied: new Set<string>() };

it.each<[rule: string, value: JsonObject]>([
  ['Regex', { Regex: '^a' }],
  ['Required', { Required: true }],
  ['Unique', { Unique: true }],
  ['Format', { Format: 'Email' }],
  ['Values', { Values: ['a'] }],
  ['FieldType', { FieldType: 'Int' }],
])('reserves %s of a field whose values the caller may not all read', (rule, value) => {
  expect(field(TEXT, { ...TEXT, ...value })).toEqual(write(`Field.${rule}`));
  expect(field(TEXT, { ...TEXT, ...value }, READER)).toEqual([]);
  expect(field(TEXT, { ...TEXT, ...value }, NO_RECORDS)).toEqual([]);
});

it.each<[what: string, isRestricted: boolean, was: JsonObject | null, now: JsonObject | null]>([
  ['a new field', false, null, TEXT],
  ['a new required field', true, null, { ...TEXT, Required: true }],
  ['a new required field with a Default', false, null, { ...TEXT, Required: true, Default: 'a' }],
  ['a new unique field', true, null, { ...TEXT, Unique: true }],
  ['a new computed field', true, null, { FieldType: 'Computed', Expression: 'Salary / 2' }],
  ['another description', false, TEXT, { ...TEXT, Description: 'x' }],
  ['the other flags of an update', false, { ...TEXT, Required: false }, TEXT],
  ['a field that others may write now', true, { ...TEXT, ReadOnly: true }, TEXT],
  ['a deleted field', false, { FieldType: 'Rollup' }, null],
])('restricts %s: %s', (_, isRestricted, was, now) => {
  expect(field(was, now)).toHaveLength(isRestricted ? 1 : 0);
});

it('reserves rollups, and the targets of lookups', () => {
  expect(field(null, { FieldType: 'Rollup' }, READER)).toHaveLength(1);
  expect(field({ FieldType: 'Rollup' }, TEXT, READER)).toHaveLength(1);
  expect(field({ FieldType: 'Lookup', TargetId: 'a' }, { FieldType: 'Lookup', TargetId: 'b' }, READER)).toHaveLength(1);
});

/** A relation before and after a write. */
const relation = (was: JsonObject | null, now: JsonObject | null, others: readonly JsonObject[] = []) => {
  const set = (json: JsonObject | null) => ({ relations: [...others, ...(json ? [{ Id: 'r', ...json }] : [])] });
  const operation = was === null ? 'Create' : now === null ? 'Delete' : 'Update';
  return told({ entityName: 'Relation', operation, id: 'r' }, { before: set(was), after: set(now) }).length;
};
const LINES = { ChildEntityId: 'lines', ChildField: 'OrderId' };

it.each<[what: string, isRestricted: number, ...Parameters<typeof relation>]>([
  ['to Cascade', 1, { ...LINES, OnDelete: 'Restrict' }, { ...LINES, OnDelete: 'Cascade' }],
  ['from Cascade', 1, { ...LINES, OnDelete: 'Cascade' }, { ...LINES, OnDelete: 'Restrict' }],
  ['from SetNull', 1, { ...LINES, OnDelete: 'SetNull' }, LINES],
  ['without Cascade', 1, { ...LINES, OnDelete: 'Cascade' }, null],
  ['of another lookup', 1, LINES, { ...LINES, ChildField: 'OtherId' }],
  ['with another name', 0, { ...LINES, Name: 'a' }, { ...LINES, Name: 'b' }],
  ['with Cascade and another name', 1, { ...LINES, OnDelete: 'Cascade' }, { ...LINES, OnDelete: 'Cascade', Name: 'b' }],
  ['that is new', 0, null, LINES],
  ['that is a second one', 1, null, LINES, [{ Id: 'first', ...LINES, OnDelete: 'Cascade' }]],
])('judges a relation %s', (_, isRestricted, ...change) => {
  expect(relation(...change)).toBe(isRestricted);
});

/** A transition before and after a write, beside other transitions. */
const transition = (
  was: JsonObject | null,
  now: JsonObject | null,
  { isNew = false, isActive = true, others = [] as readonly JsonObject[] } = {},
) => {
  const set = (json: JsonObject | null) => ({
    lifecycles: [
      {
        Id: 'l',
        EntityName: 'Customer',
        IsActive: isActive,
        Statuses: [],
        Transitions: [...others, ...(json ? [{ Id: 't', ...json }] : [])],
      },
    ],
  });
  const operation = was === null ? 'Create' : now === null ? 'Delete' : 'Update';
  const before = isNew ? {} : set(was);
  return told({ entityName: 'Transition', operation, id: 't' }, { before, after: set(now) }).length;
};
const MOVE = { Name: 'Go', ToStatusId: 's' };
const FILTERS = { Filters: { Filters: [{ FieldName: 'Name', Operator: 'IsNULL' }] } };
const GUARDED = { Id: 'g', Name: 'Guarded', AllowedRoles: ['Boss'] };

it.each<[what: string, isRestricted: number, ...Parameters<typeof transition>]>([
  ['of a new lifecycle', 0, null, MOVE, { isNew: true }],
  ['with Filters in a new lifecycle', 1, null, { ...MOVE, ...FILTERS }, { isNew: true }],
  ['with Validators in a new lifecycle', 1, null, { ...MOVE, Validators: [{ Name: 'v' }] }, { isNew: true }],
  ['with workflows in a new lifecycle', 1, null, { ...MOVE, AfterWorkflows: ['w'] }, { isNew: true }],
  ['with empty lists in a new lifecycle', 0, null, { ...MOVE, AfterWorkflows: [] }, { isNew: true }],
  ['added to an active lifecycle', 1, null, MOVE],
  ['removed from an active lifecycle', 1, MOVE, null],
  ['under another name', 0, MOVE, { ...MOVE, Name: 'Do' }],
  ['to another status', 1, MOVE, { ...MOVE, ToStatusId: 'x' }],
  ['added to an inactive lifecycle', 0, null, MOVE, { isActive: false }],
  ['added beside a guarded one', 1, null, MOVE, { isActive: false, others: [GUARDED] }],
  [
    'to another status, with Filters',
    1,
    { ...MOVE, ...FILTERS },
    { ...MOVE, ...FILTERS, ToStatusId: 'x' },
    { isActive: false },
  ],
  ['without its guard', 1, { ...MOVE, AllowedRoles: ['Boss'] }, MOVE, { isActive: false }],
])('judges a transition %s', (_, isRestricted, ...change) => {
  expect(transition(...change)).toBe(isRestricted);
});

it('judges lifecycles by what is active', () => {
  const of = (isActive: boolean, id = 'l') => ({
    lifecycles: [{ Id: id, EntityName: 'Customer', IsActive: isActive, Statuses: [], Transitions: [] }],
  });
  const change = { entityName: 'Lifecycle', id: 'l' } as const;
  expect(told({ ...change, operation: 'Update' }, { before: of(true), after: of(false) })).toHaveLength(1);
  expect(told({ ...change, operation: 'Update' }, { before: of(false), after: of(true) })).toHaveLength(1);
  expect(told({ ...change, operation: 'Create' }, { after: of(true) })).toEqual([]);
  expect(told({ ...change, operation: 'Create' }, { before: of(false, 'other'), after: of(true) })).toHaveLength(1);
  expect(told({ ...change, operation: 'Create' }, { before: of(true, 'other'), after: of(false) })).toEqual([]);
  expect(told({ ...change, operation: 'Delete' }, { before: of(false) })).toHaveLength(1);
  expect(told({ ...change, operation: 'Delete' }, { before: of(false) }, READER)).toEqual([]);
});

it('judges entities by their records', () => {
  const of = (more: JsonObject) => ({ entities: [{ Id: 'e', EntityName: 'Customer', Fields: [], ...more }] });
  const change = (was: JsonObject, now: JsonObject | null, more: Partial<Circumstances> = {}) =>
    told(
      { entityName: 'Entity', operation: now ? 'Update' : 'Delete', id: 'e', old: was, new: now ?? {} },
      { before: of(was), after: now ? of(now) : {} },
      more,
    ).length;
  expect(change({}, { UniqueKeys: [['Name']] })).toBe(1);
  expect(change({}, { UniqueKeys: [['Name']] }, READER)).toBe(0);
  expect(change({}, { MembersRestore: true }, READER)).toBe(1);
  expect(change({}, { MembersRestore: true }, NO_RECORDS)).toBe(0);
  expect(change({}, { OwnerFrom: 'CustomerId' }, NO_RECORDS)).toBe(1);
  expect(change({}, { Description: 'x' })).toBe(0);
  expect(change({}, null)).toBe(1);
  expect(change({}, null, NO_RECORDS)).toBe(0);
});

it('judges users by what definitions ask', () => {
  const user = { entityName: 'User', id: 'u' } as const;
  const manager = { ManagerId: 'me' };
  expect(told({ ...user, operation: 'Update', old: { UserName: 'a' }, new: { UserName: 'b' } })).toHaveLength(1);
  expect(told({ ...user, operation: 'Update', old: {}, new: manager })).toEqual(write('User.ManagerId'));
  expect(told({ ...user, operation: 'Create', new: manager })).toEqual([]);
  expect(told({ ...user, operation: 'Create', new: manager }, {}, { asksManagers: true })).toHaveLength(1);
  const email = { operation: 'Update', old: { Email: 'a@b.c' }, new: { Email: 'd@e.f' } } as const;
  expect(told({ ...user, ...email })).toEqual(write('User.Email'));
  expect(told({ ...user, ...email, id: 'me' })).toEqual([]);
  expect(told({ ...user, operation: 'Create', new: { Email: 'a@b.c' } })).toEqual([]);
});

it('judges queries that workflows name, and published views', () => {
  const query = { entityName: 'SavedQuery', operation: 'Update', id: 'q' } as const;
  expect(told(query)).toEqual([]);
  expect(told(query, {}, { namedQueries: new Set(['q']) })).toHaveLength(1);
  const view = { entityName: 'SavedView', operation: 'Update', id: 'v' } as const;
  expect(told(view)).toEqual([]);
  expect(told(view, {}, { published: new Set(['v']) })).toHaveLength(1);
});

it('gives access to known entities only', () => {
  const of = (EntityName: string) => ({ roleAccess: [{ Id: 'a', EntityName }] });
  const change = { entityName: 'RoleAccess', operation: 'Create', id: 'a' } as const;
  expect(told(change, { after: of('customer') })).toEqual([]);
  expect(told(change, { after: of('payslip') })).toHaveLength(1);
});
