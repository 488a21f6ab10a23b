import { readWhereClause, type Filter } from '#core/requests/where-clause.js';
import type { JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { boundFilter, parametersOf } from '#queries/core/parameters/bind-filter.js';
import { jsonOf } from '../../../../support/json-of.js';

function filterOf(Value: unknown, ValueType = 2, Operator: number | string = 4): Filter {
  const Filters = [{ FieldName: 'Name', Operator, Value, ValueType }];
  return readWhereClause(new ShapeReader(true), jsonOf({ Filters }), 'WhereClause')!.filters[0];
}

const VALUES = new Map<string, JsonValue>([
  ['from', '1'],
  ['to', '2'],
  ['list', ['a', 'b']],
  ['none', null],
]);

it.each<[value: unknown, bound: unknown, path: string]>([
  ['@From', '1', 'Reqtokens.From'],
  ['FROM', '1', 'Reqtokens.FROM'],
  [['@From', '@To'], ['1', '2'], 'Reqtokens'],
  ['@List', ['a', 'b'], 'Reqtokens.List'],
  [['@List'], ['a', 'b'], 'Reqtokens.List'],
  [['@List', '@To'], ['a', 'b', '2'], 'Reqtokens'],
  ['@None', null, 'Reqtokens.None'],
])('binds %j as %j', (value, bound, valuePath) => {
  expect(boundFilter(filterOf(value), VALUES)).toMatchObject({ source: 'Literal', value: bound, valuePath });
});

// Requirement: R142
it.each([['@Missing'], [['@From', '@Missing']]])('removes the filter %j from the logic', (value) => {
  expect(boundFilter(filterOf(value), VALUES)).toBeUndefined();
});

it('does not change other filters', () => {
  const literal = filterOf('@From', 1);
  const exists = filterOf({ EntityName: 'Order', FieldName: 'CustomerId' }, 2, 21);
  expect([boundFilter(literal, VALUES), boundFilter(exists, VALUES)]).toEqual([literal, exists]);
});

it('reports the names, and values that are no names', () => {
  expect([filterOf('@A'), filterOf(['@A', 'b']), filterOf(5), filterOf('x', 1)].map(parametersOf)).toEqual([
    ['A'],
    ['A', 'b'],
    undefined,
    [],
  ]);
});
