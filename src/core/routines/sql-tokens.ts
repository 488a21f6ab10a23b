/** One token of a statement that a person wrote. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'other';
  /** A word in capitals, a quoted name without its quotes, a text or a single character as it stands. */
  readonly text: string;
  /** Position behind the token. */
  readonly end: number;
}

/** What may stand at a place, tried in this order; `E'…'` is the only text in which a backslash quotes. */
const PATTERNS: readonly (readonly [kind: SqlToken['kind'] | 'blank', pattern: RegExp])[] = [
  ['blank', /\s+|--[^\n\r]*/y],
  ['text', /[eE]'(?:[^'\\]|''|\\[^])*'/y],
  ['text', /'(?:[^']|'')*'/y],
  ['text', /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[^]*?\$\1\$/y],
  ['name', /"(?:[^"]|"")+"/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['other', /[^]/y],
];

/** Position behind a comment that starts here; comments nest. */
function commentEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text.startsWith('/*', i)) {
      depth++;
      i++;
    } else if (text.startsWith('*/', i)) {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

/** The tokens of a statement without blanks and comments, read as PostgreSQL's lexer does. */
export function* sqlTokens(text: string): Generator<SqlToken> {
  for (let at = 0; at < text.length;) {
    if (text.startsWith('/*', at)) {
      at = commentEnd(text, at);
      continue;
    }
    const { kind, found } = tokenAt(text, at);
    at += found.length;
    if (kind === 'word') yield { kind, text: found.toUpperCase(), end: at };
    else if (kind === 'name') yield { kind, text: found.slice(1, -1).replaceAll('""', '"'), end: at };
    else if (kind !== 'blank') yield { kind, text: found, end: at };
  }
}

function tokenAt(text: string, at: number): { kind: SqlToken['kind'] | 'blank'; found: string } {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, found };
  }
  throw new Error('Every character is a token.');
}
