/** A token of an SQL statement. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'other';
  /** Word in capitals, quoted name without its quotes, text literal or single character as written. */
  readonly text: string;
  /** Position after the token. */
  readonly end: number;
}

/** Token patterns in order of precedence; only `E'…'` literals have backslash escapes. */
const PATTERNS: readonly (readonly [kind: SqlToken['kind'] | 'blank', pattern: RegExp])[] = [
  ['blank', /\s+|--[^\n\r]*/y],
  ['text', /[eE]'(?:[^'\\]|''|\\[^])*'/y],
  ['text', /'(?:[^']|'')*'/y],
  ['text', /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[^]*?\$\1\$/y],
  ['name', /"(?:[^"]|"")+"/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['other', /[^]/y],
];

/** Finds the position after a comment that starts at `start`; comments nest. */
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

/** Yields the tokens of a statement without blanks and comments, as PostgreSQL's lexer reads them. */
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
