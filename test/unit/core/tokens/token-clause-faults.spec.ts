import { tokenClauseFaults } from '#core/tokens/token-clause-faults.js';
import { plainField, type TokenType } from '#core/tokens/token-types.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../support/json-of.js';

const TYPES: Readonly<Record<string, TokenType>> = {
  flag: plainField('Bool'),
  total: plainField('Decimal'),
  word: plainField('Text'),
  day: plainField('Date'),
  answer: 'Any',
};

const faults = (clause: unknown): readonly string[] =>
  tokenClauseFaults(fixtureContext(), jsonOf(clause), 'Actions[0].When', ({ text }) =>
    Object.hasOwn(TYPES, text.toLowerCase()) ? TYPES[text.toLowerCase()] : undefined,
  ).map(({ code, path }) => `${code} ${path?.replace('Actions[0].When.', '')}`);
const filters = (...Filters: readonly object[]): object => ({ Filters });
const filter = (FieldName: string, Operator: string, Value?: unknown, ValueType = 1): object => ({
  FieldName,
  Operator,
  Value,
  ValueType,
});

// Requirement: R69, R191
it.each([
  filter('Flag', 'EqualTo', true),
  filter('Total', 'Between', ['{{Total}}', 5]),
  filter('Total', 'IN', '{{List}}'),
  filter('Total', 'GreaterThan', '{{Total}}'),
  filter('Word', 'Contains', 'from {{Word}}'),
  filter('Day', 'LessThan', 'Today+30d', 4),
  filter('Answer', 'Contains', 7),
  filter('Total', 'EqualTo', 'Answer', 3),
  filter('Total', 'ExistsIn', {
    EntityName: 'Order',
    FieldName: 'Total',
    WhereClause: filters(filter('TaxId', 'EqualTo', '{{Word}}')),
  }),
])('has nothing against %j', (each) => {
  expect(faults(filters(each))).toEqual([]);
});

// Requirement: R69, R191
it.each<[object, string]>([
  [filter('Nope', 'EqualTo', 1), 'UnknownField Filters[0].FieldName'],
  [filter('Total', 'EqualTo', 'Nope', 3), 'UnknownField Filters[0].Value'],
  [filter('__proto__', 'EqualTo', 1), 'UnknownField Filters[0].FieldName'],
  [filter('a[b]', 'EqualTo', 1), 'UnknownField Filters[0].FieldName'],
  [filter('Flag', 'Contains', '{{Word}}'), 'BadFilter Filters[0].Operator'],
  [filter('Total', 'EqualTo', 'much'), 'BadFilter Filters[0].Value'],
  [filter('Total', 'EqualTo', 'Word', 3), 'BadFilter Filters[0].Value'],
  [filter('Total', 'EqualTo', 'Today', 4), 'BadFilter Filters[0].Value'],
  [filter('Total', 'ExistsIn', { EntityName: 'Nope', FieldName: 'Id' }), 'UnknownEntity Filters[0].Value.EntityName'],
  [{ FieldNames: 'Total' }, 'UnknownMember Filters[0].FieldNames'],
])('tells what is wrong with %j', (each, fault) => {
  expect(faults(filters(each))).toContain(fault);
});

it.each([[{}], [null], [{ Filters: [] }]])('wants a filter, unlike %j', (clause) => {
  expect(faults(clause)).toEqual(['Validation Actions[0].When']);
});

it('tells all faults at once', () => {
  expect(faults(filters(filter('Nope', 'EqualTo', 1), filter('Neither', 'EqualTo', 1)))).toHaveLength(2);
});
