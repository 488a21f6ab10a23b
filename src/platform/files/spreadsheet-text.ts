import { isArray, isObject, JsonNumber, type JsonValue, writeJson } from '../../core/json/json.js';

/** Which texts of a CSV file get an apostrophe before them: those that a spreadsheet would run, all doubtful ones, none. */
export const FORMULA_PROTECTIONS = ['Formulas', 'None'] as const;
export type FormulaProtection = (typeof FORMULA_PROTECTIONS)[number];

/** First characters that make a cell a formula, also their wide forms, which some programs convert. */
const FORMULA_START = /^[=@\t\r\n＝＠]/;
const SIGN_START = /^[+\-＋－]/;
/** Numbers and phone numbers after a sign, or signs alone: without letters, quotes and operators there is nothing to run. */
const PLAIN = /^[+-]?[\d\s\u00A0\u202F().,/-]*(?:[eE][+-]?\d+)?%?$/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export function harmlessText(text: string): string {
  const isFormula = FORMULA_START.test(text) || (SIGN_START.test(text) && !isPlain(text));
  return isFormula ? `'${text}` : text;
}

/** Writes a value as text for a cell, not escaped; empty for null and for members that a row does not have. */
export function cellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.text;
  return isArray(value) || isObject(value) ? writeJson(value) : String(value);
}
