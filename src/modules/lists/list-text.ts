import { JsonNumber, writeJson, type JsonValue } from '../../core/json/json.js';

/** A value as a dropdown shows it, and as a query string names it. */
export function listText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return value instanceof JsonNumber ? value.text : writeJson(value);
}
