import { JsonNumber, type JsonValue } from '#core/json/json.js';

/** A JavaScript value as the service's JSON: numbers become `JsonNumber`; members that are `undefined` are left out. */
export function jsonOf(value: unknown): JsonValue {
  if (typeof value === 'number') return new JsonNumber(String(value));
  if (value instanceof JsonNumber) return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, jsonOf(member)]));
}
