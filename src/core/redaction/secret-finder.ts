import { BASE64, LETTERS_AND_DIGITS, resolveEscapes, type TextView, traceView, WITHOUT_SPACES } from './text-view.js';

/** Form of a secret in a view. */
interface Needle {
  readonly text: string;
  /** Characters beside it that hold bits of the secret, too. */
  readonly before: number;
  readonly after: number;
}

/** Range of a text, end exclusive. */
type Range = readonly [from: number, to: number];

/** Forms of the secrets that are searched for in one view. */
interface Search {
  readonly view: TextView;
  readonly pattern: RegExp;
  readonly byPrefix: ReadonlyMap<string, readonly Needle[]>;
}

/** Characters by which the forms are found; the rest is compared then. */
const PREFIX = 4;
/** Fewer letters and digits may stand in ordinary texts, with other characters between them. */
const MIN_LETTERS = 8;

/**
 * Finds secrets in texts, whatever passed them on made of them: other letter case, spaces or separators, escapes of URLs,
 * JSON, programs and HTML, hexadecimal digits, and Base64, also of a text that holds the secret, such as `user:secret`.
 */
export class SecretFinder {
  readonly #searches: readonly Search[];

  constructor(secrets: readonly string[]) {
    const texts = [...new Set(secrets.flatMap((secret) => [secret, resolveEscapes(secret)]))];
    const bytes = secrets.flatMap(bytesOf);
    this.#searches = [
      searchOf(WITHOUT_SPACES, texts.map(WITHOUT_SPACES.of).map(whole)),
      searchOf(
        LETTERS_AND_DIGITS,
        [...texts.flatMap(lettersOf), ...bytes.map((each) => each.toString('hex'))].map(whole),
      ),
      searchOf(BASE64, bytes.flatMap(base64Forms)),
    ];
  }

  /** Finds the ranges that hold secrets, in order and apart from each other. */
  find(text: string): readonly Range[] {
    const resolved = resolveEscapes(text);
    const ranges = this.#searches.flatMap((search) => [
      ...rangesIn(text, search, search.view.of(text), false),
      ...(resolved === text ? [] : rangesIn(text, search, search.view.of(resolved), true)),
    ]);
    return ranges.length === 0 ? ranges : joined(ranges);
  }
}

const whole = (text: string): Needle => ({ text, before: 0, after: 0 });

function lettersOf(secret: string): readonly string[] {
  const letters = LETTERS_AND_DIGITS.of(secret);
  return letters.length < MIN_LETTERS ? [] : [letters];
}

/** Bytes of a secret in UTF-8, and as headers carry it, in Latin-1. */
function bytesOf(secret: string): readonly Buffer[] {
  const [utf8, latin1] = [Buffer.from(secret), Buffer.from(secret, 'latin1')];
  return utf8.equals(latin1) ? [utf8] : [utf8, latin1];
}

/** Base64 of a text that holds the secret, for each place at which the secret may begin in a group of three bytes. */
const base64Forms = (secret: Buffer): readonly Needle[] =>
  [0, 1, 2].map((offset) => {
    const bits = (offset + secret.length) * 8;
    const text = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64');
    const start = offset === 0 ? 0 : offset + 1;
    return {
      text: text.slice(start, Math.floor(bits / 6)),
      before: Math.min(offset, 1),
      after: bits % 6 === 0 ? 0 : 1,
    };
  });

function searchOf(view: TextView, needles: readonly Needle[]): Search {
  const byPrefix = new Map<string, Needle[]>();
  for (const needle of needles) {
    const prefix = needle.text.slice(0, PREFIX);
    if (prefix.length < PREFIX) continue;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), needle]);
  }
  const escaped = [...byPrefix.keys()].map((prefix) => prefix.replaceAll(/[^\p{L}\p{N}]/gu, escapedUnit));
  return { view, byPrefix, pattern: new RegExp(escaped.join('|') || '(?!)', 'g') };
}

const escapedUnit = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

function rangesIn(
  text: string,
  { view, pattern, byPrefix }: Search,
  viewed: string,
  isResolved: boolean,
): readonly Range[] {
  const found = placesIn(viewed, pattern, byPrefix);
  if (found.length === 0) return [];
  const { from, to } = traceView(text, isResolved, view);
  return found.map(([start, end]) => [from[start], to[end - 1]]);
}

function placesIn(viewed: string, pattern: RegExp, byPrefix: Search['byPrefix']): readonly Range[] {
  const places: Range[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(viewed); match; match = pattern.exec(viewed)) {
    const { 0: prefix, index } = match;
    pattern.lastIndex = index + 1;
    for (const { text, before, after } of byPrefix.get(prefix)!) {
      const end = index + text.length;
      if (viewed.startsWith(text, index))
        places.push([index - besides(viewed, index - 1, before), end + besides(viewed, end, after)]);
    }
  }
  return places;
}

/** Number of characters of Base64 at a place: those beside a form may hold bits of the secret. */
const besides = (viewed: string, at: number, wanted: number): number =>
  wanted > 0 && /[A-Za-z0-9+/]/.test(viewed.charAt(at)) ? 1 : 0;

function joined(ranges: readonly Range[]): readonly Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
