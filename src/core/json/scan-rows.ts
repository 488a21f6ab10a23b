import { shortened } from '#core/nearest.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { malformedAt, refuseValues } from './malformed-json.js';
import { positionAt, readExcerpt } from './excerpt.js';
import { OUTSIDE_LIMITS, readJsonInSteps } from './read-json.js';
import type { Steps } from '#core/steps.js';

/** A slice of consecutive rows of a body. */
export interface RowSlice {
  /** Byte offset of the first row. */
  readonly start: number;
  /** Byte offset after the last row. */
  readonly end: number;
  readonly rows: readonly JsonValue[];
}

/** Member to scan for, and memory limits. */
export interface ScanLimits {
  /** Member of the body with the array of rows. */
  readonly member: string;
  /** Maximum bytes of one row, and of all other members together. */
  readonly limitBytes: number;
}

/** Minimum bytes of a slice, unless the rows end before; a slice takes a few milliseconds. */
const SLICE_BYTES = 64 * 1024;

/** Maximum of members of the body, rows and unknown ones included. */
const MAX_MEMBERS = 1_000;

/** Nesting depth of rows, and of the values of the body's members. */
const [ROW_DEPTH, MEMBER_DEPTH] = [2, 1];

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads a large body `{…, member: [row, row, …], …}` slice by slice, members in any order, with the guarantees of
 * `readJson`. Between slices the caller may do other work, and it decides which rows to keep. What is long in itself is
 * read in several steps, of which the last one has the slice.
 *
 * @param bytes UTF-8.
 * @returns at the end, the body with an empty array instead of the rows. A `member` that is not an array, or a body
 *   that is not an object, is returned unchanged.
 * @throws {DomainError} MalformedJson; TooLarge for a row, or for other members, beyond `limitBytes`
 */
export function* scanRows(bytes: Buffer, limits: ScanLimits): Scan<JsonValue> {
  return yield* new Scanner(bytes, limits).document();
}

/** Reads the rows of a slice again. */
export function* readSlice(bytes: Buffer, slice: Pick<RowSlice, 'start' | 'end'>): Steps<readonly JsonValue[]> {
  const { values } = yield* readExcerpt(bytes, { ...slice, depth: ROW_DEPTH });
  return values;
}

/** A scan that returns a `Result` at its end. */
type Scan<Result> = Generator<RowSlice | void, Result, void>;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Kinds of bytes in the search for the end of a value; 0 for all other bytes. */
const [QUOTED, OPENING, CLOSING, SEPARATOR] = [1, 2, 3, 4];
/** Change of nesting depth by kind. */
const STEP_OF = [0, 0, 1, -1, 0];
const KIND_OF = new Uint8Array(256);
KIND_OF[QUOTE] = QUOTED;
KIND_OF[OPEN_ARRAY] = KIND_OF[OPEN_OBJECT] = OPENING;
KIND_OF[CLOSE_ARRAY] = KIND_OF[CLOSE_OBJECT] = CLOSING;
for (const byte of [COMMA, 0x20, 0x0a, 0x0d, 0x09]) KIND_OF[byte] = SEPARATOR;

