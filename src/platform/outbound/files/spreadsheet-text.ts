import { isArray, isObject, JsonNumber, type JsonValue, writeJson } from '#core/json/json.js';

/** First characters that make a cell a formula, also their wide forms, which some programs convert. */
const FORMULA_START = /^[=@\t\r\n＝＠]/;
const SIGN_START = /^[+\-＋－]/;
/** Numbers, phone numbers and dashes: without letters and operators there is nothing to run. */
const PLAIN = /^[+-]?[\d\s\u00A0\u202F().,/-]*(?:\d[eE][+-]?\d+)?%?$/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export const harmlessText = (text: string): string =>
  FORMULA_START.test(text) || (SIGN_START.test(text) && !PLAIN.test(text)) ? `'${text}` : text;

/** Writes a value as text for a cell, not escaped; empty for null and for members that a row does not have. */
export function cellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.text;
  return isArray(value) || isObject(value) ? writeJson(value) : String(value);
}
