import { shortened } from '#core/nearest.js';
import { isArray, isObject, JsonNumber, type JsonValue } from '#core/json/json.js';

/** JSON as JavaScript has it: what coded actions and hooks take and give. */
export type PlainJson =
  null | boolean | number | string | readonly PlainJson[] | { readonly [name: string]: PlainJson };

/** Most digits of which a JavaScript number keeps each. */
const EXACT_DIGITS = 15;
/** Deepest nesting, which ends objects that hold themselves. */
const MAX_DEPTH = 100;

/** A value that is no JSON, or a too large one; its message says which part. */
export class NotJson extends Error {}

/** Value as JavaScript has it. A number with more digits than it keeps becomes text. */
export function plainOf(value: JsonValue): PlainJson {
  if (value instanceof JsonNumber) return isExact(value.text) ? Number(value.text) : value.text;
  if (isArray(value)) return value.map(plainOf);
  if (!isObject(value)) return value;
  const members: Record<string, PlainJson> = {};
  for (const [name, item] of Object.entries(value)) setMember(members, name, plainOf(item));
  return members;
}

function isExact(text: string): boolean {
  const [mantissa] = text.toLowerCase().split('e');
  const digits = mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return (digits.length <= EXACT_DIGITS || String(Number(text)) === text) && Number.isFinite(Number(text));
}

/** Value without the members that have none. */
export function withoutNulls(value: PlainJson): PlainJson {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly PlainJson[]).map(withoutNulls);
  const members: Record<string, PlainJson> = {};
  for (const [name, item] of Object.entries(value) as readonly [string, PlainJson][])
    if (item !== null) setMember(members, name, withoutNulls(item));
  return members;
}

/** Sets a member of any name, `__proto__` too. */
const setMember = (members: object, name: string, value: PlainJson): unknown =>
  Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });

/**
 * Copies a value of other code as JSON. Members without a value are left out, as JSON.stringify does; whatever it would
 * change silently is refused.
 * @param name of the value in messages
 * @param maxCharacters of its JSON text, at least about; a larger value is not read to its end
 * @throws {NotJson}
 */
export function readPlain(value: unknown, name: string, maxCharacters: number): PlainJson {
  return new PlainReader(name, maxCharacters).read(value, name, 0);
}

class PlainReader {
  #characters = 0;

  constructor(
    private readonly name: string,
    private readonly most: number,
  ) {}

  read(value: unknown, path: string, depth: number): PlainJson {
    if (depth > MAX_DEPTH) throw new NotJson(`${this.name} is nested more than ${MAX_DEPTH} levels deep.`);
    this.#take(typeof value === 'string' ? value.length + 2 : 2);
    if (Array.isArray(value)) return this.#list(value, path, depth);
    if (typeof value === 'object' && value !== null) return this.#object(value, path, depth);
    return this.#plain(value, path);
  }

  #plain(value: unknown, path: string): PlainJson {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#text(value, path);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    const shown = typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
    throw new NotJson(`${path} is ${shown}, which is no JSON.`);
  }

  #text(text: string, path: string): string {
    if (!text.isWellFormed() || text.includes('\0'))
      throw new NotJson(`${path} has characters that cannot be stored: U+0000 or broken Unicode.`);
    return text;
  }

  #list(list: readonly unknown[], path: string, depth: number): PlainJson {
    const items: PlainJson[] = [];
    for (let i = 0; i < list.length; i++) items.push(this.read(list[i], `${path}[${i}]`, depth + 1));
    return items;
  }

  #object(object: object, path: string, depth: number): PlainJson {
    if ('toJSON' in object && typeof object.toJSON === 'function')
      return this.read((object.toJSON as (name: string) => unknown)(''), path, depth + 1);
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw new NotJson(`${path} is an object of a class, which is no JSON: give a plain object.`);
    const members: Record<string, PlainJson> = {};
    for (const name of Object.keys(object)) {
      const value: unknown = (object as Readonly<Record<string, unknown>>)[name];
      this.#take(name.length + 3);
      if (value === undefined) continue;
      this.#text(name, `A name in ${path}`);
      setMember(members, name, this.read(value, `${path}.${shortened(name)}`, depth + 1));
    }
    return members;
  }

  #take(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.most) throw new NotJson(`${this.name} is larger than ${this.most} characters.`);
  }
}
