import * as fc from 'fast-check';
import { REFS } from './values.js';
import { SIZES, TAGS } from './random-entities.js';

/** A value as JSON text of a request, and what the answer must show: digits as text, everything else parsed. */
export interface WireValue {
  readonly sent: string;
  readonly read: unknown;
}

const json = (value: unknown): string => JSON.stringify(value);
const same = (value: unknown): WireValue => ({ sent: json(value), read: value });
/** As JSON number or as text: what counts is the field's type. */
const digits = (sent: string, read: string): fc.Arbitrary<WireValue> =>
  fc.constantFrom({ sent, read }, { sent: json(sent), read });

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const text = fc.string({ unit: 'binary', maxLength: 40 }).filter(storable);

const MAX_INT = 2n ** 63n - 1n;
const int = fc
  .oneof(fc.bigInt({ min: -MAX_INT - 1n, max: MAX_INT }), fc.constantFrom(MAX_INT, -MAX_INT - 1n, 2n ** 53n + 1n))
  .chain((n) => fc.oneof(digits(String(n), String(n)), digits(`${n}.0`, String(n)), digits(`${n}e0`, String(n))));

const SCALE = 6;
const MAX_UNITS = 10n ** 30n - 1n;
/** A number of millionths with all its fraction digits. */
const plain = (units: bigint): string => {
  const all = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  return `${units < 0n ? '-' : ''}${all.slice(0, -SCALE)}.${all.slice(-SCALE)}`;
};
const decimal = fc
  .bigInt({ min: -MAX_UNITS, max: MAX_UNITS })
  .chain((units) => fc.oneof(digits(plain(units), plain(units)), digits(`${units}e-${SCALE}`, plain(units))));

const FIRST_MS = Date.parse('0001-01-02T00:00:00Z');
const LAST_MS = Date.parse('9999-12-30T00:00:00Z');
const day = fc
  .integer({ min: Math.floor(FIRST_MS / 86_400_000), max: Math.floor(LAST_MS / 86_400_000) })
  .chain((days) => {
    const read = new Date(days * 86_400_000).toISOString().slice(0, 10);
    const writings = [read, `${read}T00:00:00`, `${read}T00:00:00Z`, `${read} 00:00`];
    return fc.constantFrom(...writings.map((sent) => ({ sent: json(sent), read })));
  });

