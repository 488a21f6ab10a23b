import type { Entity } from '#core/catalogue/entity.js';
import { isArray, JsonNumber, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { Value } from './value-type.js';

/**
 * Before or after image of a record for hooks: exact values by field name, system fields included. Numbers, texts,
 * dates and ids are text, Bool is boolean, MultiEnum an array of names, Json its text; `null` means no value.
 */
export type RecordImage = Readonly<Record<string, Value>>;

function imageValue(json: JsonValue, isJson: boolean): Value {
  if (json === null) return null;
  if (isJson) return writeJson(json);
  if (json instanceof JsonNumber) return json.text;
  return isArray(json) ? Object.freeze(json.map(String)) : (json as string | boolean);
}

/** Builds the image of a row that was read as JSON; frozen, so that no hook can change it for the next one. */
export function recordImage(entity: Entity, row: JsonObject): RecordImage {
  const values = Object.entries(row).map(([name, json]) => [
    name,
    imageValue(json, entity.fields.get(name.toLowerCase())?.type === 'Json'),
  ]);
  return Object.freeze(Object.fromEntries(values) as RecordImage);
}
