/** A parsed expression; `at` is the position of its first character, from 1. */
export type Expression = (
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'negate'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'coalesce'; readonly of: readonly Expression[] }
  | { readonly kind: 'round'; readonly of: Expression; readonly digits: number }
) & { readonly at: number };

export type BinaryOperator = '+' | '-' | '*' | '/' | '||';

/** Error of an expression, with its position; the definition check reports it to the administrator. */
export class ExpressionProblem extends Error {
  constructor(at: number, reason: string) {
    super(`Expression, character ${at}: ${reason}`);
    this.name = 'ExpressionProblem';
  }
}

/** Lists the operands of an expression. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'text':
    case 'field':
      return [];
    case 'negate':
    case 'round':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'coalesce':
      return expression.of;
  }
}
