import type { Field } from '../catalogue/field.js';
import { type Expression, ExpressionProblem, operandsOf } from './expression.js';
import { fieldOfExpression, fitsResult, fieldNamesIn, RESULT_TYPES, typeOfExpression } from './expression-type.js';
import { parseExpression } from './parse-expression.js';

type Fields = ReadonlyMap<string, Field>;

/** Operations of an expression with those of the computed fields it uses in their places. */
const MAX_OPERATIONS = 1_000;

const expressions = new WeakMap<Field, Expression>();

/** The expression of a Computed field, read once per snapshot. @throws {ExpressionProblem} */
export function expressionOf(field: Field): Expression {
  const known = expressions.get(field);
  if (known) return known;
  const expression = parseExpression(field.computed!.expression);
  expressions.set(field, expression);
  return expression;
}

/** Fields that a Computed field's expression names. */
export const namedFields = (field: Field, fields: Fields): readonly Field[] =>
  fieldNamesIn(expressionOf(field)).flatMap((name) => fields.get(name.toLowerCase()) ?? []);

/** Names of the fields that a Computed field's value follows from in the end; computed ones stand for theirs. */
export function inputsOf(field: Field, fields: Fields): ReadonlySet<string> {
  const inputs = namedFields(field, fields).flatMap((each) =>
    each.computed ? [...inputsOf(each, fields)] : each.name,
  );
  return new Set(inputs);
}

/** The Computed fields whose value can change when fields of these names do. */
export const followingFields = (fields: Fields, changed: ReadonlySet<string>): readonly Field[] =>
  [...fields.values()].filter(
    (field) => field.computed && [...inputsOf(field, fields)].some((name) => changed.has(name)),
  );

/** What is wrong with a Computed field in its entity, as a sentence. Circles are the definition check's question. */
export function computedProblem(field: Field, fields: Fields): string | undefined {
  const { resultType } = field.computed!;
  if (!RESULT_TYPES.some((known) => known === resultType))
    return `ResultType must be one of ${RESULT_TYPES.join(', ')}.`;
  try {
    const type = typeOfExpression(expressionOf(field), fields);
    if (fitsResult(type, resultType)) return undefined;
    const hint = resultType === 'Int' && type === 'Decimal' ? ' Round(…, 0) makes it a whole number.' : '';
    return `The expression gives ${type}, which is no ${resultType}.${hint}`;
  } catch (error) {
    if (error instanceof ExpressionProblem) return error.message;
    throw error;
  }
}

/** Whether an expression is too large once the computed fields it uses stand in their places. */
export const isTooLarge = (field: Field, fields: Fields): boolean =>
  operations(expressionOf(field), fields, MAX_OPERATIONS) < 0;

/** What is left of `budget` after an expression; negative as soon as it is used up. */
function operations(expression: Expression, fields: Fields, budget: number): number {
  if (budget < 0) return budget;
  const inner = expression.kind === 'field' ? inlined(expression, fields) : operandsOf(expression);
  return inner.reduce((left, each) => operations(each, fields, left), budget - 1);
}

function inlined(named: Expression & { readonly kind: 'field' }, fields: Fields): readonly Expression[] {
  const field = fieldOfExpression(named, fields);
  return field.computed ? [expressionOf(field)] : [];
}
