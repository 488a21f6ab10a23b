import { isArray, isObject, JsonNumber, type JsonValue } from './json.js';

/** Number of decimal digits that a double always keeps. */
const MAX_DIGITS = 15;

/** Converts a value to plain JavaScript. A number with more digits than a double keeps becomes text. */
export function plainJson(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return plainNumber(value.text);
  if (isArray(value)) return value.map(plainJson);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

const plainNumber = (text: string): number | string =>
  text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length <= MAX_DIGITS
    ? Number(text)
    : text;
