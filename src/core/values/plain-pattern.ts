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
