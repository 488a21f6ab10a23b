import { buildCatalogue } from '../../../../src/core/catalogue/build-catalogue.js';
import type { Catalogue } from '../../../../src/core/catalogue/catalogue.js';
import { NO_DEFINITIONS, type DefinitionSet } from '../../../../src/core/catalogue/definition.js';
import type { Principal } from '../../../../src/core/context.js';
import type { JsonObject } from '../../../../src/core/json/json.js';
import { FULL_ACCESS } from '../../../../src/core/scope.js';
import { usesSame } from '../../../../src/platform/catalogue/used-definitions.js';
import { field, relation } from '../../../support/definition-builders.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const { catalogue, principal } = fixtureContext();

/** A port has ships, a ship has crates; buoys are apart. */
const PARTS: Readonly<Record<string, JsonObject>> = {
  Port: { EntityName: 'Port', Fields: [field('Name', 'Text')] },
  Ship: { EntityName: 'Ship', Fields: [field('PortId', 'Lookup', { Target: 'Port' }), field('Length', 'Int')] },
  Crate: { EntityName: 'Crate', Fields: [field('ShipId', 'Lookup', { Target: 'Ship' }), field('Weight', 'Int')] },
  Buoy: { EntityName: 'Buoy', Fields: [field('Name', 'Text')] },
};
const RELATIONS = [relation('Ships', 'Port', 'Ship', 'PortId', 'Cascade')];

let version = 1;
const built = (changes: Readonly<Record<string, JsonObject>> = {}, more: Partial<DefinitionSet> = {}): Catalogue => {
  const entities = structuredClone(Object.values({ ...PARTS, ...changes }));
  return buildCatalogue(catalogue.environment, String(version++), {
    ...NO_DEFINITIONS,
    entities,
    relations: structuredClone(RELATIONS),
    ...more,
  });
};

const withField = (name: string, ...fields: readonly JsonObject[]): Readonly<Record<string, JsonObject>> => ({
  [name]: { ...PARTS[name], Fields: [...(PARTS[name].Fields as readonly JsonObject[]), ...fields] },
});
const NEW = field('New', 'Int');

const isSame = (now: Catalogue, entityName: string, isInsert = true, caller: Principal = principal): boolean => {
  const before = built();
  const written = { entities: [before.entity(entityName)], isInsert };
  return usesSame({ catalogue: before, principal }, { catalogue: now, principal: caller }, written);
};

it('finds catalogues of the same definitions equal', () => {
  expect(Object.keys(PARTS).map((name) => isSame(built(), name, false))).toEqual([true, true, true, true]);
});

it.each([
  ['Ship', 'Buoy', true],
  ['Ship', 'Crate', true],
  ['Ship', 'Ship', false],
  ['Ship', 'Port', false],
  ['Crate', 'Port', false],
])('an insert of %s, while %s gets a field: the same %s', (written, changed, same) => {
  expect(isSame(built(withField(changed, NEW)), written)).toBe(same);
});

it.each([
  ['Port', 'Crate', false],
  ['Ship', 'Crate', false],
  ['Crate', 'Port', false],
  ['Buoy', 'Crate', true],
])('a change of %s, while %s gets a field: the same %s', (written, changed, same) => {
  expect(isSame(built(withField(changed, NEW)), written, false)).toBe(same);
});

it('uses a rollup that a parent gets', () => {
  const rollup = field('Total', 'Rollup', { Relation: 'Ships', Function: 'Sum', AggregateField: 'Length' });
  expect(isSame(built(withField('Port', rollup)), 'Ship')).toBe(false);
});

it.each<[string, Readonly<Record<string, JsonObject>>]>([
  ['rule', { Ship: { ...PARTS.Ship, Rules: [{ Name: 'R', Message: 'No.', WhereClause: { Filters: [] } }] } }],
  ['hook', { Ship: { ...PARTS.Ship, Hooks: [{ Name: 'H', Events: ['BeforeInsert'], Handler: 'h' }] } }],
  [
    'lookup to a new entity',
    { ...withField('Ship', field('DockId', 'Lookup', { Target: 'Dock' })), Dock: { EntityName: 'Dock', Fields: [] } },
  ],
])('uses a %s of its own', (_, changes) => {
  expect(isSame(built(changes), 'Ship')).toBe(false);
});

it('uses a child that blocks or follows a delete, and is new', () => {
  const Flag = { EntityName: 'Flag', Fields: [field('ShipId', 'Lookup', { Target: 'Ship' })] };
  expect([isSame(built({ Flag }), 'Ship', false), isSame(built({ Flag }), 'Buoy', false)]).toEqual([false, true]);
});

it('uses everything where a hook in code may read it', () => {
  const Ship = { ...PARTS.Ship, Hooks: [{ Name: 'H', Events: ['BeforeInsert'], Handler: 'h' }] };
  const before = built({ Ship });
  const written = { entities: [before.entity('Ship')], isInsert: true };
  const now = built({ Ship, ...withField('Buoy', NEW) });
  expect(usesSame({ catalogue: before, principal }, { catalogue: now, principal }, written)).toBe(false);
  expect(usesSame({ catalogue: before, principal }, { catalogue: built({ Ship }), principal }, written)).toBe(true);
});

it.each<[string, Partial<DefinitionSet>]>([
  ['role', { roles: [{ Id: 'r1', Name: 'Captain' }] }],
  ['team', { teams: [{ Id: 't1', Name: 'Day' }] }],
  [
    'lifecycle',
    { lifecycles: [{ Id: 'l1', Name: 'L', EntityName: 'Ship', IsActive: true, Statuses: [], Transitions: [] }] },
  ],
  [
    'approval process',
    { approvalProcesses: [{ Id: 'a1', Name: 'A', EntityName: 'Port', IsActive: false, Steps: [] }] },
  ],
])('uses a new %s', (_, more) => {
  expect(isSame(built({}, more), 'Ship')).toBe(false);
});

it("uses the caller's rights to what it touches, and what they are", () => {
  const access = (name: string): Principal => ({ ...principal, access: new Map([[name, FULL_ACCESS]]) });
  const callers = [access('Ship'), access('Port'), access('Buoy'), { ...principal, roleIds: ['r9'] }];
  expect(callers.map((caller) => isSame(built(), 'Ship', true, caller))).toEqual([false, false, true, false]);
});
