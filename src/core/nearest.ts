/** Edit distance (insert, delete, replace, swap of neighbours); stops once it exceeds `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2] + 1);
      current.push(best);
    }
    if (Math.min(...previous, ...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length];
}

/**
 * Finds the known name of which `name` is a near miss: other letter case, edit distance 1, or 2 for names over 5
 * letters.
 * @see docs/interface.md#names-and-unknown-members
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined;
  const wanted = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const limit = candidate.length > 5 ? 2 : 1;
    const d = distance(wanted, candidate.toLowerCase(), limit);
    if (d <= limit && (!best || d < best.distance)) best = { name: candidate, distance: d };
  }
  return best?.name;
}

/** Returns ` Did you mean 'X'?`, a hint at a byte order mark, or an empty text, to end a message about an unknown name. */
export function didYouMean(name: string, known: Iterable<string>): string {
  if (name.startsWith('\uFEFF')) return ' It begins with a byte order mark (U+FEFF); leave that out.';
  const near = nearMiss(name, known);
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

/** Shows a caller's text in a message: shortened, with unseen characters as escapes such as `\uFEFF`. */
export function shortened(text: string, length = 100): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return cut.toWellFormed().replace(UNSEEN, (unseen) => {
    const code = unseen.codePointAt(0)!.toString(16).toUpperCase();
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
