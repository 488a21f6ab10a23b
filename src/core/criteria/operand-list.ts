import { isArray, type JsonValue } from '#core/json/json.js';

/**
 * Upper bound of the number of values in an array or a separated text; does not split the text.
 * @param max number from which on the values of a text are not counted further
 */
export function countOf(json: JsonValue, separators: string, max: number): number {
  if (isArray(json)) return json.length;
  if (typeof json !== 'string') return 1;
  let count = 1;
  for (const separator of separators) {
    for (let at = json.indexOf(separator); at >= 0 && count < max; at = json.indexOf(separator, at + 1)) count++;
  }
  return count;
}

/** Splits an operand: the items of an array, the non-empty parts of a text, or the single value. */
export function elements(json: JsonValue, separators: string): readonly JsonValue[] {
  if (isArray(json)) return json;
  if (typeof json !== 'string') return [json];
  return json
    .split(new RegExp(`[${separators}]`))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
