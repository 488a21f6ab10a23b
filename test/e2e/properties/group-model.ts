import * as fc from 'fast-check';
import { clauseOf, pathOf } from './filters.js';
import { valueAt, type Call, type Path } from './filter-model.js';
import type { Row } from './random-environment.js';
import type { Kind } from './random-entities.js';
import { bodyText, printClause, type Choose } from './print-clause.js';
import { found, searchOf, type Matching } from './select-model.js';
import { byCodePoint, compare, FRACTION_DIGITS, scaled, shownText, textOf, type Plain } from './value-model.js';
import type { KnownIds } from './values.js';

/** Group column; dates and times may have buckets. */
interface Column {
  readonly path: Path;
  readonly bucket?: { readonly unit: string; readonly timeZone?: string };
}

interface Aggregate {
  readonly function: string;
  /** Absent: rows are counted. */
  readonly path?: Path;
}

/** A query for groups as the model understands it. */
export interface GroupQuery extends Matching {
  readonly columns: readonly Column[];
  readonly aggregates: readonly Aggregate[];
  /** Least number of rows, for Having. */
  readonly atLeast?: number;
}

const ZONES = [undefined, 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const UNITS = ['Day', 'Week', 'Month', 'Quarter', 'Year'];
const isTime = ({ kind }: Path['field']): boolean => kind === 'date' || kind === 'datetime';

const columnOf = (entity: string): fc.Arbitrary<Column> =>
  fc.oneof(
    {
      arbitrary: pathOf(entity, ({ kind }) => kind !== 'json').map((path): Column => ({ path })),
      weight: 3,
    },
    fc.record({
      path: pathOf(entity, isTime),
      bucket: fc.record({ unit: fc.constantFrom(...UNITS), timeZone: fc.constantFrom(...ZONES) }),
    }),
  );

const NUMBERS = new Set<Kind>(['int', 'decimal']);
const ORDERED = new Set<Kind>([...NUMBERS, 'text', 'ciText', 'date', 'datetime', 'enum']);
const FUNCTIONS: readonly (readonly [string, (kind: Kind) => boolean])[] = [
  ['Count', () => true],
  ['CountDistinct', () => true],
  ['Sum', (kind) => NUMBERS.has(kind)],
  ['Avg', (kind) => NUMBERS.has(kind)],
  ['Min', (kind) => ORDERED.has(kind)],
  ['Max', (kind) => ORDERED.has(kind)],
];

const aggregateOf = (entity: string): fc.Arbitrary<Aggregate> =>
  fc.oneof(
    fc.constant<Aggregate>({ function: 'Count' }),
    ...FUNCTIONS.map(([made, accepts]) =>
      pathOf(entity, ({ kind }) => accepts(kind)).map((path): Aggregate => ({ function: made, path })),
    ),
  );

const nameOf = ({ names }: Path): string => names.join('.');

/** Only samples have days, so only they have buckets. */
export const groupQueryOf = (ids: KnownIds): fc.Arbitrary<GroupQuery> =>
  fc
    .record({
      entity: fc.constant('Sample'),
      where: fc.option(clauseOf('Sample', ids), { nil: undefined }),
      search: searchOf,
      columns: fc.uniqueArray(columnOf('Sample'), { maxLength: 3, selector: ({ path }) => nameOf(path) }),
      aggregates: fc.array(aggregateOf('Sample'), { maxLength: 4 }),
      atLeast: fc.option(fc.nat(3), { nil: undefined }),
    })
    .filter(({ columns, aggregates }) => columns.length + aggregates.length > 0);

interface Group {
  readonly key: readonly Plain[];
  readonly rows: readonly Row[];
}

/** The groups of a query, each as the texts of its cells, in any order. */
export function groupsOf(call: Call, query: GroupQuery): readonly (readonly string[])[] {
  const { columns, aggregates, atLeast = 0 } = query;
  return grouped(call, query)
    .filter(({ rows }) => rows.length >= atLeast)
    .map(({ key, rows }) => [
      ...key.map((value, i) => shownText(kindOf(columns[i]), value)),
      ...aggregates.map((aggregate) => aggregated(call, aggregate, rows)),
    ]);
}

/** As the answer shows it: a bucket is a day. */
const kindOf = ({ path, bucket }: Column): Kind => (bucket ? 'date' : path.field.kind);

function grouped(call: Call, query: GroupQuery): readonly Group[] {
  const { columns } = query;
  const groups: { key: Plain[]; rows: Row[] }[] = columns.length === 0 ? [{ key: [], rows: [] }] : [];
  for (const row of found(call, query)) {
    const key = columns.map((column) => inBucket(column, valueAt(call, row, column.path)));
    const known = groups.find((group) => group.key.every((value, i) => isSame(kindOf(columns[i]), value, key[i])));
    if (!known) {
      groups.push({ key, rows: [row] });
      continue;
    }
    known.rows.push(row);
    // Of several spellings the first stands for all.
    known.key = known.key.map((value, i) =>
      columns[i].path.field.kind === 'ciText' && value !== null ? firstOf([value, key[i]]) : value,
    );
  }
  return groups;
}

const firstOf = (texts: readonly Plain[]): Plain => texts.map(textOf).toSorted(byCodePoint)[0];

const isSame = (kind: Kind, a: Plain, b: Plain): boolean =>
  a === null || b === null ? a === b : compare[kind](a, b) === 0;

function inBucket({ path, bucket }: Column, value: Plain): Plain {
  if (!bucket || value === null) return value;
  const { unit, timeZone = 'UTC' } = bucket;
  const day = path.field.kind === 'date' ? textOf(value) : localDay(textOf(value), timeZone);
  return firstDay(unit, new Date(`${day}T00:00:00Z`))
    .toISOString()
    .slice(0, 10);
}

/** Swedes write days as ISO 8601 does. */
const localDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );

