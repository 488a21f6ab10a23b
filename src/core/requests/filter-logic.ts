/** Parsed FilterLogic: a tree whose leaves are the filters' sequence numbers. */
export type Logic =
  | Mention
  | { readonly kind: 'all' | 'any'; readonly of: readonly Logic[] }
  | { readonly kind: 'not'; readonly of: Logic };

/** An occurrence of a filter's number. */
export interface Mention {
  readonly kind: 'filter';
  readonly sequence: number;
  /** Position in the text, from 1. */
  readonly position: number;
}

/** Syntax error of a FilterLogic; `problem` is the end of a sentence. */
export interface LogicProblem {
  readonly problem: string;
  /** Position in the text, from 1. */
  readonly position: number;
}

/** Maximum length of the text in UTF-16 units, enough for 200 filters many times over. */
export const MAX_LOGIC_LENGTH = 10_000;
/** Maximum nesting depth of parentheses and NOT. */
const MAX_LOGIC_DEPTH = 32;

type LogicTokenKind = 'number' | 'AND' | 'OR' | 'NOT' | '(' | ')' | 'end';

interface LogicToken {
  readonly kind: LogicTokenKind;
  /** Source text. */
  readonly text: string;
  /** Offset of the first character. */
  readonly start: number;
}

const TOKEN = /\d+|[A-Za-z]+|\S/gu;
const TOKEN_KINDS: ReadonlyMap<string, LogicTokenKind> = new Map(
  [...(['AND', 'OR', 'NOT', '(', ')'] as const)].map((kind) => [kind, kind]),
);

/** Ends the parse from any depth; caught in this file. */
class Stop extends Error {
  constructor(
    problem: string,
    readonly start: number,
  ) {
    super(problem);
  }
}

const quoted = (text: string): string => `'${text.slice(0, 20)}'`;

function tokenOf({ 0: text, index }: RegExpExecArray): LogicToken {
  const kind = /^\d/.test(text) ? 'number' : TOKEN_KINDS.get(text.toUpperCase());
  if (kind) return { kind, text, start: index };
  throw new Stop(`${quoted(text)} is not allowed`, index);
}

/** Recursive-descent parser: every recursion increases the depth, every step consumes one token. */
class LogicParser {
  readonly #tokens: Iterator<RegExpExecArray>;
  #token: LogicToken;

  constructor(private readonly text: string) {
    this.#tokens = text.matchAll(TOKEN);
    this.#token = this.#next();
  }

  whole(): Logic {
    const logic = this.#any(0);
    if (this.#token.kind !== 'end') this.#unexpected('AND or OR');
    return logic;
  }

  #any(depth: number): Logic {
    const of = [this.#all(depth)];
    while (this.#takes('OR')) of.push(this.#all(depth));
    return of.length === 1 ? of[0] : { kind: 'any', of };
  }

  #all(depth: number): Logic {
    const of = [this.#operand(depth)];
    while (this.#takes('AND')) of.push(this.#operand(depth));
    return of.length === 1 ? of[0] : { kind: 'all', of };
  }

  #operand(depth: number): Logic {
    const { text, start } = this.#token;
    if (depth > MAX_LOGIC_DEPTH) throw new Stop(`more than ${MAX_LOGIC_DEPTH} levels are nested`, start);
    if (this.#takes('number')) return { kind: 'filter', sequence: Number(text), position: start + 1 };
    if (this.#takes('NOT')) return { kind: 'not', of: this.#operand(depth + 1) };
    if (!this.#takes('(')) this.#unexpected("a number, NOT or '('");
    const inner = this.#any(depth + 1);
    if (!this.#takes(')')) this.#unexpected("AND, OR or ')'");
    return inner;
  }

  #takes(kind: LogicTokenKind): boolean {
    if (this.#token.kind !== kind) return false;
    this.#token = this.#next();
    return true;
  }

  #next(): LogicToken {
    const { done, value } = this.#tokens.next();
    return done ? { kind: 'end', text: '', start: this.text.length } : tokenOf(value);
  }

  #unexpected(expected: string): never {
    const { kind, text, start } = this.#token;
    throw new Stop(`${expected} was expected, not ${kind === 'end' ? 'the end' : quoted(text)}`, start);
  }
}

/**
 * Parses a `FilterLogic`: numbers, AND, OR, NOT and parentheses in any letter case; NOT binds tightest, AND tighter
 * than OR (docs/interface/queries.md#sequence-and-filter-logic). Time is linear in the text's length.
 */
export function parseFilterLogic(text: string): Logic | LogicProblem {
  if (text.length > MAX_LOGIC_LENGTH) {
    return { problem: `it has more than ${MAX_LOGIC_LENGTH} characters`, position: MAX_LOGIC_LENGTH + 1 };
  }
  try {
    return new LogicParser(text).whole();
  } catch (error) {
    if (error instanceof Stop) return { problem: error.message, position: error.start + 1 };
    throw error;
  }
}

/** Lists the numbers of a logic in order, repeated ones repeatedly. */
export function mentions(logic: Logic): readonly Mention[] {
  if (logic.kind === 'filter') return [logic];
  return logic.kind === 'not' ? mentions(logic.of) : logic.of.flatMap(mentions);
}
