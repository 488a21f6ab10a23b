import * as fc from 'fast-check';
import { SIZES, TAGS, type Kind, type RandomField } from './random-entities.js';
import type { Plain } from './value-model.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows lie around the present, half an hour off it, so that no global such as `Now-2h` can meet one exactly. */
const START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2 - 5 * 60_000;

const dayAt = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const timeAt = (hours: number): string => `${new Date(START_MS + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

/** Texts that quoting, patterns, letter case and encodings are known to trip over. */
export const TEXTS: readonly string[] = [
  'alpha',
  'Alpha',
  'ALPHA',
  'beta',
  'alphabet',
  'gamma ray',
  '50%',
  '5_0',
  'a\\b',
  '%',
  '_',
  '\\',
  "O'Neil",
  '"quoted"',
  '$1',
  '--',
  ';',
  'a,b;c',
  '{}',
  'null',
  '',
  'éclair',
  'Éclair',
  'eclair',
  'STRASSE',
  'straße',
  'ΣΊΣΥΦΟΣ',
  'σίσυφος',
  '日本',
  '😀',
  '\u{10400}',
  '\u{10428}',
  ' padded ',
  'tab\tbed',
  'line\nbreak',
  '\u200b',
  '\u007f',
  'e\u0301',
];

const INTS = ['0', '1', '-1', '7', '42', '43', '9007199254740993', '9223372036854775807', '-9223372036854775808'];
const DECIMALS = ['0', '0.5', '7', '-1.25', '42', '42.000001', '12345678901234.567891', `${'9'.repeat(24)}.999999`];
const DAYS = [...[0, -1, 1, -7, 8, -30, 31, -365].map(dayAt), '0001-01-01', '2024-02-29', '9999-12-31'];
const TIMES = [...[0, -1, 1, -25, 26, -800].map(timeAt), `${dayAt(0)}T00:00:00Z`, '2026-03-29T01:30:00.123456Z'];
export const REFS: readonly string[] = [
  '11111111-1111-4111-8111-111111111111',
  'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
];
const DOCUMENTS: readonly Plain[] = [{ a: 1 }, { a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, [], [1], 'x', 1, '1', true];

const numberBetween = (min: number, max: number): fc.Arbitrary<string> => fc.integer({ min, max }).map(String);

/** Values that meet each other often: mostly from small pools, now and then any. */
const BY_KIND: Readonly<Record<Kind, fc.Arbitrary<Plain>>> = {
  text: fc.oneof({ arbitrary: fc.constantFrom(...TEXTS), weight: 5 }, fc.string({ unit: 'grapheme-ascii' })),
  ciText: fc.constantFrom(...TEXTS),
  int: fc.oneof(fc.constantFrom(...INTS), numberBetween(-10, 50)),
  decimal: fc.oneof(fc.constantFrom(...DECIMALS), numberBetween(-10, 50)),
  bool: fc.boolean(),
  date: fc.constantFrom(...DAYS),
  datetime: fc.constantFrom(...TIMES),
  id: fc.constantFrom(...REFS),
  enum: fc.constantFrom(...SIZES),
  set: fc.subarray([...TAGS]),
  json: fc.constantFrom(...DOCUMENTS),
};

/** Ids that a lookup may hold, by the entity it leads to. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** A value that a field can hold, and that other rows are likely to hold too. */
export function valueOf({ name, kind, target }: RandomField, ids: KnownIds): fc.Arbitrary<Plain> {
  if (target !== undefined) return fc.constantFrom(...ids[target]);
  if (name === 'Zone') return fc.constantFrom('West', 'East');
  if (name === 'Number') return fc.integer({ min: 1, max: 150 }).map((n) => `S-${String(n).padStart(4, '0')}`);
  if (name === 'Id') return fc.constantFrom(...Object.values(ids).flat(), ...REFS);
  return BY_KIND[kind];
}
