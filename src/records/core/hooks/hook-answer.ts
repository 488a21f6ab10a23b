import type { Entity } from '#core/catalogue/entity.js';
import type { HttpHook } from '#core/catalogue/http-hook.js';
import { isSettable } from '#core/fields/service-types.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';

/** A refusal of one record. */
export interface HookRefusal {
  readonly message: string;
  readonly fieldName?: string;
}

/** Answer of a hook about one record. */
export interface RecordAnswer {
  readonly refusals: readonly HookRefusal[];
  /** Values to set, by the name of the field. */
  readonly sets: ReadonlyMap<string, JsonValue>;
}

/** Error of an answer that deviates from what a hook may answer. Its message names the place, and never a text of the other side. */
export class HookAnswerError extends Error {}

/** Most characters of the message of a refusal. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/** The call that is answered. */
export interface AnsweredCall {
  readonly entity: Entity;
  readonly hook: HttpHook;
  /** False on a delete. */
  readonly maySet: boolean;
  /** Number of the sent records. */
  readonly count: number;
}

/**
 * Reads an answer strictly: every deviation is an error.
 *
 * @returns an answer for each sent record
 * @throws {HookAnswerError}
 */
export function readHookAnswer(body: JsonValue, call: AnsweredCall): readonly RecordAnswer[] {
  const { Refusals, Set } = members(body, 'the body', ['Refusals', 'Set']);
  const refusals = Array.from({ length: call.count }, (): HookRefusal[] => []);
  const sets = new Map<number, ReadonlyMap<string, JsonValue>>();
  for (const [i, item] of items(Refusals, 'Refusals').entries()) {
    const at = `Refusals[${i}]`;
    const refusal = members(item, at, ['Index', 'Message'], ['FieldName']);
    refusals[indexOf(refusal, at, call)].push(refusalOf(refusal, at, call));
  }
  for (const [i, item] of items(Set, 'Set').entries()) {
    const at = `Set[${i}]`;
    const set = members(item, at, ['Index', 'Fields']);
    const index = indexOf(set, at, call);
    if (sets.has(index)) throw new HookAnswerError(`${at}.Index occurs twice`);
    sets.set(index, fieldsOf(set.Fields, `${at}.Fields`, call));
  }
  return refusals.map((each, i) => ({ refusals: each, sets: sets.get(i) ?? NO_SETS }));
}

const NO_SETS: ReadonlyMap<string, JsonValue> = new Map();

function members(
  json: JsonValue,
  at: string,
  required: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  if (!isObject(json)) throw new HookAnswerError(`${at} must be an object`);
  const missing = required.find((name) => !Object.hasOwn(json, name));
  if (missing !== undefined) throw new HookAnswerError(`${at} must have ${missing}`);
  if (Object.keys(json).some((name) => !required.includes(name) && !optional.includes(name)))
    throw new HookAnswerError(`${at} must have ${[...required, ...optional].join(', ')} and nothing else`);
  return json;
}

function items(json: JsonValue, at: string): readonly JsonValue[] {
  if (!isArray(json)) throw new HookAnswerError(`${at} must be an array`);
  return json;
}

function indexOf({ Index: index }: JsonObject, at: string, { count }: AnsweredCall): number {
  const number = index instanceof JsonNumber && /^\d{1,9}$/.test(index.text) ? Number(index.text) : -1;
  if (number < 0 || number >= count) throw new HookAnswerError(`${at}.Index must be that of a sent record`);
  return number;
}

function refusalOf(
  { Message: message, FieldName: name }: JsonObject,
  at: string,
  { entity }: AnsweredCall,
): HookRefusal {
  if (typeof message !== 'string' || message.trim() === '' || message.length > MAX_MESSAGE_CHARACTERS)
    throw new HookAnswerError(`${at}.Message must be text of 1 to ${MAX_MESSAGE_CHARACTERS} characters`);
  if (name === undefined || name === null) return { message };
  const field = typeof name === 'string' ? entity.fields.get(name.toLowerCase()) : undefined;
  if (!field) throw new HookAnswerError(`${at}.FieldName must be the name of a field of ${entity.name}`);
  return { message, fieldName: field.name };
}

function fieldsOf(json: JsonValue, at: string, { entity, hook, maySet }: AnsweredCall): ReadonlyMap<string, JsonValue> {
  if (!isObject(json)) throw new HookAnswerError(`${at} must be an object`);
  if (!maySet || hook.mode !== 'Transform')
    throw new HookAnswerError(`${at} is allowed for Mode Transform on inserts and updates`);
  const sets = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(json)) {
    const field = entity.fields.get(name.toLowerCase());
    if (!field || !isSettable(field))
      throw new HookAnswerError(`${at} must name fields of ${entity.name} that a hook can set`);
    if (sets.has(field.name)) throw new HookAnswerError(`${at} names ${field.name} twice`);
    sets.set(field.name, value);
  }
  return sets;
}
