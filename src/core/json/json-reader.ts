import { shortened } from '../nearest.js';
import { JsonNumber, type JsonObject, type JsonValue } from './json.js';
import { JsonNames } from './json-names.js';
import { malformedAt, positionAt, refuseValues, TEXT_START, type TextPosition } from './malformed-json.js';

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

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
export const ARRAY_START = 0x5b;
const BACKSLASH = 0x5c;
export const ARRAY_END = 0x5d;
export const OBJECT_START = 0x7b;
export const OBJECT_END = 0x7d;
const LETTER_U = 0x75;
/** 1 for units that may follow a backslash, except `u`. */
const ESCAPED = new Uint8Array(128);
for (const letter of '"\\/bfnrt') ESCAPED[letter.charCodeAt(0)] = 1;
/** Units that need no escape, from `lastIndex` on. */
const UNESCAPED = /[ !#-[\]-\uffff]*/y;
/** UTF-16 units of a string after which it is searched by a regular expression, which pays for long ones. */
const SHORT_STRING = 64;

/** UTF-16 units of a text in which names are not worth remembering. */
const SHORT_TEXT = 16_384;

/**
 * Constructor of objects that inherit nothing. V8 would turn `Object.create(null)` into a hash table, which is several
 * times slower to fill and read.
 */
export const Bare = function () {} as unknown as new () => Record<string, JsonValue>;
Bare.prototype = Object.freeze(Object.create(null));

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

/** A pass over one text (`readJson`); `at` is the offset of the next unread UTF-16 unit. */
export class JsonReader {
  private at = 0;
  protected values = 0;
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly names: JsonNames | undefined;

  constructor(
    private readonly text: string,
    { maxDepth = MAX_JSON_DEPTH, maxValues = Infinity, maxNames = Infinity }: JsonLimits,
    private readonly start: () => TextPosition = () => TEXT_START,
  ) {
    this.maxDepth = maxDepth;
    this.maxValues = maxValues;
    this.names = text.length > SHORT_TEXT ? new JsonNames(maxNames) : undefined;
  }

  document(): JsonValue {
    return this.whole(this.value(0));
  }

  /** Returns the value of the text. @throws {DomainError} MalformedJson if anything follows it */
  protected whole(value: JsonValue): JsonValue {
    this.skipSpace();
    if (this.at < this.text.length) this.fail('nothing may follow the value');
    return value;
  }

  /** Parses values separated by commas, up to the offset `end`. */
  items(end: number, depth: number): { values: JsonValue[]; end: number } {
    const values: JsonValue[] = [];
    for (;;) {
      values.push(this.value(depth));
      if (this.skipSpace() !== COMMA || this.at >= end) return { values, end: this.at };
      this.at++;
    }
  }

  protected value(depth: number): JsonValue {
    switch (this.skipSpace()) {
      case QUOTE:
        return this.string();
      case OBJECT_START:
        return this.object(depth + 1);
      case ARRAY_START:
        return this.array(depth + 1);
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(depth: number): JsonObject {
    const object = new Bare();
    if (this.isEmpty(depth, OBJECT_END)) return object;
    do object[this.nameOfMember(object)] = this.value(depth);
    while (!this.isClosed(OBJECT_END, "expected ',' or '}'"));
    return object;
  }

  private array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    if (this.isEmpty(depth, ARRAY_END)) return array;
    do {
      this.count();
      array.push(this.value(depth));
    } while (!this.isClosed(ARRAY_END, "expected ',' or ']'"));
    return array;
  }

  /** Enters an array or object. @returns true if it has ended already */
  protected isEmpty(depth: number, closing: number): boolean {
    if (depth > this.maxDepth) this.fail(`nested deeper than ${this.maxDepth}`);
    this.at++;
    if (this.skipSpace() !== closing) return false;
    this.at++;
    return true;
  }

  /** Moves behind the unit that follows a value of an array or object. @returns true if it has ended */
  protected isClosed(closing: number, expected: string): boolean {
    const next = this.skipSpace();
    if (next !== closing && next !== COMMA) this.fail(expected);
    this.at++;
    return next === closing;
  }

  protected count(): void {
    if (++this.values > this.maxValues) refuseValues(this.maxValues);
  }

  /** Parses the name of an object's next member, up to its value. */
  protected nameOfMember(object: JsonObject): string {
    if (this.skipSpace() !== QUOTE) this.fail('expected a member name in double quotes');
    const start = this.at;
    this.count();
    const name = this.names ? this.names.get(this.string()) : this.string();
    if (object[name] !== undefined) this.fail(`duplicate member '${shortened(name, 64)}'`, start);
    if (this.skipSpace() !== COLON) this.fail("expected ':'");
    this.at++;
    return name;
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('expected a value');
    this.at += word.length;
    return value;
  }

  private number(): JsonNumber {
    const start = this.at;
    if (this.text.charCodeAt(this.at) === MINUS) this.at++;
    if (this.text.charCodeAt(this.at) === ZERO) this.at++;
    else this.digits(this.at === start ? 'expected a value' : 'expected a digit');
    if (this.text.charCodeAt(this.at) === DOT) {
      this.at++;
      this.digits('expected a digit');
    }
    if ((this.text.charCodeAt(this.at) | 0x20) === 0x65) this.exponent();
    return new JsonNumber(this.text.slice(start, this.at));
  }

  private exponent(): void {
    const sign = this.text.charCodeAt(++this.at);
    if (sign === MINUS || sign === 0x2b) this.at++;
    this.digits('expected a digit');
  }

  private digits(expected: string): void {
    const { text } = this;
    let { at } = this;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === this.at) this.fail(at < text.length ? expected : 'the text ends too early');
    this.at = at;
  }

  /** Parses a string; it is one slice of the text unless it has escapes. */
  private string(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let short = start + SHORT_STRING;
    let hasEscapes = false;
    for (;;) {
      if (at > short) {
        UNESCAPED.lastIndex = at;
        UNESCAPED.test(text);
        at = UNESCAPED.lastIndex;
        short = at + SHORT_STRING;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        at = this.endOfEscape(at);
        hasEscapes = true;
      } else if (code >= 0x20) at++;
      else this.fail(at < text.length ? 'a control character must be escaped' : 'the text ends too early', at);
    }
    this.at = at + 1;
    return hasEscapes ? (JSON.parse(text.slice(start - 1, at + 1)) as string) : text.slice(start, at);
  }

  /** Checks the escape that begins at the offset, and returns the offset after it. */
  private endOfEscape(start: number): number {
    const letter = this.text.charCodeAt(start + 1);
    if (letter !== LETTER_U) {
      if (ESCAPED[letter] !== 1) this.fail('unknown escape', start + 1);
      return start + 2;
    }
    const end = start + 6;
    for (let at = start + 2; at < end; at++) {
      if (!isHexDigit(this.text.charCodeAt(at))) this.fail('expected four hexadecimal digits', at);
    }
    return end;
  }

  /** Moves to the next unit that is not white space and returns its code; NaN at the end. */
  protected skipSpace(): number {
    const { text } = this;
    let { at } = this;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    this.at = at;
    return code;
  }

  private fail(problem: string, at = this.at): never {
    return malformedAt(positionAt(this.text, at, this.start()), problem);
  }
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}
