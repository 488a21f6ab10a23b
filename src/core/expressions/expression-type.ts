import type { Field, FieldType } from '#core/catalogue/field.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { type Expression, ExpressionProblem, operandsOf } from './expression.js';

/** Types a Computed field can have. */
export const RESULT_TYPES = ['Decimal', 'Int', 'Text', 'Date', 'DateTime', 'Bool'] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

type Fields = ReadonlyMap<string, Field>;

/** Operand type of each field type; a missing type cannot be used in expressions. */
const OPERANDS: Readonly<Partial<Record<FieldType, ResultType>>> = {
  Decimal: 'Decimal',
  Int: 'Int',
  Text: 'Text',
  LongText: 'Text',
  Enum: 'Text',
  AutoNumber: 'Text',
  Date: 'Date',
  DateTime: 'DateTime',
  Bool: 'Bool',
};

const isNumber = (type: ResultType): boolean => type === 'Int' || type === 'Decimal';
const wider = (a: ResultType, b: ResultType): ResultType => (a === 'Decimal' ? a : b);

/**
 * Derives the type of an expression. Sums, differences and products of whole numbers are whole; a quotient is not.
 * @param fields of the row, by name in lower case.
 * @throws {ExpressionProblem} for unknown names and operands that do not fit together.
 */
export function typeOfExpression(expression: Expression, fields: Fields): ResultType {
  switch (expression.kind) {
    case 'number':
      return expression.text.includes('.') ? 'Decimal' : 'Int';
    case 'text':
      return 'Text';
    case 'field':
      return typeOfField(expression, fields);
    case 'negate':
      return numeric(expression.of, fields, '-');
    case 'round': {
      const type = numeric(expression.of, fields, 'Round');
      return expression.digits === 0 ? 'Int' : type;
    }
    case 'binary':
      return typeOfBinary(expression, fields);
    case 'coalesce':
      return typeOfCoalesce(expression, fields);
  }
}

/**
 * Finds the field of a name in any letter case.
 * @throws {ExpressionProblem}
 */
export function fieldOfExpression({ name, at }: { readonly name: string; readonly at: number }, fields: Fields): Field {
  const field = fields.get(name.toLowerCase());
  if (field && !field.isSystem) return field;
  if (field) throw new ExpressionProblem(at, `${field.name} is a system field, which an expression cannot use.`);
  const names = [...fields.values()].filter(({ isSystem }) => !isSystem).map((known) => known.name);
  throw new ExpressionProblem(at, `there is no field '${shortened(name)}'.${didYouMean(name, names)}`);
}

function typeOfField(named: Expression & { readonly kind: 'field' }, fields: Fields): ResultType {
  const { name, type } = fieldOfExpression(named, fields);
  const operand = OPERANDS[type];
  if (operand) return operand;
  throw new ExpressionProblem(named.at, `${name} is ${type}, which an expression cannot use.`);
}

function numeric(expression: Expression, fields: Fields, operator: string): ResultType {
  const type = typeOfExpression(expression, fields);
  if (isNumber(type)) return type;
  throw new ExpressionProblem(expression.at, `${operator} takes numbers, and this is ${type}.`);
}

function typeOfBinary(binary: Expression & { readonly kind: 'binary' }, fields: Fields): ResultType {
  const { operator, left, right } = binary;
  if (operator === '||') {
    for (const side of [left, right]) {
      const type = typeOfExpression(side, fields);
      if (type === 'Text' || isNumber(type)) continue;
      throw new ExpressionProblem(side.at, `|| takes text and numbers, and this is ${type}.`);
    }
    return 'Text';
  }
  const type = wider(numeric(left, fields, operator), numeric(right, fields, operator));
  return operator === '/' ? 'Decimal' : type;
}

function typeOfCoalesce({ of }: Expression & { readonly kind: 'coalesce' }, fields: Fields): ResultType {
  return of
    .map((each) => ({ type: typeOfExpression(each, fields), at: each.at }))
    .reduce((first, { type, at }) => {
      if (type === first.type) return first;
      if (isNumber(type) && isNumber(first.type)) return { type: 'Decimal', at: first.at };
      throw new ExpressionProblem(at, `Coalesce takes values of one type, not ${first.type} and ${type}.`);
    }).type;
}

/** Tells whether an expression's values fit a result type; Int fits Decimal, but not the other way round. */
export const fitsResult = (type: ResultType, result: string): boolean =>
  type === result || (type === 'Int' && result === 'Decimal');

/** Names of the fields an expression reads, as written. */
export const fieldNamesIn = (expression: Expression): readonly string[] =>
  expression.kind === 'field' ? [expression.name] : operandsOf(expression).flatMap(fieldNamesIn);
