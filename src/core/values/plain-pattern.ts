/** One character of a pattern: itself, an escaped one, or one out of a list; ASCII only, so that units are characters. */
const ATOM = String.raw`(?:[A-Za-z0-9 _@:,/-]|\\[dw.+/-]|\[[A-Za-z0-9 _.,:@/+-]+\])`;
const TIMES = String.raw`\{\d+\}`;
const VARIABLE_TIMES = String.raw`(?:\{\d+,\d*\}|[*+?])`;
const PLAIN_PATTERN = new RegExp(
  `^\\^(?:${ATOM}(?:${TIMES})?)*(?:${ATOM}${VARIABLE_TIMES})?(?:${ATOM}(?:${TIMES})?)*\\$$`,
);

/**
 * A pattern for Node's own engine, where that one is safe with it and reads it as the linear engine does: bound at both
 * ends, characters one after the other, at most one of them a variable number of times. There is one way to read a text then
 * for each such number, and what follows has a fixed length. Most field rules are like that, and this engine leaves
 * no garbage.
 */
export const plainPattern = (source: string): RegExp | undefined =>
  PLAIN_PATTERN.test(source) ? new RegExp(source) : undefined;
