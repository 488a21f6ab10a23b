import { isArray, isObject, JsonNumber, type JsonValue, writeJson } from '../../core/json/json.js';

/** First characters that make a cell a formula, also their wide forms, which some programs convert. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. Plain numbers such as -5 stay numbers. */
export const harmlessText = (text: string): string =>
  FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

/** Writes a value as text for a cell, not escaped; empty for null and for members that a row does not have. */
export function cellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.text;
  return isArray(value) || isObject(value) ? writeJson(value) : String(value);
}
