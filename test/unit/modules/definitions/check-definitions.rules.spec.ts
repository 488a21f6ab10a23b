import { buildCatalogue } from '../../../../src/core/catalogue/build-catalogue.js';
import { isObject, type JsonObject } from '../../../../src/core/json/json.js';
import { readJson } from '../../../../src/core/json/read-json.js';
import { systemContext } from '../../../../src/core/system-context.js';
import { definitionFaults } from '../../../../src/modules/definitions/check-definitions.rules.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

const json = (value: unknown): JsonObject => {
  const read = readJson(JSON.stringify(value));
  return isObject(read) ? read : {};
};

function messages(entities: readonly Record<string, unknown>[], relations: readonly Record<string, unknown>[] = []) {
  const nothing = { lifecycles: [], roles: [], roleAccess: [], teams: [] };
  const definitions = { ...nothing, entities: entities.map(json), relations: relations.map(json) };
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', definitions);
  const ctx = systemContext(catalogue, '00000000-0000-7000-8000-000000000001', new Date(0));
  return definitionFaults(
    ctx,
    entities.map(({ EntityName }) => String(EntityName)),
  ).map(({ message }) => message);
}

const name = { FieldName: 'Name', FieldType: 'Text' };
const parent = { EntityName: 'Parent', AllowSoftDelete: true, Fields: [name] };
const child = (field: object, more: object = {}) => ({
  EntityName: 'Child',
  Fields: [{ FieldName: 'ParentId', FieldType: 'Lookup', Target: 'Parent', ...field }],
  ...more,
});
const relation = (OnDelete: string) => ({
  Name: 'Children',
  ParentEntity: 'Parent',
  ChildEntity: 'Child',
  ChildField: 'ParentId',
  OnDelete,
});

it('finds nothing wrong with sound definitions', () => {
  expect(messages([parent, child({}, { AllowSoftDelete: true })], [relation('Cascade')])).toEqual([]);
});

it.each<[string, Record<string, unknown>[], string]>([
  ['a reserved name (T73)', [{ EntityName: 'User', Fields: [name] }], 'User is a reserved name.'],
  ['a name in small letters', [{ EntityName: 'order', Fields: [name] }], "'order' is no name for an entity"],
  ['a name twice', [parent, { ...parent, EntityName: 'PARENT' }], 'Two entities are called PARENT'],
  ['a lookup of nothing', [child({ Target: 'Nobody' })], 'Child.ParentId: there is no entity Nobody.'],
  ['a broken regex', [{ ...parent, Fields: [{ ...name, Regex: '(' }] }], 'Parent.Name: '],
  [
    'a rule on an unknown field',
    [
      {
        ...parent,
        Rules: [{ Name: 'R', WhereClause: { Filters: [{ FieldName: 'Nmae', Operator: 7 }] }, Message: 'm' }],
      },
    ],
    'Parent, R: ',
  ],
])('refuses %s', (_, entities, message) => {
  expect(messages(entities).filter((found) => found.startsWith(message))).toHaveLength(1);
});

it.each([
  ['Cascade', {}, {}, 'Children: Child must soft-delete like Parent, from which it cascades.'],
  ['SetNull', { Required: true }, {}, 'Children: Child.ParentId is required and cannot be set to null.'],
])('refuses a relation that a delete could not keep: %s (T31)', (onDelete, field, more, message) => {
  expect(messages([parent, child(field, more)], [relation(onDelete)])).toEqual([message]);
});
