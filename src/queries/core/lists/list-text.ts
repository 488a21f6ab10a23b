import { JsonNumber, writeJson, type JsonValue } from '#core/json/json.js';

/** Formats a value as text for dropdowns and query strings. */
export function listText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return value instanceof JsonNumber ? value.text : writeJson(value);
}
