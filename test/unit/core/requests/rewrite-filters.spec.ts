import { bothClauses, rewriteFilters } from '#core/requests/rewrite-filters.js';
import type { Logic } from '#core/requests/filter-logic.js';
import { readWhereClause, type WhereClause } from '#core/requests/where-clause.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { jsonOf } from '../../../support/json-of.js';

const clause = (names: readonly string[], FilterLogic?: string): WhereClause => {
  const reader = new ShapeReader(true);
  const Filters = names.map((FieldName) => ({ FieldName, Operator: 7 }));
  const where = readWhereClause(reader, jsonOf({ Filters, FilterLogic }), 'WhereClause');
  reader.faults.throwIfAny();
  return where!;
};

/** The clause with names in place of numbers, such as `(A AND NOT B)`. */
function text(where: WhereClause | undefined): string {
  if (!where) return 'true';
  const write = (logic: Logic): string => {
    if (logic.kind === 'filter') return where.filters[logic.sequence - 1].fieldName;
    if (logic.kind === 'not') return `NOT ${write(logic.of)}`;
    return `(${logic.of.map(write).join(logic.kind === 'all' ? ' AND ' : ' OR ')})`;
  };
  return write(where.logic);
}

const without = (where: WhereClause | undefined, dropped: string): WhereClause | undefined =>
  rewriteFilters(where, (filter) => (dropped.includes(filter.fieldName) ? undefined : filter));

// See docs/interface/queries.md#query-parameters
describe('a filter that leaves the logic', () => {
  it.each<[logic: string, dropped: string, rest: string]>([
    ['1 AND 2 AND 3', '', '(A AND B AND C)'],
    ['1 AND 2 AND 3', 'B', '(A AND C)'],
    ['1 AND 2 AND 3', 'AC', 'B'],
    ['1 OR 2 OR 3', 'A', '(B OR C)'],
    ['1 AND (2 OR 3)', 'B', '(A AND C)'],
    ['1 AND (2 OR 3)', 'BC', 'A'],
    ['1 OR (2 AND 3)', 'A', '(B AND C)'],
    ['1 AND NOT 2 AND 3', 'B', '(A AND C)'],
    ['1 AND NOT (2 OR 3)', 'C', '(A AND NOT B)'],
    ['1 AND NOT (2 OR NOT 3)', 'BC', 'A'],
    ['(1 OR 2) AND (1 OR 3)', 'A', '(B AND C)'],
    ['NOT (1 AND 2 AND 3)', 'ABC', 'true'],
    ['1 AND 2 AND 3', 'ABC', 'true'],
  ])('turns %s without %j into %s', (logic, dropped, rest) => {
    expect(text(without(clause(['A', 'B', 'C'], logic), dropped))).toBe(rest);
  });

  it('is removed from the filters, so that it is not resolved', () => {
    expect(without(clause(['A', 'B', 'C']), 'B')?.filters.map(({ fieldName }) => fieldName)).toEqual(['A', 'C']);
  });

  it('leaves an ExistsIn without its last filter unconditional', () => {
    const Value = {
      EntityName: 'Order',
      FieldName: 'CustomerId',
      WhereClause: { Filters: [{ FieldName: 'B', Operator: 7 }] },
    };
    const exists = readWhereClause(
      new ShapeReader(true),
      jsonOf({ Filters: [{ FieldName: 'Id', Operator: 21, Value }] }),
      'WhereClause',
    );
    const [filter] = without(exists, 'B')!.filters;
    expect(filter.rows).toEqual({ entityName: 'Order', fieldName: 'CustomerId', path: 'WhereClause.Filters[0].Value' });
  });
});

describe('bothClauses', () => {
  it.each<[first: WhereClause | undefined, second: WhereClause | undefined, both: string]>([
    [clause(['A', 'B'], '1 OR 2'), clause(['C', 'D'], '2 OR 1'), '((A OR B) AND (D OR C))'],
    [clause(['A'], '1'), undefined, 'A'],
    [undefined, clause(['A'], '1'), 'A'],
    [undefined, undefined, 'true'],
  ])('joins both clauses with AND (case %#)', (first, second, both) => {
    expect(text(bothClauses(first, second))).toBe(both);
  });
});
