/** A JSON number as written; keeps every digit until a field's type parses it. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Null-prototype, so that `__proto__` or `constructor` are ordinary keys. */
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** Serialises a value as JSON text, numbers as they were written. */
export function writeJson(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  if (isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

/** Describes the JSON type of a value, for messages. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof JsonNumber) return 'a number';
  if (isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : 'a boolean';
}

/** Finished JSON text, such as a row built by PostgreSQL, which is inserted into an answer unchanged. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Serialises an object of which some members are finished JSON text; undefined members are left out. */
export const writeMembers = (members: Readonly<Record<string, JsonValue | JsonText | undefined>>): string =>
  `{${Object.entries(members)
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : writeJson(value)}`,
    )
    .join(',')}}`;
