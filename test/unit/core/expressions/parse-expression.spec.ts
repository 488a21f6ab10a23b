import type { Expression } from '#core/expressions/expression.js';
import { parseExpression } from '#core/expressions/parse-expression.js';

/** The expression with all its parentheses. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'text':
      return `'${expression.text}'`;
    case 'field':
      return expression.name;
    case 'negate':
      return `(-${shown(expression.of)})`;
    case 'binary':
      return `(${shown(expression.left)} ${expression.operator} ${shown(expression.right)})`;
    case 'coalesce':
      return `Coalesce(${expression.of.map(shown).join()})`;
    case 'round':
      return `Round(${shown(expression.of)},${expression.digits})`;
  }
}

it.each([
  ['Quantity * UnitPrice', '(Quantity * UnitPrice)'],
  ['SubTotal * (100 - DiscountPercent) / 100', '((SubTotal * (100 - DiscountPercent)) / 100)'],
  ["FirstName || ' ' || LastName", "((FirstName || ' ') || LastName)"],
  ['1-2-3', '((1 - 2) - 3)'],
  ['1+2*3', '(1 + (2 * 3))'],
  ["'No. ' || 1 + 2", "('No. ' || (1 + 2))"],
  ['-A * - 2', '((-A) * (-2))'],
  ['a--b', '(a - (-b))'],
  ["'it''s' || ''", "('it's' || '')"],
  ['coalesce( A , 0.5,B )', 'Coalesce(A,0.5,B)'],
  ['ROUND(A / 3, 2)', 'Round((A / 3),2)'],
  ['Round', 'Round'],
  ['\n A\t', 'A'],
])('reads %s', (text, expected) => expect(shown(parseExpression(text))).toBe(expected));

it.each([
  ['', "character 1: a field, a number, 'text', a function or '(' is expected, not the end."],
  ['A +', "character 4: a field, a number, 'text', a function or '(' is expected, not the end."],
  ['A B', "character 3: an operator or the end is expected, not 'B'."],
  ['(A', "character 3: ')' is expected, not the end."],
  ['A ; DROP', "character 3: ';' is not allowed here."],
  ['A + "B"', `character 5: '"' is not allowed here.`],
  ["A || 'x", "character 6: the text has no closing '."],
  ['A | B', "character 3: '|' is not allowed here."],
  ['now()', 'character 1: there is no function now; there are Coalesce and Round.'],
  ['Round(A)', "character 8: ',' is expected, not ')'."],
  ['Round(A, B)', 'character 10: Round takes a number of fraction digits from 0 to 99.'],
  ['Coalesce()', "character 10: a field, a number, 'text', a function or '(' is expected, not ')'."],
  ['1e5', "character 2: an operator or the end is expected, not 'e5'."],
  ['.5', "character 1: '.' is not allowed here."],
  ['CustomerId.Name', "character 11: '.' is not allowed here."],
  [`${'('.repeat(33)}A${')'.repeat(33)}`, 'character 33: it nests more than 32 levels deep.'],
  [`1${'0'.repeat(100)}`, 'character 1: a number has at most 100 digits.'],
  ['1+'.repeat(501), 'character 1000: it has more than 1000 characters.'],
])('refuses %s', (text, message) => expect(() => parseExpression(text)).toThrow(`Expression, ${message}`));
