import type { Fault } from '#core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';

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

/** Converts references to what stands in their place. */
type Resolve = (reference: Reference) => JsonValue;

/**
 * Replaces references in a value at any depth; member names are left as they are. Values without references are not copied.
 * @param keys of the value, from the body on; they become a path where there is a reference
 */
function replaced(json: JsonValue, keys: (string | number)[], resolve: Resolve): JsonValue {
  if (typeof json === 'string') return replacedText(json, keys, resolve);
  if (!isArray(json) && !isObject(json)) return json;
  let copy: Record<string | number, JsonValue> | undefined;
  for (const [key, value] of isArray(json) ? json.entries() : Object.entries(json)) {
    keys.push(key);
    const made = replaced(value, keys, resolve);
    keys.pop();
    if (made === value) continue;
    copy ??= copyOf(json);
    copy[key] = made;
  }
  return copy ?? json;
}

function replacedText(text: string, keys: readonly (string | number)[], resolve: Resolve): JsonValue {
  const found = text.startsWith('$') ? REFERENCE.exec(text) : null;
  if (!found) return text;
  return found[1] ? text.slice(1) : resolve({ ref: found[2], member: found[3], path: pathOf(keys) });
}

const copyOf = (json: JsonObject | readonly JsonValue[]): Record<string | number, JsonValue> =>
  isArray(json) ? (json.slice() as unknown as Record<number, JsonValue>) : Object.assign(Object.create(null), json);

const pathOf = (keys: readonly (string | number)[]): string =>
  keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');

/** A step's body with the value that `resolve` gives for each reference; it is typed and bound like any other value. */
export function withReferences(body: JsonObject, resolve: Resolve): JsonObject {
  const result: Record<string, JsonValue> = Object.assign(Object.create(null), body);
  for (const name of WITH_VALUES) {
    const value = body[name];
    if (value !== undefined) result[name] = replaced(value, [name], resolve);
  }
  return result;
}

/** Fault of a reference from step `i` to step `at`: only `Id` of an earlier step can be referred to. */
export function referenceFault(at: number | undefined, i: number, { ref, member, path }: Reference): Fault | undefined {
  const text = `$${ref}.${member}`;
  const fault = (message: string): Fault => ({ code: 'Validation', message, path });
  if (at === undefined)
    return fault(`No step has the Ref '${shortened(ref)}'. To write the text '${shortened(text)}', begin it with $$.`);
  if (at >= i)
    return fault(`'${shortened(text)}' refers to a step that has not run by then: steps refer to earlier ones.`);
  return member === 'Id'
    ? undefined
    : fault(`'${shortened(text)}': a reference takes the Id of a step's record, $${shortened(ref)}.Id.`);
}
