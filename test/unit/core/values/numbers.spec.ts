import fc from 'fast-check';
import type { JsonValue } from '#core/json/json.js';
import { decimal } from '#core/fields/decimal.js';
import { int } from '#core/fields/int.js';
import { HOSTILE, number, sampleField } from './sample-field.js';

const intField = sampleField('Int');
const decimalField = sampleField('Decimal', { precision: 7, scale: 2 });
const refusal = (expected: string, rule?: string) => ({ ok: false, expected, rule });

// Requirement: R34, T62
describe('Int', () => {
  it.each<[JsonValue, string]>([
    [number('5'), '5'],
    ['5', '5'],
    ['-007', '-7'],
    [number('-0'), '0'],
    [number('5.00'), '5'],
    [number('1e3'), '1000'],
    [number('9007199254740993'), '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    [number('-9223372036854775808'), '-9223372036854775808'],
  ])('accepts %j as %s', (raw, value) => expect(int.parse(raw, intField)).toEqual({ ok: true, value }));

  it.each<[JsonValue, string]>([
    [number('5.5'), 'a whole number'],
    [number('1e400'), 'a whole number'],
    [true, 'a whole number'],
    ['9223372036854775808', 'a whole number of at most 64 bits'],
    ['-9223372036854775809', 'a whole number of at most 64 bits'],
    [number('1e300'), 'a whole number of at most 64 bits'],
    ['9'.repeat(100_000), 'a whole number of at most 64 bits'],
  ])('refuses %j', (raw, expected) => expect(int.parse(raw, intField)).toEqual(refusal(expected)));

  it.each(HOSTILE)('refuses %j', (raw) => expect(int.parse(raw, intField)).toEqual(refusal('a whole number')));

  it('restores every 64-bit number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (n) => {
        expect(int.parse(number(String(n)), intField)).toEqual({ ok: true, value: String(n) });
        expect(int.encode(String(n))).toBe(`"${n}"`);
      }),
    );
  });
});

// Requirement: R34, T62
describe('Decimal', () => {
  it.each<[JsonValue, string]>([
    [number('12.5'), '12.50'],
    ['12.50', '12.50'],
    ['5000', '5000.00'],
    ['-0', '0.00'],
    ['00012.5', '12.50'],
    [number('12.500'), '12.50'],
    [number('1.25e1'), '12.50'],
    [number('5e-2'), '0.05'],
    ['99999.99', '99999.99'],
  ])('accepts %j as %s', (raw, value) => expect(decimal.parse(raw, decimalField)).toEqual({ ok: true, value }));

  const scaled = 'a decimal number with at most 2 fraction digits';
  it.each<[JsonValue, string, string | undefined]>([
    [number('12.345'), scaled, 'Scale'],
    ['0.001', scaled, 'Scale'],
    [number('1e-300'), scaled, 'Scale'],
    ['100000', 'a decimal number with at most 5 digits before the point', 'Precision'],
    [number('1e300'), 'a decimal number with at most 5 digits before the point', 'Precision'],
    [number('1e400'), scaled, undefined],
    ['1e400', scaled, undefined],
    [false, scaled, undefined],
  ])('refuses %j', (raw, expected, rule) => expect(decimal.parse(raw, decimalField)).toEqual(refusal(expected, rule)));

  it.each(HOSTILE)('refuses %j', (raw) => expect(decimal.parse(raw, decimalField)).toEqual(refusal(scaled)));

  // Requirement: T62
  it('restores every digit that fits', () => {
    const field = sampleField('Decimal', { precision: 60, scale: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n - 1n }), fc.boolean(), (units, negative) => {
        const digits = String(units).padStart(21, '0');
        const text = `${negative && units > 0n ? '-' : ''}${digits.slice(0, -20)}.${digits.slice(-20)}`;
        expect(decimal.parse(text, field)).toEqual({ ok: true, value: text });
        expect(decimal.encode(text)).toBe(`"${text}"`);
      }),
    );
  });
});

// Requirement: R97
describe('Min and Max are inclusive and exact', () => {
  const rules = (type: typeof int, value: string, field = sampleField('Decimal', { min: '0', max: '50.0' })) =>
    type.check(value, field).map(({ rule }) => rule);

  it.each([
    ['0.00', []],
    ['50.00', []],
    ['-0.01', ['Min']],
    ['50.01', ['Max']],
    ['100.00', ['Max']],
    ['9.00', []],
  ])('%s', (value, broken) => expect(rules(decimal, value)).toEqual(broken));

  it('are exact beyond 2^53', () => {
    const field = sampleField('Int', { max: '9007199254740992' });
    expect(int.check('9007199254740992', field)).toEqual([]);
    expect(int.check('9007199254740993', field)).toEqual([
      { rule: 'Max', message: 'Int must be at most 9007199254740992.' },
    ]);
  });
});
