import type { Fault } from '../../core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';

/** `$order.Id` is a reference; `$$order.Id` is the text `$order.Id`. */
const REFERENCE = /^(\$?)\$([A-Za-z][A-Za-z0-9_]{0,62})\.([A-Za-z]+)$/;

/** Members of a step that may have references in place of values. */
const WITH_VALUES = ['Fields', 'WhereClause'];

/** A reference to a step's record in a later step, and its path. */
export interface Reference {
  readonly ref: string;
  readonly member: string;
  readonly path: string;
}

/** Replaces references in a value at any depth; member names are left as they are. */
function replaced(json: JsonValue, path: string, resolve: (reference: Reference) => JsonValue): JsonValue {
  if (typeof json === 'string') {
    const found = REFERENCE.exec(json);
    if (!found) return json;
    return found[1] ? json.slice(1) : resolve({ ref: found[2], member: found[3], path });
  }
  if (isArray(json)) return json.map((item, i) => replaced(item, `${path}[${i}]`, resolve));
  if (!isObject(json)) return json;
  const result: Record<string, JsonValue> = Object.create(null);
  for (const [name, value] of Object.entries(json)) result[name] = replaced(value, `${path}.${name}`, resolve);
  return result;
}

/** A step's body with the value that `resolve` gives for each reference; it is typed and bound like any other value. */
export function withReferences(body: JsonObject, resolve: (reference: Reference) => JsonValue): JsonObject {
  const result: Record<string, JsonValue> = Object.assign(Object.create(null), body);
  for (const name of WITH_VALUES) {
    const value = body[name];
    if (value !== undefined) result[name] = replaced(value, name, resolve);
  }
  return result;
}

/** Fault of a reference from step `i` to step `at`: only `Id` of an earlier step can be referred to. */
export function referenceFault(at: number | undefined, i: number, { ref, member, path }: Reference): Fault | undefined {
  const text = `$${ref}.${member}`;
  const fault = (message: string): Fault => ({ code: 'Validation', message, path });
  if (at === undefined) return fault(`No step has the Ref '${ref}'. To write the text '${text}', begin it with $$.`);
  if (at >= i) return fault(`'${text}' refers to a step that has not run by then: steps refer to earlier ones.`);
  return member === 'Id' ? undefined : fault(`'${text}': a reference takes the Id of a step's record, $${ref}.Id.`);
}
