import { JsonNumber, type JsonValue } from '#core/json/json.js';

/** Exact decimal number: ± 0.`digits` × 10^`point`. `digits` has no zero at either end and is empty for zero. */
export interface ExactDecimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Maximum exponent: covers every double, but prevents short texts that expand to very many digits. */
const MAX_EXPONENT = 350;

/** Parses JSON's number grammar, leading zeros allowed; `undefined` for any other text and for huge exponents. */
export function exactDecimal(text: string): ExactDecimal | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) return undefined;
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  if (start === all.length) return { negative: false, digits: '', point: 0 };
  let end = all.length;
  while (all[end - 1] === '0') end--;
  const point = whole.length - start + Number(exponent);
  return { negative: sign === '-', digits: all.slice(start, end), point };
}

/** Parses the number in a caller's JSON, given as a number or as text. */
export function exactDecimalIn(json: JsonValue): ExactDecimal | undefined {
  if (json instanceof JsonNumber) return exactDecimal(json.text);
  return typeof json === 'string' ? exactDecimal(json) : undefined;
}

/** Counts the digits after the point. */
export const fractionDigits = ({ digits, point }: ExactDecimal): number => Math.max(digits.length - point, 0);

/** Formats a number without exponent, with at least `scale` fraction digits: `5000.00`. */
export function plainText({ negative, digits, point }: ExactDecimal, scale: number): string {
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, '0') || '0';
  const fraction = ('0'.repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0))).padEnd(scale, '0');
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

function compareSizes(a: ExactDecimal, b: ExactDecimal): number {
  if (!a.digits || !b.digits) return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point - b.point;
  return a.digits < b.digits ? -1 : Number(a.digits > b.digits);
}

/** Compares two numbers; negative, zero or positive, as for `Array.sort`. */
export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  return a.negative ? compareSizes(b, a) : compareSizes(a, b);
}

/** Compares the texts of two valid numbers. */
export const compareDecimalTexts = (a: string, b: string): number =>
  compareDecimals(exactDecimal(a)!, exactDecimal(b)!);
