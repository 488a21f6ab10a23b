import { OPERATORS, OPERATORS_OF, operatorList, parseOperator } from '#core/fields/operators.js';
import { jsonOf } from '../../../support/json-of.js';

// Requirement: R46–R64
it('numbers the operators as documented', () => {
  expect(operatorList()).toBe(
    'GreaterThan 1, LessThan 2, EqualTo 3, IN 4, NOTIN 5, IsNULL 6, IsNotNULL 7, NotEqualTo 8, ' +
      'GreaterThanOrEqualTo 9, LessThanOrEqualTo 10, Contains 11, NotContains 12, StartsWith 13, NotStartsWith 14, ' +
      'EndsWith 15, NotEndsWith 16, Between 17, NotBetween 18, SplitContains 19, NotSplitContains 20, ' +
      'ExistsIn 21, NotExistsIn 22',
  );
});

// Requirement: R64
it.each([
  [3, 'EqualTo'],
  ['3', 'EqualTo'],
  [' 22 ', 'NotExistsIn'],
  ['EqualTo', 'EqualTo'],
  ['notin', 'NOTIN'],
  ['ISNULL', 'IsNULL'],
])('reads %j as %s', (input, name) => {
  expect(parseOperator(jsonOf(input))).toBe(name);
});

// Requirement: R64
it.each([0, -1, 23, 3.5, '0', '03', '', '=', 'constructor', 'toString', null, true, [3], { a: 3 }, undefined])(
  'refuses the operator %j',
  (input) => expect(parseOperator(jsonOf(input))).toBeUndefined(),
);

// Requirement: R68
it.each([
  ['text', 22, 'Contains', undefined],
  ['number', 14, 'Between', 'Contains'],
  ['time', 14, 'GreaterThan', 'StartsWith'],
  ['enum', 14, 'LessThan', 'SplitContains'],
  ['id', 8, 'ExistsIn', 'GreaterThan'],
  ['bool', 6, 'NOTIN', 'ExistsIn'],
  ['set', 8, 'SplitContains', 'IN'],
  ['json', 4, 'EqualTo', 'GreaterThan'],
] as const)('gives %s %i operators, %s but not %s', (family, count, known, unknown) => {
  const operators = OPERATORS_OF[family];
  expect(operators.size).toBe(count);
  expect(operators.has(known)).toBe(true);
  if (unknown) expect(operators.has(unknown)).toBe(false);
});

// Requirement: R68
it('gives every kind of value the null tests', () => {
  for (const operators of Object.values(OPERATORS_OF))
    expect([...operators]).toEqual(expect.arrayContaining(['IsNULL']));
  expect(Object.keys(OPERATORS)).toHaveLength(22);
});
