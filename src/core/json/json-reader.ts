import { shortened } from '#core/nearest.js';
import type { JsonObject, JsonValue } from './json.js';
import { JsonTokens, QUOTE } from './json-tokens.js';
import { refuseValues, type TextPosition, refuseNames } from './malformed-json.js';

/** Maximum nesting depth of arrays and objects in a request body. */
const MAX_JSON_DEPTH = 64;

/** Limits of a text that a caller wrote. */
export interface JsonLimits {
  readonly maxDepth?: number;
  /** Maximum of elements of arrays and members of objects, all of the text together. */
  readonly maxValues?: number;
  /** Maximum of different names of members. */
  readonly maxNames?: number;
}

const COMMA = 0x2c;
const COLON = 0x3a;
export const ARRAY_START = 0x5b;
export const ARRAY_END = 0x5d;
export const OBJECT_START = 0x7b;
export const OBJECT_END = 0x7d;

/** UTF-16 units of a text in which names are not worth remembering. */
const SHORT_TEXT = 16_384;

/**
 * Constructor of objects that inherit nothing. V8 would turn `Object.create(null)` into a hash table, which is several
 * times slower to fill and read.
 */
const Bare = function () {} as unknown as new () => Record<string, JsonValue>;
Bare.prototype = Object.freeze(Object.create(null));

/** A pass over one text (`readJson`). */
export class JsonReader extends JsonTokens {
  private values = 0;
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly names: JsonNames | undefined;

  constructor(
    text: string,
    { maxDepth = MAX_JSON_DEPTH, maxValues = Infinity, maxNames = Infinity }: JsonLimits,
    start?: () => TextPosition,
  ) {
    super(text, start);
    this.maxDepth = maxDepth;
    this.maxValues = maxValues;
    this.names = text.length > SHORT_TEXT ? new JsonNames(maxNames) : undefined;
  }

  document(): JsonValue {
    const value = this.value(0);
    this.end();
    return value;
  }

  protected end(): void {
    this.skipSpace();
    if (this.at < this.text.length) this.fail('nothing may follow the value');
  }

  /** Parses values separated by commas, up to the offset `end`. */
  items(end: number, depth: number): { values: JsonValue[]; end: number } {
    const values: JsonValue[] = [];
    for (;;) {
      values.push(this.value(depth));
      if (this.isLastItem(end)) return { values, end: this.at };
    }
  }

  /** Tells whether no comma follows a value before the offset `end`; moves past the comma that does. */
  protected isLastItem(end: number): boolean {
    if (this.skipSpace() !== COMMA || this.at >= end) return true;
    this.at++;
    return false;
  }

  private value(depth: number): JsonValue {
    const code = this.skipSpace();
    if (code === OBJECT_START) return this.object(depth + 1);
    return code === ARRAY_START ? this.array(depth + 1) : this.scalar(code);
  }

  private object(depth: number): JsonObject {
    const object = this.openObject(depth);
    if (this.isEmpty(OBJECT_END)) return object;
    do {
      const name = this.member(object);
      object[name] = this.value(depth);
    } while (this.goesOn(OBJECT_END));
    return object;
  }

  private array(depth: number): JsonValue[] {
    const array = this.openArray(depth);
    if (this.isEmpty(ARRAY_END)) return array;
    do {
      this.count();
      array.push(this.value(depth));
    } while (this.goesOn(ARRAY_END));
    return array;
  }

  protected openObject(depth: number): Record<string, JsonValue> {
    this.open(depth);
    return new Bare();
  }

  protected openArray(depth: number): JsonValue[] {
    this.open(depth);
    return [];
  }

  private open(depth: number): void {
    if (depth > this.maxDepth) this.fail(`nested deeper than ${this.maxDepth}`);
    this.at++;
  }

  /** Tells whether an array or object ends where it has begun. */
  protected isEmpty(close: number): boolean {
    if (this.skipSpace() !== close) return false;
    this.at++;
    return true;
  }

  /** Reads the comma before another element or member, or the end of the array or object. */
  protected goesOn(close: number): boolean {
    const next = this.skipSpace();
    if (next !== COMMA && next !== close) this.fail(`expected ',' or '${String.fromCharCode(close)}'`);
    this.at++;
    return next === COMMA;
  }

  /** Reads the name of a member, up to its value. */
  protected member(object: JsonObject): string {
    const code = this.skipSpace();
    const start = this.at;
    if (code !== QUOTE) this.fail('expected a member name in double quotes');
    this.count();
    const name = this.names ? this.names.get(this.string()) : this.string();
    if (object[name] !== undefined) this.fail(`duplicate member '${shortened(name, 64)}'`, start);
    if (this.skipSpace() !== COLON) this.fail("expected ':'");
    this.at++;
    return name;
  }

  protected count(): void {
    if (++this.values > this.maxValues) refuseValues(this.maxValues);
  }
}

/**
 * Names of the members of a text, each kept once. V8 finds a member faster by a string that it has seen before, and takes
 * several times as long for a new one.
 */
class JsonNames {
  readonly #known = new Map<string, string>();

  constructor(private readonly max: number) {}

  /** Returns the first string that equals the name. @throws {DomainError} TooLarge for too many different names */
  get(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= this.max) refuseNames(this.max);
    this.#known.set(name, name);
    return name;
  }
}
