import fc from 'fast-check';
import { compareDecimalTexts, exactDecimal, plainText } from '#core/values/exact-decimal.js';

const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30))
  .map(([units, scale]) => ({ units, scale, text: textOf(units, scale) }));

/** `units` / 10^`scale`, written by the test's own means. */
function textOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

// Requirement: T62
it.each([
  ['0', '0'],
  ['-0.00', '0'],
  ['007', '7'],
  ['-12.50', '-12.5'],
  ['0.0050', '0.005'],
  ['1e2', '100'],
  ['1.25E-3', '0.00125'],
  ['-1.5e+1', '-15'],
  ['9007199254740993', '9007199254740993'],
  ['0e10', '0'],
])('reads %s as %s', (text, plain) => {
  expect(plainText(exactDecimal(text)!, 0)).toBe(plain);
});

// Requirement: R34
it.each([
  '',
  '.5',
  '5.',
  '+5',
  ' 5',
  '5 ',
  '1,5',
  '--5',
  '1e',
  '1e400',
  '1e-400',
  '1e99999999999999999999',
  'NaN',
  '٥',
])('%j is no number', (text) => expect(exactDecimal(text)).toBeUndefined());

it('reads a million zeros in linear time', () => {
  const started = performance.now();
  expect(exactDecimal(`${'0'.repeat(500_000)}1${'0'.repeat(500_000)}1`)!.digits).toHaveLength(500_002);
  expect(performance.now() - started).toBeLessThan(1_000);
});

// Requirement: T62
it('keeps every digit and pads the fraction to the scale', () => {
  fc.assert(
    fc.property(decimalText, ({ text, units, scale }) => {
      expect(plainText(exactDecimal(text)!, scale)).toBe(units === 0n ? textOf(0n, scale) : text);
    }),
  );
});

it('compares as exact arithmetic does', () => {
  fc.assert(
    fc.property(decimalText, decimalText, (a, b) => {
      const [left, right] = [a.units * 10n ** BigInt(b.scale), b.units * 10n ** BigInt(a.scale)];
      expect(Math.sign(compareDecimalTexts(a.text, b.text))).toBe(left < right ? -1 : Number(left > right));
    }),
  );
});

it.each([
  ['1.0', '1', 0],
  ['-0', '0', 0],
  ['0.1', '0.09', 1],
  ['-2', '-1', -1],
  ['-1', '0', -1],
  ['0', '0.001', -1],
  ['99999999999999999.01', '99999999999999999.02', -1],
])('compares %s with %s', (a, b, sign) => {
  expect(Math.sign(compareDecimalTexts(a, b))).toBe(sign);
});
