/** Text with the range of the original that each of its code units comes from. */
interface TracedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Changes one character; gives an empty text for one that the view leaves out. */
type CharacterRule = (character: string) => string;

/**
 * Form of texts in which something is searched for, such as without spaces and in lower case. A view is made fast; only
 * where something was found, the way back to the original is made, character by character.
 */
export interface TextView {
  readonly of: (text: string) => string;
  readonly rule: CharacterRule;
}

const SPACE = /[\s\u200b-\u200d\u2060\ufeff]/;
const SPACES = new RegExp(SPACE.source, 'g');
const OTHER = /[^\p{L}\p{N}]/u;
const OTHERS = new RegExp(OTHER.source, 'gu');

/** Any letter case, without spaces. */
export const WITHOUT_SPACES: TextView = {
  of: (text) => lower(text.replaceAll(SPACES, '')),
  rule: (character) => (SPACE.test(character) ? '' : lower(character)),
};

/** Any letter case, letters and digits only. */
export const LETTERS_AND_DIGITS: TextView = {
  of: (text) => lower(text.replaceAll(OTHERS, '')),
  rule: (character) => (OTHER.test(character) ? '' : lower(character)),
};

/** Base64 in one alphabet and one line. */
export const BASE64: TextView = {
  of: (text) => text.replaceAll(SPACES, '').replaceAll('-', '+').replaceAll('_', '/'),
  rule: (character) => (SPACE.test(character) ? '' : character.replace('-', '+').replace('_', '/')),
};

/** Per character, because the lower case of a character may depend on its neighbours. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.includes('ς') || lowered.length !== text.length ? Array.from(text, lowerOne).join('') : lowered;
}

const lowerOne = (character: string): string => (character === 'ς' ? 'σ' : character.toLowerCase());

/** Bytes of a URL: one, or the two to four of a letter in UTF-8. */
const OF_URLS = [
  /%[0-7][0-9a-f]/,
  /%[cd][0-9a-f]%[89ab][0-9a-f]/,
  /%e[0-9a-f](?:%[89ab][0-9a-f]){2}/,
  /%f[0-7](?:%[89ab][0-9a-f]){3}/,
  /%[89a-f][0-9a-f]/,
];
const OF_PROGRAMS = [/\\u[0-9a-f]{4}/, /\\x[0-9a-f]{2}/, /\\["'\\/]/];
const OF_HTML = [/&#\d{1,7};/, /&#x[0-9a-f]{1,6};/, /&(?:amp|lt|gt|quot|apos);/];

/** Escapes of URLs, of JSON and programs, and of HTML. */
const ESCAPE = new RegExp([...OF_URLS, ...OF_PROGRAMS, ...OF_HTML].map(({ source }) => source).join('|'), 'gi');

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(escape: string): string {
  if (escape.startsWith('%')) return percentDecoded(escape);
  const [, entity] = /^&(\w+);$/.exec(escape) ?? [];
  if (entity !== undefined) return NAMED[entity.toLowerCase()];
  const [, code] = /^(?:\\[ux]|&#x)([0-9a-f]+)/i.exec(escape) ?? [];
  if (code !== undefined) return ofCode(parseInt(code, 16));
  return escape.startsWith('&') ? ofCode(Number(escape.slice(2, -1))) : escape.slice(1);
}

const ofCode = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');

function percentDecoded(escape: string): string {
  try {
    return decodeURIComponent(escape);
  } catch {
    return ofCode(parseInt(escape.slice(1, 3), 16));
  }
}

/** Systems that pass a text on may each escape it. */
const MAX_PASSES = 3;

/** Resolves escapes, and escapes within what they stand for. */
export function resolveEscapes(text: string): string {
  let resolved = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = resolved.replaceAll(ESCAPE, unescaped);
    if (next === resolved) break;
    resolved = next;
  }
  return resolved;
}

/** Makes a view again, with the range of the original for each of its code units. */
export function traceView(text: string, isResolved: boolean, { rule }: TextView): TracedText {
  let traced = untouched(text);
  const passes = isResolved ? MAX_PASSES : 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const next = traceEscapes(traced);
    if (next.text === traced.text) break;
    traced = next;
  }
  const viewed = new Tracing(traced);
  viewed.take(0, traced.text.length, rule);
  return viewed.result();
}

function untouched(text: string): TracedText {
  const from = Array.from({ length: text.length }, (_, i) => i);
  return { text, from, to: from.map((i) => i + 1) };
}

function traceEscapes(traced: TracedText): TracedText {
  const resolved = new Tracing(traced);
  let next = 0;
  for (const { 0: escape, index } of traced.text.matchAll(ESCAPE)) {
    resolved.take(next, index, (character) => character);
    next = index + escape.length;
    resolved.add(unescaped(escape), index, next);
  }
  resolved.take(next, traced.text.length, (character) => character);
  return resolved.result();
}

/** Text that is made from a traced one. */
class Tracing {
  readonly #parts: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(private readonly source: TracedText) {}

  /** Adds a text that stands for a range of the source. */
  add(text: string, start: number, end: number): void {
    this.#parts.push(text);
    for (let i = 0; i < text.length; i += 1) {
      this.#from.push(this.source.from[start]);
      this.#to.push(this.source.to[end - 1]);
    }
  }

  /** Adds the characters of a range of the source. */
  take(start: number, end: number, rule: CharacterRule): void {
    for (let i = start; i < end;) {
      const character = String.fromCodePoint(this.source.text.codePointAt(i)!);
      this.add(rule(character), i, i + character.length);
      i += character.length;
    }
  }

  result(): TracedText {
    return { text: this.#parts.join(''), from: this.#from, to: this.#to };
  }
}
