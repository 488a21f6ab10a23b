import * as fc from 'fast-check';
import type { Row } from '../../support/test-app.js';

/** A field of a random entity, with the few values that records give it. */
export interface KeyField {
  readonly name: string;
  readonly definition: Row;
  readonly values: readonly unknown[];
  /** Values that differ in letter case are equal. */
  readonly foldsCase: boolean;
}

/** A random entity with unique rules. */
export interface KeyEntity {
  readonly fields: readonly KeyField[];
  readonly keys: readonly (readonly string[])[];
  readonly keepsDeleted: boolean;
}

/** A part of a write; records are numbers, which are taken modulo those that live. */
export type Part =
  | { readonly kind: 'update'; readonly records: readonly number[]; readonly values: Row }
  | { readonly kind: 'delete'; readonly record: number }
  | { readonly kind: 'create'; readonly values: Row };

/** A write of several parts: steps of an Atomic batch, or children of their holder. */
export interface RandomWrite {
  readonly by: 'batch' | 'children';
  readonly parts: readonly Part[];
}

const uuid = (n: number): string => `0d4e5b0e-9c5b-4a7e-8b0c-00000000000${n}`;
const DECIMAL = { FieldType: 'Decimal', Precision: 2, Scale: 1, Min: '0' };
const TYPES: readonly (readonly [Row, readonly unknown[]])[] = [
  [{ FieldType: 'Text', Regex: '^[a-zA-Z]$' }, ['x', 'X', 'y']],
  [{ FieldType: 'Text', CaseInsensitive: true }, ['x', 'X', 'y']],
  [{ FieldType: 'Int', Min: '1', Max: '3' }, [1, 2, 3]],
  [DECIMAL, [0, 0.5, 1.5]],
  [{ FieldType: 'Bool' }, [true, false]],
  [{ FieldType: 'Date' }, ['2024-02-29', '2024-03-01']],
  [{ FieldType: 'DateTime' }, ['2024-02-29T12:00:00.001Z', '2024-02-29T12:00:00.002Z']],
  [{ FieldType: 'Uuid' }, [uuid(1), uuid(2), uuid(3)]],
  [{ FieldType: 'Enum', Values: ['P', 'Q', 'R'] }, ['P', 'Q', 'R']],
  [{ FieldType: 'Lookup' }, ['first', 'second', 'third']],
];
/** May be part of a composite rule only. */
const SETS: readonly [Row, readonly unknown[]] = [{ FieldType: 'MultiEnum', Values: ['P', 'Q'] }, [['P'], ['P', 'Q']]];

const NAMES = ['A', 'B', 'C'] as const;
const isBool = ({ definition }: KeyField): boolean => definition.FieldType === 'Bool' && definition.Required === true;

/** A required Bool has no third value: no rule has nothing else. */
const mayBeKey = (key: readonly KeyField[]): boolean => !key.every(isBool);

const field = (name: string): fc.Arbitrary<KeyField> =>
  fc.tuple(fc.constantFrom(...TYPES, SETS), fc.boolean()).map(([[definition, values], Required]) => ({
    name,
    definition: { FieldName: name, ...definition, Required },
    values: Required ? values : [...values, null],
    foldsCase: definition.CaseInsensitive === true,
  }));

export const entities: fc.Arbitrary<KeyEntity> = fc
  .tuple(
    fc.tuple(...NAMES.map(field)),
    fc.subarray([['A'], ['B', 'C'], ['C', 'A'], ['B']], { minLength: 1 }),
    fc.boolean(),
  )
  .map(([fields, keys, keepsDeleted]) => ({ fields, keys, keepsDeleted }))
  .filter(({ fields, keys }) => keys.every((key) => mayBeKey(fields.filter(({ name }) => key.includes(name)))))
  .filter(({ fields, keys }) =>
    keys.every(
      (key) => key.length > 1 || fields.find(({ name }) => name === key[0])!.definition.FieldType !== 'MultiEnum',
    ),
  );

const valuesOf = (fields: readonly KeyField[], requiredKeys: string[]): fc.Arbitrary<Row> =>
  fc.record(Object.fromEntries(fields.map(({ name, values }) => [name, fc.constantFrom(...values)])), { requiredKeys });

/** Writes of records of an entity. Values are few: writes often clash or permute values. */
export function writesOf({ fields }: KeyEntity): fc.Arbitrary<readonly RandomWrite[]> {
  const record = fc.nat(7);
  const update = fc.record({
    kind: fc.constant('update' as const),
    records: fc.oneof({ arbitrary: fc.tuple(record), weight: 4 }, fc.tuple(record, record)),
    values: valuesOf(fields, []).filter((values) => Object.keys(values).length > 0),
  });
  const remove = fc.record({ kind: fc.constant('delete' as const), record });
  const create = fc.record({ kind: fc.constant('create' as const), values: valuesOf(fields, [...NAMES]) });
  const part = fc.oneof({ arbitrary: update, weight: 5 }, remove, { arbitrary: create, weight: 2 });
  const write = fc.record({
    by: fc.constantFrom('batch' as const, 'children' as const),
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
  });
  return fc.array(write, { minLength: 20, maxLength: 20 });
}

/** Records by Id. */
export type Records = ReadonlyMap<string, Row>;

/** Ids of the records that have the values of a unique rule together with another one. */
export function clashing({ fields, keys }: KeyEntity, records: Records): ReadonlySet<string> {
  const folded = new Set(fields.filter(({ foldsCase }) => foldsCase).map(({ name }) => name));
  const found = new Set<string>();
  for (const key of keys) {
    const holders = new Map<string, string>();
    for (const [id, row] of records) {
      if (key.some((name) => row[name] === null)) continue;
      const text = JSON.stringify(key.map((name) => (folded.has(name) ? String(row[name]).toLowerCase() : row[name])));
      const holder = holders.get(text);
      if (holder === undefined) holders.set(text, id);
      else found.add(id).add(holder);
    }
  }
  return found;
}
