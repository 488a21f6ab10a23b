import { buildCatalogue } from '#core/compile/build-catalogue.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { NO_DEFINITIONS, type DefinitionSet } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import { ANY_ENTITY, namesWithChanges } from '#core/catalogue/definition-marks.js';
import { marksAbout, touchedNames } from '#core/catalogue/used-definitions.js';
import { field, relation } from '../../../support/definition-builders.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const { environment } = fixtureContext().catalogue;

/** A definition as a record with its parts. @param name also its Id */
const record = (name: string, json: JsonObject): JsonObject => ({ Id: name, RowVersion: '1', ...json });
const entity = (EntityName: string, fields: readonly JsonObject[] = [], more: JsonObject = {}): JsonObject => {
  const Fields = fields.map((each) => record(`${EntityName}.${each.FieldName as string}`, each));
  return record(EntityName, { EntityName, Fields, ...more });
};
const to = (Target: string): JsonObject => field(`${Target}Id`, 'Lookup', { Target });
const NEW = field('New', 'Int');

/** A port has ships, a ship has crates; buoys are apart. */
const FIELDS: Readonly<Record<string, readonly JsonObject[]>> = {
  Port: [field('Name', 'Text')],
  Ship: [to('Port'), field('Length', 'Int')],
  Crate: [to('Ship'), field('Weight', 'Int')],
  Buoy: [field('Name', 'Text')],
};

const built = (entities: readonly JsonObject[] = [], more: Partial<DefinitionSet> = {}): Catalogue => {
  const all = new Map(Object.entries(FIELDS).map(([name, fields]) => [name, entity(name, fields)]));
  for (const json of entities) all.set(json.EntityName as string, json);
  const relations = [record('Ships', relation('Ships', 'Port', 'Ship', 'PortId', 'Cascade'))];
  return buildCatalogue(environment, '1', { ...NO_DEFINITIONS, entities: [...all.values()], relations, ...more });
};

const withNew = (name: string): Catalogue => built([entity(name, [...FIELDS[name], NEW])]);

/** Tells whether a write by the first definitions finds those of now the same. */
const isSame = (now: Catalogue, entityName: string, isInsert = true): boolean => {
  const before = built();
  const names = touchedNames(before, { entities: [before.entity(entityName)], isInsert });
  const [old, current] = [before, now].map((catalogue) => [...marksAbout(catalogue, names)].toSorted());
  const same = old.join() === current.join();
  const changed = namesWithChanges(before.marks, now.marks);
  expect([ANY_ENTITY, ...names].some((name) => changed.includes(name))).toBe(!same);
  return same;
};

it('finds the same definitions the same', () => {
  expect(Object.keys(FIELDS).map((name) => isSame(built(), name, false))).toEqual([true, true, true, true]);
});

it.each([
  ['Ship', 'Buoy', true],
  ['Ship', 'Crate', true],
  ['Ship', 'Ship', false],
  ['Ship', 'Port', false],
  ['Crate', 'Port', false],
])('an insert of %s, while %s gets a field: the same %s', (written, changed, same) => {
  expect(isSame(withNew(changed), written)).toBe(same);
});

it.each([
  ['Port', 'Crate', false],
  ['Ship', 'Crate', false],
  ['Crate', 'Port', false],
  ['Buoy', 'Crate', true],
])('a change of %s, while %s gets a field: the same %s', (written, changed, same) => {
  expect(isSame(withNew(changed), written, false)).toBe(same);
});

const RULE = record('r1', { Name: 'R', Message: 'No.', WhereClause: { Filters: [] } });
const HOOK = record('h1', { Name: 'H', Events: ['BeforeInsert'] });
const INDEX = record('i1', { Name: 'I', Fields: ['Length'] });
it.each<[string, readonly JsonObject[]]>([
  ['rule', [entity('Ship', FIELDS.Ship, { Rules: [RULE] })]],
  ['hook', [entity('Ship', FIELDS.Ship, { Hooks: [HOOK] })]],
  ['index', [entity('Ship', FIELDS.Ship, { Indexes: [INDEX] })]],
  ['changed field', [entity('Ship', [to('Port'), field('Length', 'Int', { RowVersion: '2' })])]],
  ['change of itself', [entity('Ship', FIELDS.Ship, { RowVersion: '2' })]],
  ['lookup from a new entity', [entity('Flag', [to('Ship')])]],
  [
    'rollup of its parent',
    [entity('Port', [...FIELDS.Port, field('Total', 'Rollup', { Relation: 'Ships', Function: 'Count' })])],
  ],
])('a write of ships uses a new %s', (_, entities) => {
  expect([isSame(built(entities), 'Ship', false), isSame(built(entities), 'Buoy', false)]).toEqual([false, true]);
});

const about = (EntityName: string, more: JsonObject = {}): readonly JsonObject[] => [
  record('x1', { Name: 'X', EntityName, ...more }),
];
it.each<[string, (name: string) => Partial<DefinitionSet>]>([
  ['right', (name) => ({ roleAccess: about(name, { Role: 'Captain', Create: 'All' }) })],
  ['lifecycle', (name) => ({ lifecycles: about(name, { IsActive: true, Statuses: [record('s1', {})] }) })],
  ['approval process', (name) => ({ approvalProcesses: about(name, { IsActive: false, Steps: [] }) })],
])('an insert uses a new %s of what it touches', (_, ofEntity) => {
  const same = ['Ship', 'ship', 'Port', 'Buoy'].map((name) => isSame(built([], ofEntity(name)), 'Ship'));
  expect(same).toEqual([false, false, false, true]);
});

it.each<[string, Partial<DefinitionSet>]>([
  ['role', { roles: [record('r1', { Name: 'Captain' })] }],
  ['team', { teams: [record('t1', { Name: 'Day' })] }],
  ['workflow', { workflows: [record('w1', { Name: 'Sail', Actions: [] })] }],
])('every write uses a new %s', (_, more) => {
  expect(isSame(built([], more), 'Buoy')).toBe(false);
});

it('every write uses the permissions of roles', () => {
  const of = (Permissions: readonly string[]): Catalogue =>
    built([], { roles: [record('r1', { Name: 'Captain', Permissions })] });
  const marks = (catalogue: Catalogue): readonly string[] => [...marksAbout(catalogue, [])];
  expect(marks(of(['Sail']))).not.toEqual(marks(of([])));
});