/** The same instant as clocks at an offset show it. */
const instant = fc
  .record({
    seconds: fc.integer({ min: FIRST_MS / 1000, max: LAST_MS / 1000 }),
    micros: fc.integer({ min: 0, max: 999_999 }),
    offset: fc.constantFrom(0, 60, -300, 345, 840, -720),
  })
  .map(({ seconds, micros, offset }): WireValue => {
    const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
    const shown = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19) + fraction;
    const [sign, size] = [offset < 0 ? '-' : '+', Math.abs(offset)];
    const zone = `${sign}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
    return { sent: json(shown(seconds + offset * 60) + (offset === 0 ? '' : zone)), read: `${shown(seconds)}Z` };
  });

const id = fc.uuid().chain((uuid) => fc.constantFrom({ sent: json(uuid.toUpperCase()), read: uuid }, same(uuid)));
const inOrder = (names: readonly string[]): readonly string[] => TAGS.filter((tag) => names.includes(tag));
const set = fc.array(fc.constantFrom(...TAGS), { maxLength: 5 }).chain((names) =>
  fc.constantFrom(
    // Empty text is no empty set.
    ...[names, ...(names.length > 0 ? [names.join(',')] : [])].map((sent) => ({
      sent: json(sent),
      read: inOrder(names),
    })),
  ),
);
const document = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => storable(JSON.stringify(value).replaceAll('\\u0000', '\0')) && !hasBrokenText(value))
  .map((value) => ({ sent: json(value), read: JSON.parse(json(value)) as unknown }));

/** JSON.stringify escapes lone surrogates, so they are looked for in the values themselves. */
function hasBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return !storable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => !storable(key) || hasBrokenText(item));
}

/** Values that a sample must take and give back exactly, by field. */
export const VALID: Readonly<Record<string, fc.Arbitrary<WireValue>>> = {
  Label: text.map(same),
  Nick: text.map(same),
  Story: fc.string({ unit: 'binary', maxLength: 2_000 }).filter(storable).map(same),
  Count: int,
  Price: decimal,
  Active: fc.constantFrom(same(true), same(false), { sent: '"TRUE"', read: true }, { sent: '"false"', read: false }),
  Day: day,
  At: instant,
  Ref: id,
  Extra: document,
  Size: fc.constantFrom(...SIZES.map(same)),
  Tags: set,
};

const BROKEN_TEXTS = ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '12', 'true', '[]', '{}'];
const NO_NUMBERS = [
  '"ten"',
  '""',
  '" "',
  '"NaN"',
  '"Infinity"',
  '"-Infinity"',
  '1e400',
  '"1e400"',
  '"0x10"',
  '"1_000"',
  '"1,5"',
  'true',
  '[]',
  '[1]',
  '{}',
  '"٣"',
];
const NO_TIMES = [
  '"2026-02-30"',
  '"2026-13-01"',
  '"infinity"',
  '"-infinity"',
  '"now"',
  '"today"',
  '"+275760-09-13"',
  '"0000-01-01"',
  '"2026-1-1"',
  '"20260101"',
  '20260101',
  '"epoch"',
  '"2026-01-01 BC"',
  '""',
  '[]',
  '{}',
  'true',
];

/** Values that no sample takes, by field. */
export const INVALID: Readonly<Record<string, readonly string[]>> = {
  Label: BROKEN_TEXTS,
  Nick: BROKEN_TEXTS,
  Story: BROKEN_TEXTS,
  Count: [...NO_NUMBERS, '1.5', '9223372036854775808', '-9223372036854775809', '1e19', `"${'9'.repeat(5_000)}"`],
  Price: [...NO_NUMBERS, '0.0000001', `"${'9'.repeat(25)}"`, '1e24', `0.${'1'.repeat(20_000)}`],
  Active: ['"yes"', '"2"', '2', '-1', '""', '"t"', '[]', '{}'],
  Day: [...NO_TIMES, '"2026-01-01T10:00:00"', '"2026-01-01T00:00:01Z"'],
  At: [
    ...NO_TIMES,
    '"2026-01-01T24:00:00Z"',
    '"2026-01-01T10:60:00Z"',
    '"2026-01-01T23:59:60Z"',
    '"2026-01-01T10:00:00+99:00"',
    '"0001-01-01T00:00:00+14:00"',
    '"9999-12-31T23:59:59-12:00"',
  ],
  Ref: [
    '"no-uuid"',
    `"${REFS[0]} "`,
    `"{${REFS[0]}}"`,
    `"${REFS[0].replaceAll('-', '')}"`,
    '1',
    '""',
    '[]',
    '{}',
    `"${REFS[0]}\\u0000"`,
  ],
  Extra: ['"a\\u0000b"', '{"\\u0000":1}', '["\\ud800"]', '1e400', '[1e999999]'],
  Size: ['"small"', '"Tiny"', '""', '1', '["Small"]', '{}', '"Small "'],
  Tags: ['""', '["RED"]', '"red,purple"', '[1]', '[["red"]]', '{}', '1', '[null]'],
  ParentId: [
    '"no-uuid"',
    '"00000000-0000-4000-8000-000000000000"',
    '1',
    'true',
    '{"Match":{}}',
    '[[]]',
    '"\'; DROP TABLE x"',
  ],
  Number: ['"S-9999"', '1'],
  Id: ['"no-uuid"', '1', '{}'],
  OwnerId: ['"no-uuid"', '"00000000-0000-4000-8000-000000000000"', '[]'],
  RowVersion: ['1', '7'],
  TenantId: [`"${REFS[0]}"`, 'null'],
  Nonsense: ['1', 'null'],
};
