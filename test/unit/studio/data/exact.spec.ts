import { isSame, parseExact, textOf } from '#studio/data/exact.js';

/** Node.js 20 writes such numbers as text, like older browsers. */
const written = (value: unknown): string => JSON.stringify(value).replaceAll('"', '');

it.each([
  '123456789012345678.50',
  '0.10',
  '5000.00',
  '9223372036854775807',
  '-0.000',
  '1e400',
  '12345678901234567890123456789012345678',
])('keeps the digits of %s through reading, showing and writing', (digits) => {
  const { value } = parseExact(`{"value":${digits}}`) as { readonly value: unknown };
  expect([textOf(value), written(value)]).toEqual([digits, digits]);
});

it('reads numbers that a double holds as numbers', () => {
  expect(parseExact('[1, -2.5, 0]')).toEqual([1, -2.5, 0]);
});

it('takes texts that look like numbers for texts', () => {
  expect(parseExact('["0.10"]')).toEqual(['0.10']);
});

it('compares values by what a write would send', () => {
  expect(isSame(parseExact('0.10'), parseExact('0.10'))).toBe(true);
  expect(isSame(parseExact('0.10'), parseExact('0.1'))).toBe(false);
  expect(isSame(undefined, null)).toBe(true);
});
