import { exactDecimal } from './exact-decimal.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Longest number that jsonb surely holds. */
const MAX_NUMBER_LENGTH = 16_000;

/** Makes a value of others storable as jsonb: U+0000 and broken Unicode become U+FFFD, numbers of extreme size text. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (value instanceof JsonNumber) return isStorable(value.text) ? value : value.text;
  if (isArray(value)) return value.map(storableJson);
  return isObject(value) ? storableMembers(value) : value;
}

const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

const isStorable = (number: string): boolean =>
  number.length <= MAX_NUMBER_LENGTH && exactDecimal(number) !== undefined;

function storableMembers(object: JsonObject): JsonObject {
  const members: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  for (const [name, item] of Object.entries(object)) members[storableText(name)] = storableJson(item);
  return members;
}
