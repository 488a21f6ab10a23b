import { isComplete, type Operator, whereClause } from '#studio/data/where.js';

const condition = (operator: Operator, value?: unknown) => ({ field: 'Name', operator, value });

it.each([
  [condition('IsNULL'), true],
  [condition('EqualTo', ''), false],
  [condition('EqualTo', false), true],
  [condition('Between', ['1', null]), false],
  [condition('Between', ['1', '2']), true],
  [condition('IN', []), false],
])('knows whether %j has its operands', (given, isWhole) => {
  expect(isComplete(given)).toBe(isWhole);
});

it('filters by the complete conditions, looked-up records by their ids', () => {
  const clause = whereClause([condition('IN', [{ Id: 'a', Text: 'Alpenmarkt' }]), condition('EqualTo')], '1 OR 2');
  expect(clause).toEqual({ Filters: [{ FieldName: 'Name', Operator: 'IN', Value: ['a'] }] });
});

it('joins conditions by the logic of the address', () => {
  const clause = whereClause([condition('EqualTo', 'a'), condition('EqualTo', 'b')], '1 OR 2');
  expect(clause?.FilterLogic).toBe('1 OR 2');
});

it('is absent without a complete condition', () => {
  expect(whereClause([condition('Contains')])).toBeUndefined();
});
