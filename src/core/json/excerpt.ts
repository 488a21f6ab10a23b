import type { JsonValue } from './json.js';
import { JsonReader } from './json-reader.js';
import { LongJsonReader } from './long-json-reader.js';
import type { TextPosition } from './malformed-json.js';
import { OUTSIDE_LIMITS } from './read-json.js';
import type { Steps } from '#core/steps.js';

/** Part of a long text: values separated by commas. */
interface Excerpt {
  /** Byte offset of the first value. */
  readonly start: number;
  /** Byte offset after the last value. */
  readonly end: number;
  /** Number of arrays and objects that enclose the excerpt. */
  readonly depth: number;
}

/** Bytes of an excerpt that is decoded and parsed in one step, which is faster. */
const ONE_STEP_BYTES = 262_144;

const NEW_LINE = 0x0a;

/**
 * Parses the values of an excerpt as `readJson` would in the whole text, each excerpt within the limits of a text from
 * outside; a long one in steps.
 * @returns the values and the byte offset at which parsing stopped: the end of the excerpt, unless a value is followed
 *   by anything other than a comma or the end.
 * @throws {DomainError} MalformedJson, with the position in the whole text; TooLarge
 */
export function* readExcerpt(
  bytes: Buffer,
  { start, end, depth }: Excerpt,
): Steps<{ values: JsonValue[]; end: number }> {
  const isLong = end - start > ONE_STEP_BYTES;
  if (isLong) yield;
  const own = bytes.toString('utf8', start, end);
  if (isLong) yield;
  // A further unit shows that the text continues.
  const text = own + bytes.toString('latin1', end, end + 1);
  const position = (): TextPosition => positionAt(bytes, start);
  const read = isLong
    ? yield* new LongJsonReader(text, OUTSIDE_LIMITS, position).itemsInSteps(own.length, depth)
    : new JsonReader(text, OUTSIDE_LIMITS, position).items(own.length, depth);
  const isWhole = read.end === own.length;
  return { values: read.values, end: isWhole ? end : start + Buffer.byteLength(text.slice(0, read.end)) };
}

/** Line and column of a byte offset. */
export function positionAt(bytes: Buffer, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at++) {
    if (bytes[at] !== NEW_LINE) continue;
    line++;
    lineStart = at + 1;
  }
  return { line, column: bytes.toString('utf8', lineStart, offset).length + 1 };
}