/** A pass over one body; `at` is the offset of the next unread byte. */
class Scanner {
  private at = 0;
  private otherBytes = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: ScanLimits,
  ) {}

  *document(): Scan<JsonValue> {
    if (this.skipSpace() !== OPEN_OBJECT) return yield* this.noObject();
    this.at++;
    const body = yield* this.members();
    this.skipSpace();
    if (this.at < this.bytes.length) this.fail('nothing may follow the value');
    return body;
  }

  private noObject(): Steps<JsonValue> {
    if (this.bytes.length > this.limits.limitBytes) this.tooLarge(this.otherMembers);
    return readJsonInSteps(this.bytes.toString('utf8'), OUTSIDE_LIMITS);
  }

  private get otherMembers(): string {
    return `The members other than ${this.limits.member} exceed`;
  }

  /** Reads the members of the body, after its opening brace. */
  private *members(): Scan<JsonObject> {
    const body: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
    if (this.skipSpace() === CLOSE_OBJECT) return this.close(body);
    for (let count = 1; ; count++) {
      if (count > MAX_MEMBERS) refuseValues(MAX_MEMBERS);
      const name = yield* this.name(body);
      if (name === this.limits.member && this.skipSpace() === OPEN_ARRAY) {
        yield* this.rows();
        body[name] = [];
      } else body[name] = yield* this.member();
      const next = this.skipSpace();
      if (next === CLOSE_OBJECT) return this.close(body);
      if (next !== COMMA) this.fail("expected ',' or '}'");
      this.at++;
      this.skipSpace();
    }
  }

  private *name(body: JsonObject): Steps<string> {
    const start = this.at;
    if (this.bytes[start] !== QUOTE) this.fail('expected a member name in double quotes');
    const [name] = (yield* this.read(start, this.endOfValue(start, this.otherMembers), MEMBER_DEPTH)) as [string];
    if (body[name] !== undefined) this.fail(`duplicate member '${shortened(name, 64)}'`, start);
    if (this.skipSpace() !== COLON) this.fail("expected ':'");
    this.at++;
    return name;
  }

  private *member(): Steps<JsonValue> {
    this.skipSpace();
    const start = this.at;
    const end = this.endOfValue(start, this.otherMembers);
    this.otherBytes += end - start;
    if (this.otherBytes > this.limits.limitBytes) this.tooLarge(this.otherMembers);
    const [value] = yield* this.read(start, end, MEMBER_DEPTH);
    return value;
  }

  private *rows(): Scan<void> {
    this.at++;
    if (this.skipSpace() === CLOSE_ARRAY) return void this.at++;
    for (;;) {
      const start = this.at;
      this.skipSlice();
      const rows = yield* this.read(start, this.at, ROW_DEPTH);
      yield { start, end: this.at, rows };
      const next = this.skipSpace();
      if (next === CLOSE_ARRAY) return void this.at++;
      if (next !== COMMA) this.fail("expected ',' or ']'");
      this.at++;
      this.skipSpace();
    }
  }

  /** Skips the rows of one slice. */
  private skipSlice(): void {
    const start = this.at;
    for (;;) {
      this.at = this.endOfValue(this.at, 'A row exceeds');
      const end = this.at;
      if (end - start >= SLICE_BYTES || this.skipSpace() !== COMMA) return void (this.at = end);
      this.at++;
      this.skipSpace();
    }
  }

  /** Reads values and moves to the end of the last one. */
  private *read(start: number, end: number, depth: number): Steps<readonly JsonValue[]> {
    const { values, end: stopped } = yield* readExcerpt(this.bytes, { start, end, depth });
    this.at = stopped;
    return values;
  }

  /** Finds the offset after the value that begins at `start`; its syntax is checked when it is read. */
  private endOfValue(start: number, excess: string): number {
    const end = this.endOfNested(start, Math.min(this.bytes.length, start + this.limits.limitBytes));
    if (end - start > this.limits.limitBytes) this.tooLarge(excess);
    return end;
  }

  /**
   * Finds the end of a value with nested ones.
   * @param last offset at which the search stops; the result is greater if the value continues.
   */
  private endOfNested(start: number, last: number): number {
    let depth = 0;
    let at = start;
    while (at < last) {
      const kind = KIND_OF[this.bytes[at]];
      if (depth === 0 && kind >= CLOSING) return at;
      at = kind === QUOTED ? this.endOfString(at) : at + 1;
      depth += STEP_OF[kind];
      if (depth === 0 && (kind === QUOTED || kind === CLOSING)) return at;
    }
    return Math.min(this.bytes.length, last + 1);
  }

  /** Finds the end of a string; the search stops where the string alone exceeds the limit of a value. */
  private endOfString(start: number): number {
    const { bytes } = this;
    const last = Math.min(bytes.length, start + this.limits.limitBytes);
    let at = start + 1;
    while (at < last && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return Math.min(at + 1, bytes.length);
  }

  private close<T>(value: T): T {
    this.at++;
    return value;
  }

  /** Moves to the next byte that is not white space and returns it; `undefined` at the end. */
  private skipSpace(): number | undefined {
    const last = this.at + this.limits.limitBytes;
    while (isSpace(this.bytes[this.at])) if (++this.at > last) this.tooLarge('White space exceeds');
    return this.bytes[this.at];
  }

  private fail(problem: string, at = this.at): never {
    return malformedAt(positionAt(this.bytes, at), problem);
  }

  private tooLarge(excess: string): never {
    const { limitBytes, member: path } = this.limits;
    const fault = { code: 'TooLarge', message: `${excess} ${limitBytes} bytes.`, path } as const;
    throw new DomainError({ ...fault, params: { LimitBytes: limitBytes } });
  }
}
