import type { JsonValue } from './json.js';
import { type JsonLimits, JsonReader } from './json-reader.js';
import { LongJsonReader } from './long-json-reader.js';
import type { Steps } from '#core/steps.js';

/**
 * Limits of a text from outside. They keep the time that reading takes well below 50 ms; a batch of 1,000 steps with 20
 * fields each stays within them.
 */
export const OUTSIDE_LIMITS = { maxValues: 65_000, maxNames: 5_000 } as const satisfies JsonLimits;

/** Limits of documents of definitions, which Administrators alone send: 500 entities and 10,000 triggers fit. */
export const DOCUMENT_LIMITS = { maxValues: 1_000_000, maxNames: 5_000 } as const satisfies JsonLimits;

/**
 * Parses one JSON text (strict RFC 8259) without loss: numbers stay as written, keys such as `__proto__` are ordinary,
 * and lone surrogates are accepted (a field's type may refuse them).
 *
 * @param text the whole body; time and memory are linear in its length.
 * @throws {DomainError} MalformedJson with `Line` and `Column` (both from 1) for bad syntax, a duplicate member,
 *   anything after the value, or nesting deeper than `maxDepth`; TooLarge beyond the other limits.
 */
export function readJson(text: string, limits: JsonLimits = {}): JsonValue {
  return new JsonReader(text, limits).document();
}

/** Parses one JSON text as `readJson` does, in steps. */
export const readJsonInSteps = (text: string, limits: JsonLimits = {}): Steps<JsonValue> =>
  new LongJsonReader(text, limits).documentInSteps();
