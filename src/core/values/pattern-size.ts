/** Escapes (`\d`, `\p{L}`, `\x{2028}`), quoted text, classes, openings of groups, repetitions, and single characters. */
const PARTS = new RegExp(
  [
    String.raw`\\Q(?<quoted>[\s\S]*?)(?:\\E|$)`,
    String.raw`(?<atom>\\(?:[pP]\{[^}]*\}|[pP][\s\S]|x\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\])`,
    String.raw`(?<flags>\(\?[A-Za-z-]*\))`,
    String.raw`(?<open>\((?:\?(?:P?<\w+>|[A-Za-z-]*:))?)`,
    String.raw`(?<close>\))`,
    String.raw`\{(?<least>\d+)(?<isRange>,(?<most>\d*))?\}\??`,
    String.raw`(?<star>[*+?]\??)`,
    String.raw`(?<either>\|)`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
);

/** Instructions of the beginning and end of a program, of a group, of an alternative, and of `*`, `+` and `?`. */
const [ENDS, GROUP, EITHER, STAR] = [4, 2, 2, 2];

/** Size of a group up to some place, and of the last part before it, which a repetition repeats. */
interface Level {
  sum: number;
  last: number;
}

/**
 * Bounds the number of instructions to which a pattern compiles, from above. It reads the text once, so that patterns
 * are refused before their repetitions are written out. Text that is no pattern has a size too.
 */
export function patternSize(source: string): number {
  const outer: Level[] = [];
  let level: Level = { sum: 0, last: 0 };
  const add = (size: number): void => {
    level = { sum: level.sum + level.last, last: size };
  };
  for (const { groups = {} } of source.matchAll(PARTS)) {
    const { quoted, open, close, least, star, either } = groups;
    if (open !== undefined) {
      outer.push(level);
      level = { sum: 0, last: 0 };
    } else if (close !== undefined) {
      const inner = Math.max(1, level.sum + level.last);
      level = outer.pop() ?? { sum: 0, last: 0 };
      add(inner + GROUP);
    } else if (quoted !== undefined) add(quoted.length);
    else if (least !== undefined) level.last = repeated(level.last, groups);
    else if (star !== undefined) level.last += STAR;
    else if (either !== undefined) add(EITHER);
    else add(1);
  }
  const open = outer.reduce((sum, each) => sum + each.sum + each.last, 0);
  return open + level.sum + level.last + ENDS;
}

/** Classes of Unicode, and ends of ranges beyond ASCII, which cost far more where letter case is ignored. */
const WIDE_PARTS = /\\[pP]|-(?:\\x\{|[^\0-\x7f])/g;
const FOLDED_RANGE = 20;

/** Counts the parts of a pattern whose tables of characters take long to make, however small the program is. */
export function widePartsOf(source: string): number {
  const isFolded = /\(\?[A-Za-z]*i/.test(source);
  const parts = source.match(WIDE_PARTS) ?? [];
  return parts.reduce((sum, part) => sum + (isFolded && part.startsWith('-') ? FOLDED_RANGE : 1), 0);
}

/** Size of a counted repetition: its part as often as it may occur, with a branch for each that may be absent. */
function repeated(size: number, { least, isRange, most }: Readonly<Record<string, string | undefined>>): number {
  const times = Number(most || least);
  if (isRange === undefined) return Math.max(size, size * times);
  return Math.max(1, times) * (size + 1) + STAR + (most === '' ? size : 0);
}
