import * as fc from 'fast-check';
import { clauseOf, pathOf } from './filters.js';
import { matching, valueAt, type Call, type Clause, type Path } from './filter-model.js';
import type { Row } from './lab.js';
import type { Choose } from './print-clause.js';
import { bodyText, printClause } from './print-clause.js';
import { compare } from './value-model.js';
import type { KnownIds } from './values.js';

/** One key of an order. */
export interface SortKey {
  readonly path: Path;
  readonly descending: boolean;
}

/** A query as the model understands it. */
export interface Query {
  readonly entity: string;
  readonly where?: Clause;
  readonly sort: readonly SortKey[];
}

const hasOrder = ({ kind }: Path['field']): boolean => kind !== 'set' && kind !== 'json';

const sortKey = (entity: string): fc.Arbitrary<SortKey> =>
  fc.record({ path: pathOf(entity, hasOrder), descending: fc.boolean() });

export const queryOf = (ids: KnownIds): fc.Arbitrary<Query> =>
  fc.constantFrom('Sample', 'Sample', 'Bin').chain((entity) =>
    fc.record({
      entity: fc.constant(entity),
      where: fc.option(clauseOf(entity, ids), { nil: undefined, freq: 12 }),
      sort: fc.array(sortKey(entity), { maxLength: 3 }),
    }),
  );

/** Nulls last when ascending, first when descending (contract §3). */
function compareBy(call: Call, { path, descending }: SortKey, a: Row, b: Row): number {
  const [left, right] = [valueAt(call, a, path), valueAt(call, b, path)];
  const sign = descending ? -1 : 1;
  if (left === null || right === null) return sign * (Number(left === null) - Number(right === null));
  return sign * compare[path.field.kind](left, right);
}

/** Every order ends with `Id`. */
function compareRows(call: Call, sort: readonly SortKey[], a: Row, b: Row): number {
  for (const key of sort) {
    const order = compareBy(call, key, a, b);
    if (order !== 0) return order;
  }
  return compare.id(a.Id, b.Id);
}

/** Ids of all rows of a query, in its order. */
export const selected = (call: Call, { entity, where, sort }: Query): readonly string[] =>
  matching(call, entity, where)
    .toSorted((a, b) => compareRows(call, sort, a, b))
    .map(({ Id }) => Id);

/** The body of a select. */
export function printQuery({ entity, where, sort }: Query, nullSafe: boolean, choose: Choose, more: object): string {
  const Sort = sort.map(({ path, descending }) => ({
    FieldName: path.names.join('.'),
    Direction: descending ? choose<unknown>(2, 'DESC', '2') : choose<unknown>(1, 'asc', undefined),
  }));
  return bodyText({
    EntityName: choose(entity, entity.toUpperCase()),
    SelectedFields: ['Id', ...sort.map(({ path }) => path.names.join('.'))],
    WhereClause: where && printClause(where, choose),
    Sort,
    Options: choose<unknown>({ NullSafeNegation: nullSafe }, nullSafe ? { NullSafeNegation: 'true' } : undefined),
    ...more,
  });
}
