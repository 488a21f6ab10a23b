import { JsonNumber, type JsonValue } from '#core/json/json.js';

const DESCENDING: ReadonlyMap<string, boolean> = new Map([
  ['1', false],
  ['ASC', false],
  ['2', true],
  ['DESC', true],
]);

/**
 * Parses a `Direction`: true for descending. 0 is none, so that a client that counts from 0 does not silently get the
 * opposite order.
 */
export function parseDirection(json: JsonValue): boolean | undefined {
  const text = json instanceof JsonNumber ? json.text : typeof json === 'string' ? json.toUpperCase() : '';
  return DESCENDING.get(text);
}
