/** A JSON number as it was written; every digit is kept until a field's type decides what it is. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Null-prototype, so that `__proto__` or `constructor` are ordinary keys. */
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** JSON text of a value, numbers as they were written. */
export function writeJson(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  if (isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

/** What kind of JSON a value is, for messages. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof JsonNumber) return 'a number';
  if (isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : 'a boolean';
}

/** JSON text that is already finished, such as a row PostgreSQL made; it is put into an answer as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
