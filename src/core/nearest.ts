/** Longest name that is compared with others; those of definitions are shorter. */
const MAX_LENGTH = 64;
/** Greatest distance of a near miss. */
const MAX_DISTANCE = 2;

/** Rows of the table of distances, used again by each comparison: the one before the last, the last and the current one. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_LENGTH + MAX_DISTANCE + 1));

/**
 * Edit distance (insert, delete, replace, swap of neighbours) of two texts in lower case, which do not differ in length by
 * more than `limit`; stops once it exceeds `limit`.
 */
function distance(a: string, b: string, limit: number): number {
  let [before, previous, current] = ROWS;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    const code = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let best = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (code === other ? 0 : 1));
      const isSwap = i > 1 && j > 1 && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
      if (isSwap) best = Math.min(best, before[j - 2] + 1);
      current[j] = best;
      least = Math.min(least, best);
    }
    if (Math.min(least, leastBefore) > limit) return limit + 1;
    leastBefore = least;
    [before, previous, current] = [previous, current, before];
  }
  return previous[b.length];
}

/**
 * Finds the known name of which `name` is a near miss: other letter case, edit distance 1, or 2 for names over 5
 * letters.
 * @see docs/interface/conventions.md#names-and-unknown-members
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  if (wanted.length > MAX_LENGTH) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const limit = candidate.length > 5 ? MAX_DISTANCE : 1;
    const other = candidate.toLowerCase();
    if (Math.abs(wanted.length - other.length) > limit) continue;
    const d = distance(wanted, other, limit);
    if (d <= limit && (!best || d < best.distance)) best = { name: candidate, distance: d };
  }
  return best?.name;
}

/** Decides whether another suggestion may be looked for, such as the faults of a request. */
export interface Suggestions {
  maySuggest(): boolean;
}

/**
 * Returns ` Did you mean 'X'?`, a hint at a byte order mark, or an empty text, to end a message about an unknown name.
 * @param budget of a request that may have many unknown names
 */
export function didYouMean(name: string, known: Iterable<string>, budget?: Suggestions): string {
  if (name.startsWith('\uFEFF')) return ' It begins with a byte order mark (U+FEFF); leave that out.';
  const near = budget?.maySuggest() === false ? undefined : nearMiss(name, known);
  return near ? ` Did you mean '${near}'?` : '';
}

/**
 * Builds messages about misspelt members of an object.
 * @param path of the object.
 */
export function misspeltMembers(json: object, path: string, known: readonly string[]): readonly string[] {
  return Object.keys(json).flatMap((name) => {
    const meant = known.includes(name) ? undefined : nearMiss(name, known);
    return meant === undefined ? [] : [`${path}: unknown member '${shortened(name)}', did you mean '${meant}'?`];
  });
}

/** Characters that nobody sees: controls, marks of direction, byte order marks, and spaces other than the common one. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{DI}]/gu;

/** Shows a text with unseen characters as escapes such as `\uFEFF`; what it has answered stays as it is. */
export const visible = (text: string): string =>
  text.toWellFormed().replace(UNSEEN, (unseen) => {
    const code = unseen.codePointAt(0)!.toString(16).toUpperCase();
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });

/** Shows a caller's text in a message: shortened, with unseen characters as escapes. */
export const shortened = (text: string, length = 100): string =>
  visible(text.length > length ? `${text.slice(0, length)}…` : text);
