import { isDeepStrictEqual } from 'node:util';
import { SIZES, type Kind } from './random-entities.js';

/** A field's value as the wire shows it; numbers as text, so that no digit is lost. */
export type Plain = string | boolean | null | readonly unknown[] | object | number;

/** The text of a value that is no document: itself, or `true` and `false`. */
export const textOf = (value: Plain): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const FRACTION_DIGITS = 30;

/** A decimal number as a whole one, of 10^-30. */
export function scaled(text: string): bigint {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}

/** Microseconds since 1970; a day is its 00:00Z. */
function micros(text: string): bigint {
  const [seconds, fraction = ''] = text.replace('Z', '').split('.');
  const iso = seconds.length === 10 ? `${seconds}T00:00:00Z` : `${seconds}Z`;
  return BigInt(Date.parse(iso)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

const byBigint = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Unicode's own order, as a person would sort; texts that are equal in it are ordered by their code points. */
const collator = new Intl.Collator('en');
const folded = (text: string): string => text.toLowerCase();
const byFolded = (a: string, b: string): number =>
  collator.compare(folded(a), folded(b)) || byCodePoint(folded(a), folded(b));

const byText =
  (compare: (a: string, b: string) => number) =>
  (a: Plain, b: Plain): number =>
    compare(textOf(a), textOf(b));

const sameOrNot = (a: Plain, b: Plain): number => Number(!isDeepStrictEqual(a, b));
const sorted = (set: Plain): readonly string[] => (set as readonly string[]).toSorted(byCodePoint);

/** Compares values of a kind: below, at or above zero. Sets and documents are only equal or not. */
export const compare: Readonly<Record<Kind, (a: Plain, b: Plain) => number>> = {
  text: byText(byCodePoint),
  ciText: byText(byFolded),
  int: byText((a, b) => byBigint(scaled(a), scaled(b))),
  decimal: byText((a, b) => byBigint(scaled(a), scaled(b))),
  bool: (a, b) => Number(a) - Number(b),
  date: byText((a, b) => byBigint(micros(a), micros(b))),
  datetime: byText((a, b) => byBigint(micros(a), micros(b))),
  id: byText((a, b) => byCodePoint(a.toLowerCase(), b.toLowerCase())),
  enum: byText((a, b) => orderOf(a) - orderOf(b)),
  set: (a, b) => sameOrNot(sorted(a), sorted(b)),
  json: sameOrNot,
};

/** Declared order; the zones of a bin stand in no other enum. */
const orderOf = (name: string): number => [...SIZES, 'West', 'East'].indexOf(name);

/** True when one text contains another in any letter case. */
export const matchesText = {
  Contains: (text: string, part: string): boolean => folded(text).includes(folded(part)),
  StartsWith: (text: string, part: string): boolean => folded(text).startsWith(folded(part)),
  EndsWith: (text: string, part: string): boolean => folded(text).endsWith(folded(part)),
} as const;

const isOneOf =
  (...kinds: readonly Kind[]) =>
  (kind: Kind): boolean =>
    kinds.includes(kind);
const isNumber = isOneOf('int', 'decimal');
const isTime = isOneOf('date', 'datetime');

/** Text that values of a kind share when they are shown as the same, however their digits are written. */
export function shownText(kind: Kind, value: Plain): string {
  if (value === null) return 'null';
  if (isNumber(kind)) return String(scaled(textOf(value)));
  if (isTime(kind)) return String(micros(textOf(value)));
  return kind === 'set' ? sorted(value).join() : JSON.stringify(value);
}