const DAY_MS = 86_400_000;

function firstDay(unit: string, day: Date): Date {
  if (unit === 'Day') return day;
  if (unit === 'Week') return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS);
  const first = new Date(day);
  first.setUTCDate(1);
  if (unit === 'Quarter') first.setUTCMonth(Math.floor(day.getUTCMonth() / 3) * 3);
  if (unit === 'Year') first.setUTCMonth(0);
  return first;
}

function aggregated(call: Call, { function: made, path }: Aggregate, rows: readonly Row[]): string {
  if (!path) return shownText('int', String(rows.length));
  const { kind } = path.field;
  const values = rows.map((row) => valueAt(call, row, path)).filter((value) => value !== null);
  if (made === 'Count') return shownText('int', String(values.length));
  if (made === 'CountDistinct') {
    const distinct = values.filter((value, i) => values.findIndex((other) => isSame(kind, value, other)) === i);
    return shownText('int', String(distinct.length));
  }
  if (values.length === 0) return 'null';
  const sum = values.reduce((total: bigint, value) => total + (NUMBERS.has(kind) ? scaled(textOf(value)) : 0n), 0n);
  if (made === 'Sum') return String(sum);
  if (made === 'Avg') return String(average(sum, BigInt(values.length)));
  const order = (a: Plain, b: Plain): number => (made === 'Min' ? 1 : -1) * compare[kind](a, b);
  const [first] = values.toSorted(order);
  const ties = values.filter((value) => isSame(kind, value, first));
  return shownText(kind, kind === 'ciText' ? firstOf(ties) : first);
}

/** Unit of the sixth fraction digit of a scaled number. */
const BEYOND = 10n ** BigInt(FRACTION_DIGITS - 6);

/** Six fraction digits, rounded half away from zero. */
function average(sum: bigint, count: bigint): bigint {
  const [size, unit] = [sum < 0n ? -sum : sum, BEYOND * count];
  const rounded = ((2n * size + unit) / (2n * unit)) * BEYOND;
  return sum < 0n ? -rounded : rounded;
}

const aliasOf = (i: number): string => `a${i}`;
const ROWS_ALIAS = 'rows';

/** The names of the answer's cells, and the kinds of their values. */
export const cellsOf = ({ columns, aggregates }: GroupQuery): readonly (readonly [string, Kind])[] => [
  ...columns.map((column) => [nameOf(column.path), kindOf(column)] as const),
  ...aggregates.map(({ function: made, path }, i) => {
    if (!path || made.startsWith('Count')) return [aliasOf(i), 'int'] as const;
    return [aliasOf(i), made === 'Avg' ? 'decimal' : path.field.kind] as const;
  }),
];

/** The body of a select; what has no aggregates and no buckets may be asked for as distinct rows. */
export function printGroups(query: GroupQuery, nullSafe: boolean, choose: Choose, more: object): string {
  const { entity, where, search, columns, aggregates, atLeast } = query;
  const isPlain = aggregates.length === 0 && atLeast === undefined && columns.every(({ bucket }) => !bucket);
  const names = columns.map(({ path }) => nameOf(path));
  const groups = {
    GroupBy: columns.map(({ path, bucket }) => {
      if (!bucket) return choose<unknown>(nameOf(path), nameOf(path).toLowerCase(), { FieldName: nameOf(path) });
      return {
        FieldName: nameOf(path),
        Bucket: choose(bucket.unit, bucket.unit.toLowerCase()),
        TimeZone: bucket.timeZone,
      };
    }),
    Aggregates: [
      ...aggregates.map((each, i) => ({
        Function: each.function,
        FieldName: each.path && nameOf(each.path),
        Alias: aliasOf(i),
      })),
      ...(atLeast === undefined ? [] : [{ Function: 'Count', Alias: ROWS_ALIAS }]),
    ],
    ...(atLeast !== undefined && { Having: { Filters: [{ FieldName: ROWS_ALIAS, Operator: 9, Value: atLeast }] } }),
  };
  return bodyText({
    EntityName: entity,
    WhereClause: where && printClause(where, choose),
    GlobalSearch: search,
    Options: { NullSafeNegation: nullSafe },
    ...(isPlain && choose(true, false) ? { SelectedFields: names, Distinct: true } : groups),
    ...more,
  });
}
