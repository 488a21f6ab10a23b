import { shortened } from '#core/nearest.js';
import { type BinaryOperator, type Expression, ExpressionProblem } from './expression.js';
import { tokensOf, type ExpressionToken } from './tokens.js';

/** Maximum nesting depth of parentheses, functions and minus signs. */
const MAX_DEPTH = 32;

/** Operators by increasing precedence, as in SQL. */
const LEVELS: readonly (readonly BinaryOperator[])[] = [['||'], ['+', '-'], ['*', '/']];

/**
 * Parses the expression of a Computed field; names are not resolved.
 * @throws {ExpressionProblem} with the position of the syntax error.
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(tokensOf(text));
  const expression = parser.binary();
  parser.end();
  return expression;
}

class Parser {
  #position = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly ExpressionToken[]) {}

  get #next(): ExpressionToken {
    return this.tokens[this.#position];
  }

  binary(level = 0): Expression {
    if (level === LEVELS.length) return this.#unary();
    let left = this.binary(level + 1);
    for (let operator = this.#operator(level); operator; operator = this.#operator(level)) {
      left = { kind: 'binary', operator, left, right: this.binary(level + 1), at: left.at };
    }
    return left;
  }

  end(): void {
    if (this.#next.kind !== 'end') throw this.#unexpected('an operator or the end');
  }

  #operator(level: number): BinaryOperator | undefined {
    const { kind, text } = this.#next;
    const operator = LEVELS[level].find((each) => kind === 'sign' && each === text);
    if (operator) this.#position++;
    return operator;
  }

  #unary(): Expression {
    const { at } = this.#next;
    if (++this.#depth > MAX_DEPTH) throw new ExpressionProblem(at, `it nests more than ${MAX_DEPTH} levels deep.`);
    const expression: Expression = this.#takes('-') ? { kind: 'negate', of: this.#unary(), at } : this.#operand();
    this.#depth--;
    return expression;
  }

  #operand(): Expression {
    const { kind, text, at } = this.#next;
    if (kind === 'number' || kind === 'text') return this.#taken({ kind, text, at });
    if (kind === 'name') {
      this.#position++;
      return this.#takes('(') ? this.#call(text, at) : { kind: 'field', name: text, at };
    }
    if (!this.#takes('(')) throw this.#unexpected("a field, a number, 'text', a function or '('");
    const inner = this.binary();
    this.#require(')');
    return inner;
  }

  #call(name: string, at: number): Expression {
    switch (name.toLowerCase()) {
      case 'coalesce':
        return { kind: 'coalesce', of: this.#arguments(), at };
      case 'round':
        return this.#round(at);
      default:
        throw new ExpressionProblem(at, `there is no function ${name}; there are Coalesce and Round.`);
    }
  }

  #arguments(): readonly Expression[] {
    const given = [this.binary()];
    while (this.#takes(',')) given.push(this.binary());
    this.#require(')');
    return given;
  }

  #round(at: number): Expression {
    const of = this.binary();
    this.#require(',');
    const { kind, text, at: digitsAt } = this.#next;
    const isCount = kind === 'number' && /^\d{1,2}$/.test(text);
    if (!isCount) throw new ExpressionProblem(digitsAt, 'Round takes a number of fraction digits from 0 to 99.');
    this.#position++;
    this.#require(')');
    return { kind: 'round', of, digits: Number(text), at };
  }

  #taken(expression: Expression): Expression {
    this.#position++;
    return expression;
  }

  #takes(sign: string): boolean {
    const isNext = this.#next.kind === 'sign' && this.#next.text === sign;
    if (isNext) this.#position++;
    return isNext;
  }

  #require(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected(`'${sign}'`);
  }

  #unexpected(expected: string): ExpressionProblem {
    const { kind, text, at } = this.#next;
    return new ExpressionProblem(
      at,
      `${expected} is expected, not ${kind === 'end' ? 'the end' : `'${shortened(text)}'`}.`,
    );
  }
}
