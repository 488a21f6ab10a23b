import type { Entity } from '../catalogue/entity.js';
import { isArray, JsonNumber, writeJson, type JsonObject, type JsonValue } from '../json/json.js';
import type { Value } from '../field-types/value-type.js';

/**
 * A record as code sees it: values by field name, system fields too. Exact: everything that has digits, letters or a
 * date is text, Bool is boolean, MultiEnum an array of names, Json its text; `null` is no value.
 */
export type RecordImage = Readonly<Record<string, Value>>;

function imageValue(json: JsonValue, isJson: boolean): Value {
  if (json === null) return null;
  if (isJson) return writeJson(json);
  if (json instanceof JsonNumber) return json.text;
  return isArray(json) ? Object.freeze(json.map(String)) : (json as string | boolean);
}

/** The image of a row that was read as JSON; frozen, so that one reader cannot deceive the next. */
export function recordImage(entity: Entity, row: JsonObject): RecordImage {
  const values = Object.entries(row).map(([name, json]) => [
    name,
    imageValue(json, entity.fields.get(name.toLowerCase())?.type === 'Json'),
  ]);
  return Object.freeze(Object.fromEntries(values) as RecordImage);
}
