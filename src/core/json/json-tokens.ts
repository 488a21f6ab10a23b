import { JsonNumber, type JsonValue } from './json.js';
import { malformedAt, TEXT_START, type TextPosition } from './malformed-json.js';

export const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const NEW_LINE = 0x0a;
const LETTER_U = 0x75;
/** 1 for units that may follow a backslash, except `u`. */
const ESCAPED = new Uint8Array(128);
for (const letter of '"\\/bfnrt') ESCAPED[letter.charCodeAt(0)] = 1;
/** Units that need no escape, from `lastIndex` on. */
const UNESCAPED = /[ !#-[\]-\uffff]*/y;
/** UTF-16 units of a string after which it is searched by a regular expression, which pays for long ones. */
const SHORT_STRING = 64;

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

/** Reads the values of a JSON text that are no arrays or objects; `at` is the offset of the next unread UTF-16 unit. */
export class JsonTokens {
  protected at = 0;

  constructor(
    protected readonly text: string,
    private readonly start: () => TextPosition = () => TEXT_START,
  ) {}

  /** Parses a value that is no array or object, from its first unit on. */
  protected scalar(code: number): JsonValue {
    switch (code) {
      case QUOTE:
        return this.string();
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
  protected string(): string {
    this.at++;
    const text = this.piece(Infinity);
    this.at++;
    return text;
  }

  /** Parses a string from the current offset up to its closing quote, or to some unit beyond the offset `max`. */
  protected piece(max: number): string {
    const { text, at: start } = this;
    let at = start;
    let short = start + SHORT_STRING;
    let hasEscapes = false;
    for (;;) {
      if (at > short) {
        if (at > max) break;
        UNESCAPED.lastIndex = at;
        UNESCAPED.test(text);
        at = UNESCAPED.lastIndex;
        short = at + SHORT_STRING;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        at += text.charCodeAt(at + 1) === LETTER_U ? 6 : 2;
        hasEscapes = true;
      } else if (code >= 0x20) at++;
      else {
        this.checkEscapes(start, at);
        this.fail(at < text.length ? 'a control character must be escaped' : 'the text ends too early', at);
      }
    }
    this.at = at;
    return hasEscapes ? this.unescaped(start, at) : text.slice(start, at);
  }

  /** Reads the closing quote of a string, if that comes next. */
  protected endsString(): boolean {
    if (this.text.charCodeAt(this.at) !== QUOTE) return false;
    this.at++;
    return true;
  }

  private unescaped(start: number, end: number): string {
    try {
      return JSON.parse(`"${this.text.slice(start, end)}"`) as string;
    } catch (error) {
      this.checkEscapes(start, end);
      throw error;
    }
  }

  /** Refuses the first faulty escape between the offsets. */
  private checkEscapes(start: number, end: number): void {
    for (let at = start; at < end;) at = this.text.charCodeAt(at) === BACKSLASH ? this.endOfEscape(at) : at + 1;
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

  protected fail(problem: string, at = this.at): never {
    const { line, column } = this.start();
    const { text } = this;
    let [lines, lineStart] = [0, 0];
    for (let i = 0; i < at; i++) {
      if (text.charCodeAt(i) !== NEW_LINE) continue;
      lines++;
      lineStart = i + 1;
    }
    return malformedAt({ line: line + lines, column: at - lineStart + (lines === 0 ? column : 1) }, problem);
  }
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}
