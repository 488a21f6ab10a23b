import type { Routine } from './routine.js';
import { sqlTokens, type SqlToken } from './sql-tokens.js';

/** The statement that creates a routine, or the faults of its definition. */
export interface RoutineStatement {
  readonly text: string;
  readonly problems: readonly string[];
}

const LANGUAGES: ReadonlySet<string> = new Set(['SQL', 'PLPGSQL']);

/**
 * Builds the CREATE statement of a routine. The head is generated and only the text after the name comes from the
 * author, so PostgreSQL always gets a CREATE of this kind and name. The protocol accepts no second statement, and the
 * created routine is compared with the record afterwards.
 */
export function routineStatement({ name, kind, definition }: Routine): RoutineStatement {
  const noun = kind === 'Procedure' ? 'PROCEDURE' : 'FUNCTION';
  const tokens = [...sqlTokens(definition)];
  const head = headOf(tokens, noun);
  const wanted = `Definition must begin with CREATE OR REPLACE ${noun} "${name}"(`;
  if (head?.kind !== 'name' || head.text !== name) return { text: '', problems: [`${wanted}.`] };
  const rest = tokens.slice(tokens.indexOf(head) + 1);
  const problems = rest[0]?.text === '(' ? [...clauseProblems(outside(rest))] : [`${wanted} and name no schema.`];
  return { text: `CREATE OR REPLACE ${noun} "${name}"${definition.slice(head.end)}`, problems };
}

/** Finds the token at the position of the routine's name. */
function headOf(tokens: readonly SqlToken[], noun: string): SqlToken | undefined {
  const words = tokens.slice(0, 4).map(({ kind, text }) => (kind === 'word' ? text : ''));
  const start = words[1] === 'OR' && words[2] === 'REPLACE' ? 3 : 1;
  return words[0] === 'CREATE' && words[start] === noun ? tokens[start + 1] : undefined;
}

/** Filters the tokens outside all parentheses. */
function outside(tokens: readonly SqlToken[]): readonly SqlToken[] {
  let depth = 0;
  return tokens.filter(({ kind, text }) => {
    const isOther = kind === 'other';
    if (isOther && text === '(') depth++;
    if (isOther && text === ')') depth--;
    return depth === 0;
  });
}

const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text);

function* clauseProblems(tokens: readonly SqlToken[]): Generator<string> {
  const follows = (word: string): readonly SqlToken[] => tokens.filter((_, i) => i > 0 && isWord(tokens[i - 1], word));
  if (tokens.some((token) => isWord(token, 'SET')))
    yield 'Definition must not SET anything; the service sets the search path.';
  if (follows('SECURITY').some((token) => isWord(token, 'DEFINER', 'INVOKER')))
    yield 'Definition must not say SECURITY DEFINER or INVOKER; the service does.';
  if (follows('BEGIN').some((token) => isWord(token, 'ATOMIC'))) yield 'Write the body as text: AS $$ … $$.';
  const languages = follows('LANGUAGE').map(({ text }) => text.replaceAll("'", '').toUpperCase());
  if (!languages.every((language) => LANGUAGES.has(language))) yield 'LANGUAGE must be sql or plpgsql.';
  const end = tokens.findIndex(({ kind, text }) => kind === 'other' && text === ';');
  if (end >= 0 && end < tokens.length - 1) yield 'Definition must be one statement.';
}
