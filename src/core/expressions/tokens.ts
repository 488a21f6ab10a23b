import { shortened } from '#core/nearest.js';
import { ExpressionProblem } from './expression.js';

/** A name, number, text or sign of an expression; `at` is the position of its first character, from 1. */
export interface ExpressionToken {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** Source text; for a text literal its content. */
  readonly text: string;
  readonly at: number;
}

/** Maximum number of characters of an expression. */
const MAX_LENGTH = 1_000;
/** Maximum number of digits of a number. */
const MAX_DIGITS = 100;

/** Matches blanks, then one unambiguous alternative per kind; sticky. */
const TOKEN =
  /\s*(?:(?<name>[A-Za-z][A-Za-z0-9]*)|(?<number>\d+(?:\.\d+)?)|'(?<text>(?:[^']|'')*)'|(?<sign>\|\||[-+*/(),]))/y;

/**
 * Splits an expression into tokens; the last one has the kind `end`.
 * @throws {ExpressionProblem}
 */
export function tokensOf(text: string): readonly ExpressionToken[] {
  if (text.length > MAX_LENGTH) throw new ExpressionProblem(MAX_LENGTH, `it has more than ${MAX_LENGTH} characters.`);
  const tokens: ExpressionToken[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  for (let from = 0; from < end; from = TOKEN.lastIndex) {
    TOKEN.lastIndex = from;
    const found = TOKEN.exec(text);
    if (!found) throw new ExpressionProblem(startOf(text, from), unreadable(text.slice(from).trimStart()));
    tokens.push(tokenOf(found.groups!, startOf(text, from)));
  }
  return [...tokens, { kind: 'end', text: '', at: end + 1 }];
}

const startOf = (text: string, from: number): number => text.length - text.slice(from).trimStart().length + 1;

function tokenOf(groups: Readonly<Record<string, string | undefined>>, at: number): ExpressionToken {
  const kind = (['name', 'number', 'text', 'sign'] as const).find((each) => groups[each] !== undefined)!;
  const text = groups[kind]!;
  if (kind === 'number' && text.length > MAX_DIGITS) {
    throw new ExpressionProblem(at, `a number has at most ${MAX_DIGITS} digits.`);
  }
  return { kind, text: kind === 'text' ? text.replaceAll("''", "'") : text, at };
}

const unreadable = (rest: string): string =>
  rest.startsWith("'") ? "the text has no closing '." : `'${shortened(rest.slice(0, 1))}' is not allowed here.`;
