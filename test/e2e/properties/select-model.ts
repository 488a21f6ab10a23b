import * as fc from 'fast-check';
import { clauseOf, pathOf } from './filters.js';
import { matching, valueAt, type Call, type Clause, type Path } from './filter-model.js';
import type { Row } from './random-environment.js';
import { FIELDS } from './random-entities.js';
import { type Choose, bodyText, printClause } from './print-clause.js';
import { compare, matchesText, textOf } from './value-model.js';
import { TEXTS, type KnownIds } from './values.js';

/** One key of an order. */
export interface SortKey {
  readonly path: Path;
  readonly descending: boolean;
}

/** Which rows of an entity. */
export interface Matching {
  readonly entity: string;
  readonly where?: Clause;
  /** GlobalSearch. */
  readonly search?: string;
}

/** A query as the model understands it. */
export interface Query extends Matching {
  readonly sort: readonly SortKey[];
}

const hasOrder = ({ kind }: Path['field']): boolean => kind !== 'set' && kind !== 'json';

const sortKey = (entity: string): fc.Arbitrary<SortKey> =>
  fc.record({ path: pathOf(entity, hasOrder), descending: fc.boolean() });

/** One to three keys: without any the order is that of creation, which the model does not know. */
export const orderOf = (entity: string): fc.Arbitrary<readonly SortKey[]> =>
  fc.array(sortKey(entity), { minLength: 1, maxLength: 3 });

/** Mostly none; pieces that stand in some rows, in any letter case. */
export const searchOf: fc.Arbitrary<string | undefined> = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 2 },
  fc.constantFrom(...TEXTS, 'S-00', '4').chain((text) => {
    const [first, ...others] = Array.from(text);
    return fc.constantFrom([first, ...others.slice(0, 3)].join(''), others.join(''), text.toUpperCase());
  }),
);

export const queryOf = (ids: KnownIds): fc.Arbitrary<Query> =>
  fc.constantFrom('Sample', 'Sample', 'Bin').chain((entity) =>
    fc.record({
      entity: fc.constant(entity),
      where: fc.option(clauseOf(entity, ids), { nil: undefined, freq: 12 }),
      search: searchOf,
      sort: orderOf(entity),
    }),
  );

/** Nulls last when ascending, first when descending (docs/interface/queries.md#sorting). */
function compareBy(call: Call, { path, descending }: SortKey, a: Row, b: Row): number {
  const [left, right] = [valueAt(call, a, path), valueAt(call, b, path)];
  const sign = descending ? -1 : 1;
  if (left === null || right === null) return sign * (Number(left === null) - Number(right === null));
  return sign * compare[path.field.kind](left, right);
}

/** Every order ends with `Id`, in the direction of the key before it; a repeated key counts once. */
function compareRows(call: Call, sort: readonly SortKey[], a: Row, b: Row): number {
  const name = ({ path: { names } }: SortKey): string => names.join('.');
  const keys = sort.filter((key, i) => sort.findIndex((other) => name(other) === name(key)) === i);
  for (const key of keys) {
    const order = compareBy(call, key, a, b);
    if (order !== 0) return order;
  }
  return compare.id(a.Id, b.Id) * (keys.at(-1)?.descending ? -1 : 1);
}

/** Fields that GlobalSearch reads (docs/interface/queries.md#search); no system field has such a type. */
const searched = (entity: string): readonly string[] =>
  FIELDS[entity]
    .filter(({ definition: { FieldType: type } }) => ['Text', 'LongText', 'AutoNumber'].includes(String(type)))
    .map(({ name }) => name);

/** The rows that the caller reads, that the clause is TRUE for, and that the search finds. */
export function found(call: Call, { entity, where, search = '' }: Matching): readonly Row[] {
  const rows = matching(call, entity, where);
  if (search === '') return rows;
  const isFound = (row: Row, name: string, word: string): boolean =>
    row[name] !== null && row[name] !== undefined && matchesText.Contains(textOf(row[name]), word);
  const words = search.split(/\s+/).filter((word) => word !== '');
  return rows.filter((row) => words.every((word) => searched(entity).some((name) => isFound(row, name, word))));
}

/** All rows of a query, in its order. */
export const selectedRows = (call: Call, query: Query): readonly Row[] =>
  found(call, query).toSorted((a, b) => compareRows(call, query.sort, a, b));

/** Their ids. */
export const selected = (call: Call, query: Query): readonly string[] => selectedRows(call, query).map(({ Id }) => Id);

/** The entities whose read scope a query needs: its own and those an ExistsIn looks into. */
export function entitiesOf({ entity, where }: Matching): readonly string[] {
  const inner = (where?.filters ?? []).flatMap(({ operand }) =>
    operand.from === 'rows' ? entitiesOf({ entity: operand.path.entity, where: operand.where }) : [],
  );
  return [entity, ...inner];
}

/** The `Sort` of a body. */
export const printSort = (sort: readonly SortKey[], choose: Choose): readonly object[] =>
  sort.map(({ path, descending }) => ({
    FieldName: path.names.join('.'),
    Direction: descending ? choose<unknown>(2, 'DESC', '2') : choose<unknown>(1, 'asc', undefined),
  }));

/** The body of a select. */
export function printQuery(query: Query, nullSafe: boolean, choose: Choose, more: object): string {
  const { entity, where, search, sort } = query;
  return bodyText({
    EntityName: choose(entity, entity.toUpperCase()),
    SelectedFields: ['Id', ...sort.map(({ path }) => path.names.join('.'))],
    WhereClause: where && printClause(where, choose),
    GlobalSearch: search,
    Sort: printSort(sort, choose),
    Options: choose<unknown>({ NullSafeNegation: nullSafe }, nullSafe ? { NullSafeNegation: 'true' } : undefined),
    ...more,
  });
}
