import { compileWhere } from '../../../support/where-compiler.js';

const one = (FieldName: string, Operator: string, Value?: unknown, ValueType?: number): object => ({
  Filters: [{ FieldName, Operator, Value, ValueType }],
});
const shapeOf = (json: object, nullSafeNegation = false): string => compileWhere(json, { nullSafeNegation }).shape;

it.each([
  ['values', one('Name', 'EqualTo', 'a'), one('name', 'equalto', 'b')],
  ['the number of elements', one('Name', 'IN', ['a']), one('Name', 'IN', 'b,c,d')],
  ['globals and their dates', one('Since', 'LessThan', 'Today', 4), one('Since', 'LessThan', '2026-01-01')],
])('has a key that does not depend on %s', (_, a, b) => {
  expect(shapeOf(a)).toBe(shapeOf(b));
});

const rows = (FieldName: string, WhereClause?: object): object =>
  one('Id', 'ExistsIn', { EntityName: 'Order', FieldName, WhereClause });
const both = (FilterLogic: string): object => ({
  Filters: [...Object.values(one('Name', 'EqualTo', 'a')), ...Object.values(one('Name', 'EqualTo', 'b'))].flat(),
  FilterLogic,
});

it('has another key for everything that changes the SQL', () => {
  const shapes = [
    shapeOf(one('Name', 'EqualTo', 'a')),
    shapeOf(one('Notes', 'EqualTo', 'a')),
    shapeOf(one('RegionId.Name', 'EqualTo', 'a')),
    shapeOf(one('Name', 'NotEqualTo', 'a')),
    shapeOf(one('Name', 'NotEqualTo', 'a'), true),
    shapeOf(one('Name', 'EqualTo', 'Notes', 3)),
    shapeOf(one('Name', 'EqualTo', null)),
    shapeOf(one('Employees', 'EqualTo', 1)),
    shapeOf(one('Employees', 'EqualTo', 1.5)),
    shapeOf(rows('Id')),
    shapeOf(rows('CustomerId')),
    shapeOf(rows('Id', one('Total', 'EqualTo', 1))),
    shapeOf(one('Id', 'NotExistsIn', { EntityName: 'Order', FieldName: 'Id' })),
    shapeOf(both('1 AND 2')),
    shapeOf(both('1 OR 2')),
    shapeOf(both('NOT (1 OR 2)')),
    shapeOf(both('1 AND NOT 2')),
    shapeOf({}),
  ];
  expect(new Set(shapes).size).toBe(shapes.length);
});

it('renders a readable key', () => {
  expect(shapeOf(both('1 AND NOT 2'))).toBe('all(Name EqualTo[$8:text],not(Name EqualTo[$9:text]))');
});
