import { proposeIndex } from '#queries/core/advice/propose-index.js';
import type { Scope } from '#core/catalogue/scope.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { planOf, where } from '../select/query.js';

const proposed = (body: object, scopes?: Readonly<Record<string, Scope>>): string => {
  const ctx = fixtureContext(scopes);
  const fields = proposeIndex(planOf({ EntityName: 'Customer', Pager: {}, ...body }, ctx));
  return fields.map(({ field, descending }) => `${field.name}${descending ? '-' : ''}`).join();
};

const filters = (...Filters: readonly object[]) => ({ WhereClause: { Filters } });
const is = (FieldName: string, Operator: string, Value?: unknown) => ({ FieldName, Operator, Value });

it.each<[string, object, string]>([
  [
    'equal fields before the order',
    { ...filters(is('Employees', 'EqualTo', 1)), Sort: [{ FieldName: 'Name' }] },
    'Employees,Name',
  ],
  [
    'an order with its directions',
    { Sort: [{ FieldName: 'Since', Direction: 2 }, { FieldName: 'Name' }] },
    'Since-,Name',
  ],
  ['a range where nothing is sorted', filters(is('Since', 'GreaterThan', '2026-01-01')), 'Since'],
  ['the order of creation after equal fields', filters(is('Name', 'EqualTo', 'A')), 'Name,CreatedOn'],
  ['each field once', { ...filters(is('Name', 'EqualTo', 'A')), Sort: [{ FieldName: 'Name' }] }, 'Name'],
  ['nothing for parts of texts', filters(is('Name', 'Contains', 'a')), ''],
  ['nothing for negations', filters(is('Name', 'NotEqualTo', 'a')), ''],
  ['nothing for sets and JSON', filters(is('Tags', 'IsNULL')), ''],
  ['nothing for an order by looked-up fields', { Sort: [{ FieldName: 'RegionId.Name' }] }, ''],
  ['nothing for groups', { GroupBy: ['Segment'], Pager: undefined }, ''],
  ['nothing for one record', { ...filters(is('TaxId', 'EqualTo', 'X')), Pager: undefined }, ''],
  ['nothing for all rows', {}, ''],
])('proposes %s', (_, body, fields) => {
  expect(proposed(body)).toBe(fields);
});

it('takes conditions of alternatives for none', () => {
  const WhereClause = { Filters: [is('Name', 'EqualTo', 'A'), is('Employees', 'EqualTo', 1)], FilterLogic: '1 OR 2' };
  expect(proposed({ WhereClause })).toBe('');
});

it('leaves owners and teams to the indexes within them', () => {
  expect(proposed({ WhereClause: where('Name', 'EqualTo', 'A') }, { Customer: 'Own' })).toBe('Name,CreatedOn');
});
