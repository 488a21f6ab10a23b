import { describeQuery } from '#queries/core/advice/describe-query.js';
import type { Scope } from '#core/catalogue/scope.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { planOf, where } from '../select/query.js';

const shapeOf = (body: object, scopes?: Readonly<Record<string, Scope>>): string => {
  const ctx = fixtureContext(scopes);
  return describeQuery(ctx, planOf({ EntityName: 'Customer', ...body }, ctx));
};

it.each<[string, object, string]>([
  ['nothing', {}, 'SORT CreatedOn, Id WITHOUT PAGER SCOPE All'],
  [
    'filters, order and page',
    {
      WhereClause: {
        Filters: [
          { Sequence: 1, FieldName: 'name', Operator: 'StartsWith', Value: 'Secret' },
          { Sequence: 2, FieldName: 'Employees', Operator: 'Between', Value: [1, 2] },
          { Sequence: 3, FieldName: 'RegionId.Name', Operator: 'IsNULL' },
        ],
        FilterLogic: '1 AND (2 OR NOT 3)',
      },
      Sort: [{ FieldName: 'Since', Direction: 2 }],
      Pager: { PageSize: 7, PageNumber: 3, Count: 'None' },
    },
    'WHERE Name StartsWith ? AND (Employees Between ? and ? OR NOT (RegionId.Name IsNULL)) ' +
      'SORT Since descending, Id descending PAGE by number COUNT None SCOPE All',
  ],
  ['one record', { WhereClause: where('TaxId', 'EqualTo', 'X') }, 'WHERE TaxId EqualTo ? ONE RECORD SCOPE All'],
  [
    'groups',
    { GroupBy: ['Segment'], Aggregates: [{ Function: 'Sum', FieldName: 'CreditLimit', Alias: 'Total' }] },
    'GROUP BY Segment AGGREGATE Sum(CreditLimit) SORT Segment WITHOUT PAGER SCOPE All',
  ],
])('describes %s without values', (_, body, shape) => {
  expect(shapeOf(body)).toBe(shape);
});

it('tells the scope, and is the same for other values and page sizes', () => {
  const page = (Value: string, PageSize: number) => ({
    WhereClause: where('Name', 'EqualTo', Value),
    Pager: { PageSize },
  });
  const shape = shapeOf(page('A', 1), { Customer: 'Own' });
  expect(shape).toBe('WHERE Name EqualTo ? SORT CreatedOn, Id PAGE COUNT Exact SCOPE Own');
  expect(shapeOf(page('B', 2), { Customer: 'Own' })).toBe(shape);
});
