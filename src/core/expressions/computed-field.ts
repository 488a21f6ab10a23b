import type { Field } from '#core/catalogue/field.js';
import { type Expression, ExpressionProblem, operandsOf } from './expression.js';
import { fieldOfExpression, fitsResult, fieldNamesIn, RESULT_TYPES, typeOfExpression } from './expression-type.js';
import { parseExpression } from './parse-expression.js';

type Fields = ReadonlyMap<string, Field>;

/** Maximum number of operations in an expression after computed fields are replaced by their expressions. */
const MAX_OPERATIONS = 1_000;

const expressions = new WeakMap<Field, Expression>();

/**
 * Returns the parsed expression of a Computed field, parsed once per catalogue.
 * @throws {ExpressionProblem}
 */
export function expressionOf(field: Field): Expression {
  const known = expressions.get(field);
  if (known) return known;
  const expression = parseExpression(field.computed!.expression);
  expressions.set(field, expression);
  return expression;
}

/** Lists the fields that a Computed field's expression names. */
export const namedFields = (field: Field, fields: Fields): readonly Field[] =>
  fieldNamesIn(expressionOf(field)).flatMap((name) => fields.get(name.toLowerCase()) ?? []);

/** Collects the names of a Computed field's inputs, with computed inputs replaced by their own inputs. */
export function inputsOf(field: Field, fields: Fields): ReadonlySet<string> {
  const inputs = namedFields(field, fields).flatMap((each) =>
    each.computed ? [...inputsOf(each, fields)] : each.name,
  );
  return new Set(inputs);
}

/** Lists the Computed fields whose value depends on the changed fields. */
export const followingFields = (fields: Fields, changed: ReadonlySet<string>): readonly Field[] =>
  [...fields.values()].filter(
    (field) => field.computed && [...inputsOf(field, fields)].some((name) => changed.has(name)),
  );

/** Returns a message if a Computed field is invalid in its entity; the definition check detects circles. */
export function computedProblem(field: Field, fields: Fields): string | undefined {
  const { resultType } = field.computed!;
  if (!RESULT_TYPES.some((known) => known === resultType))
    return `ResultType must be one of ${RESULT_TYPES.join(', ')}.`;
  try {
    const type = typeOfExpression(expressionOf(field), fields);
    if (fitsResult(type, resultType)) return undefined;
    const hint = resultType === 'Int' && type === 'Decimal' ? ' Round(…, 0) makes it a whole number.' : '';
    return `The expression gives ${type}, not ${resultType}.${hint}`;
  } catch (error) {
    if (error instanceof ExpressionProblem) return error.message;
    throw error;
  }
}

/** Tells whether an expression is too large after computed fields are replaced by their expressions. */
export const isTooLarge = (field: Field, fields: Fields): boolean =>
  operations(expressionOf(field), fields, MAX_OPERATIONS) < 0;

/** Subtracts the operations of an expression from `budget`; negative once the budget is exceeded. */
function operations(expression: Expression, fields: Fields, budget: number): number {
  if (budget < 0) return budget;
  const inner = expression.kind === 'field' ? inlined(expression, fields) : operandsOf(expression);
  return inner.reduce((left, each) => operations(each, fields, left), budget - 1);
}

function inlined(named: Expression & { readonly kind: 'field' }, fields: Fields): readonly Expression[] {
  const field = fieldOfExpression(named, fields);
  return field.computed ? [expressionOf(field)] : [];
}
