import { isArray, isObject, JsonNumber, type JsonValue } from './json.js';

/** More digits than a double keeps for sure. */
const MAX_DIGITS = 15;

/** A value as JavaScript has it. A number of more digits than a double keeps becomes text: none is lost. */
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
