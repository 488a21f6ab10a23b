import { RE2JS } from 're2js';
import { patternSize, widePartsOf } from './pattern-size.js';

/** Most characters of a pattern, and most instructions of its program (docs/limits.md). */
const MAX_PATTERN_LENGTH = 1_000;
const MAX_PROGRAM = 1_000;
/** Most classes of Unicode characters in a pattern. */
const MAX_WIDE_PARTS = 100;
/** Most instructions times characters for one text, and for the texts of one record with its nested ones. */
export const MAX_PATTERN_WORK = 200_000;

/** Largest program for which Node's own engine is used. */
const MAX_PLAIN_PROGRAM = 100;
/** Steps of Node's engine for one unit of work. */
const PLAIN_STEPS = 32;
/** Units of work of every test, and of a character that leads to a state that the linear engine remembers. */
const [TEST_UNITS, CHARACTER_UNITS] = [8, 1 / 4];
/** Memory for the states that the linear engine remembers, of one pattern and of all. */
const [STATE_BYTES, ALL_STATE_BYTES] = [300_000, 32_000_000];
const MAX_KEPT = 500;

/** Counts the work of checking texts against patterns. */
export class PatternWork {
  #done = 0;

  /** Units of work so far. */
  get done(): number {
    return this.#done;
  }

  add(units: number): void {
    this.#done += units;
  }

  /** True when no further text is checked. */
  get isSpent(): boolean {
    return this.#done >= MAX_PATTERN_WORK;
  }

  /** Begins anew, after the event loop was yielded. */
  restart(): void {
    this.#done = 0;
  }

  /** True when the event loop should be yielded before more is done. */
  get isDue(): boolean {
    return this.#done >= MAX_PATTERN_WORK / 4;
  }
}

/** A compiled pattern. One test of it is bounded by the size of its program and the length of the text. */
export interface BoundedPattern {
  /** Longest text, in UTF-16 code units, that it takes. */
  readonly maxLength: number;
  /** Tests a text of at most that length, and counts the work. */
  test(text: string, work?: PatternWork): boolean;
}

/** A pattern on Node's own engine, which allocates nothing. */
class PlainPattern implements BoundedPattern {
  readonly maxLength: number;

  constructor(
    private readonly pattern: RegExp,
    private readonly size: number,
  ) {
    this.maxLength = Math.floor((MAX_PATTERN_WORK * PLAIN_STEPS) / size);
  }

  test(text: string, work?: PatternWork): boolean {
    work?.add((text.length * this.size) / PLAIN_STEPS);
    return this.pattern.test(text);
  }
}

/** Work of reading a text once. */
export const readingUnits = (text: string): number => TEST_UNITS + text.length * CHARACTER_UNITS;

/** Memory of the states of all patterns. */
const kept = { bytes: 0 };

/** A pattern on the linear engine. It remembers the states that texts lead to, which costs memory and saves time. */
class LinearPattern implements BoundedPattern {
  readonly maxLength: number;
  readonly #size: number;

  constructor(private readonly pattern: RE2JS) {
    this.#size = pattern.programSize();
    this.maxLength = Math.floor(MAX_PATTERN_WORK / this.#size);
  }

  test(text: string, work?: PatternWork): boolean {
    const { dfa } = this.pattern.re2();
    if (dfa.stateBudget > STATE_BYTES) dfa.stateBudget = dfa.memBudget = STATE_BYTES;
    const [states, free] = [dfa.stateCount, dfa.memBudget];
    const matches = this.pattern.test(text);
    kept.bytes += free - dfa.memBudget;
    // A full memory is emptied with the states in which a test begins: then each character may have led to a new one.
    const isFull = dfa.stateCount > 0 && dfa.startStates.size === 0;
    const built = isFull ? text.length : dfa.stateCount - states;
    work?.add(readingUnits(text) + built * this.#size);
    if (kept.bytes > ALL_STATE_BYTES) forgetStates();
    return matches;
  }

  forget(): void {
    this.pattern.re2().dfa.clearCache();
  }
}

/** Compiled patterns by their text; the oldest ones are dropped. */
const patterns = new Map<string, BoundedPattern>();

function forgetStates(): void {
  for (const pattern of patterns.values()) if (pattern instanceof LinearPattern) pattern.forget();
  kept.bytes = 0;
}

/** Reason why a pattern is refused, as the end of a sentence. */
export class PatternRefused extends Error {}

/**
 * Compiles a pattern, or takes it from memory. Those whose compilation would take long are refused before it.
 * @throws {PatternRefused}
 */
export function boundedPattern(source: string): BoundedPattern {
  const known = patterns.get(source);
  if (known) return known;
  const compiled = compile(source);
  if (patterns.size >= MAX_KEPT)
    for (const oldest of [...patterns.keys()].slice(0, MAX_KEPT / 10)) patterns.delete(oldest);
  patterns.set(source, compiled);
  return compiled;
}

function compile(source: string): BoundedPattern {
  if (source.length > MAX_PATTERN_LENGTH)
    throw new PatternRefused(`has ${source.length} characters; a pattern has at most ${MAX_PATTERN_LENGTH}`);
  const size = patternSize(source);
  if (size > MAX_PROGRAM) throw new PatternRefused(tooLarge(size));
  if (widePartsOf(source) > MAX_WIDE_PARTS)
    throw new PatternRefused(`has more than ${MAX_WIDE_PARTS} classes of Unicode characters`);
  try {
    const plain = size <= MAX_PLAIN_PROGRAM ? plainPattern(source) : undefined;
    const linear = RE2JS.compile(source);
    if (linear.programSize() > MAX_PROGRAM) throw new PatternRefused(tooLarge(linear.programSize()));
    return plain ? new PlainPattern(plain, size) : new LinearPattern(linear);
  } catch (error) {
    if (error instanceof PatternRefused) throw error;
    throw new PatternRefused(`is not a valid pattern: ${(error as Error).message}`);
  }
}

const tooLarge = (size: number): string =>
  `compiles to up to ${size} instructions; a pattern has at most ${MAX_PROGRAM}: use smaller counts in braces, or fewer parts`;

/** A character of a pattern: literal, escaped or a class; ASCII only, so that UTF-16 units are characters. */
const ATOM = String.raw`(?:[A-Za-z0-9 _@:,/-]|\\[dw.+/-]|\[[A-Za-z0-9 _.,:@/+-]+\])`;
const TIMES = String.raw`\{\d+\}`;
const VARIABLE_TIMES = String.raw`(?:\{\d+,\d*\}|[*+?])`;
const PLAIN_PATTERN = new RegExp(
  `^\\^(?:${ATOM}(?:${TIMES})?)*(?:${ATOM}${VARIABLE_TIMES})?(?:${ATOM}(?:${TIMES})?)*\\$$`,
);

/**
 * Compiles a pattern for Node's own engine if the result is the same as that of the linear engine and takes linear
 * time; `undefined` for other patterns. Such a pattern is anchored at both ends and has at most one repetition of
 * variable length. Most field rules qualify, and Node's engine allocates nothing.
 */
export const plainPattern = (source: string): RegExp | undefined =>
  PLAIN_PATTERN.test(source) ? new RegExp(source) : undefined;
