import { shortened } from '../nearest.js';
import { ESCAPES } from './escapes.js';
import { JsonNumber, type JsonObject, type JsonValue } from './json.js';
import { malformedAt, refuseElements, TEXT_START, type TextPosition } from './malformed-json.js';

/** Maximum nesting depth of arrays and objects in a request body. */
const MAX_JSON_DEPTH = 64;

/** Part of a longer text: values separated by commas. */
export interface Excerpt {
  readonly text: string;
  /** UTF-16 units of `text` that belong to the excerpt; the rest only shows that the text continues. */
  readonly length: number;
  /** Number of arrays and objects that enclose the excerpt. */
  readonly depth: number;
  /** Returns the position of the excerpt; called for errors only. */
  readonly start: () => TextPosition;
}

/**
 * Parses one JSON text (strict RFC 8259) without loss: numbers stay as written, keys such as `__proto__` are ordinary,
 * and lone surrogates are accepted (a field's type may refuse them).
 *
 * @param text the whole body; time and memory are linear in its length.
 * @throws {DomainError} MalformedJson with `Line` and `Column` (both from 1) for bad syntax, a duplicate member,
 *   anything after the value, or nesting deeper than `maxDepth`; TooLarge when all arrays have more than `maxElements`.
 */
export function readJson(text: string, { maxDepth = MAX_JSON_DEPTH, maxElements = Infinity } = {}): JsonValue {
  return new Reader(text, maxDepth, undefined, maxElements).document();
}

/**
 * Parses the values of an excerpt as `readJson` would in the whole text.
 * @returns the values and the offset at which parsing stopped: the end of the excerpt, unless a value is followed by
 *   anything other than a comma or the end.
 * @throws {DomainError} MalformedJson, with the position in the whole text.
 */
export function readExcerpt({ text, length, depth, start }: Excerpt): { values: JsonValue[]; end: number } {
  return new Reader(text, MAX_JSON_DEPTH, start).items(length, depth);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Constructor of objects that inherit nothing. V8 would turn `Object.create(null)` into a hash table, which is several
 * times slower to fill and read.
 */
const Bare = function () {} as unknown as new () => Record<string, JsonValue>;
Bare.prototype = Object.freeze(Object.create(null));

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

/** A pass over one text; `at` is the offset of the next unread UTF-16 unit. */
class Reader {
  private at = 0;
  private elements = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
    private readonly start: () => TextPosition = () => TEXT_START,
    private readonly maxElements = Infinity,
  ) {}

  document(): JsonValue {
    const value = this.value(0);
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

  private value(depth: number): JsonValue {
    switch (this.skipSpace()) {
      case QUOTE:
        return this.string();
      case OPEN_OBJECT:
        return this.object(depth + 1);
      case OPEN_ARRAY:
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
    this.open(depth);
    const object = new Bare();
    if (this.skipSpace() === CLOSE_OBJECT) return this.close(object);
    for (;;) {
      const start = this.at;
      if (this.skipSpace() !== QUOTE) this.fail('expected a member name in double quotes');
      const name = this.string();
      if (object[name] !== undefined) this.fail(`duplicate member '${shortened(name, 64)}'`, start);
      if (this.skipSpace() !== COLON) this.fail("expected ':'");
      this.at++;
      object[name] = this.value(depth);
      const next = this.skipSpace();
      if (next === CLOSE_OBJECT) return this.close(object);
      if (next !== COMMA) this.fail("expected ',' or '}'");
      this.at++;
      this.skipSpace();
    }
  }

  private array(depth: number): JsonValue[] {
    this.open(depth);
    const array: JsonValue[] = [];
    if (this.skipSpace() === CLOSE_ARRAY) return this.close(array);
    for (;;) {
      if (++this.elements > this.maxElements) refuseElements(this.maxElements);
      array.push(this.value(depth));
      const next = this.skipSpace();
      if (next === CLOSE_ARRAY) return this.close(array);
      if (next !== COMMA) this.fail("expected ',' or ']'");
      this.at++;
    }
  }

  private open(depth: number): void {
    if (depth > this.maxDepth) this.fail(`nested deeper than ${this.maxDepth}`);
    this.at++;
  }

  private close<T>(value: T): T {
    this.at++;
    return value;
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
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    if (this.at === start) this.fail(this.at < this.text.length ? expected : 'the text ends too early');
  }

  /** Parses a string; it is one slice of the text unless it has escapes. */
  private string(): string {
    let start = ++this.at;
    let read = '';
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) {
        const last = this.text.slice(start, this.at++);
        return read === '' ? last : read + last;
      }
      if (code === BACKSLASH) {
        read += this.text.slice(start, this.at) + this.escape();
        start = this.at;
      } else if (code >= 0x20) this.at++;
      else this.fail(this.at < this.text.length ? 'a control character must be escaped' : 'the text ends too early');
    }
  }

  private escape(): string {
    const letter = this.text[++this.at];
    if (letter === 'u') return this.unicode();
    const meant = ESCAPES[letter];
    if (meant === undefined) this.fail('unknown escape');
    this.at++;
    return meant;
  }

  private unicode(): string {
    let code = 0;
    for (let left = 4; left > 0; left--) {
      const digit = hexDigit(this.text.charCodeAt(++this.at));
      if (digit < 0) this.fail('expected four hexadecimal digits');
      code = code * 16 + digit;
    }
    this.at++;
    return String.fromCharCode(code);
  }

  /** Moves to the next unit that is not white space and returns its code; NaN at the end. */
  private skipSpace(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = this.text.charCodeAt(++this.at);
    return code;
  }

  private fail(problem: string, at = this.at): never {
    const lines = this.text.slice(0, at).split('\n');
    const { line, column } = this.start();
    const before = lines.at(-1)!.length + (lines.length === 1 ? column : 1);
    return malformedAt({ line: line + lines.length - 1, column: before }, problem);
  }
}

/** Converts a hexadecimal digit to its value; -1 for other characters. */
function hexDigit(code: number): number {
  if (isDigit(code)) return code - ZERO;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
