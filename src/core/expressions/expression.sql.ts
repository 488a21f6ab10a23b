import type { Field } from '#core/catalogue/field.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { expressionOf } from './computed-field.js';
import type { Expression } from './expression.js';
import { fieldOfExpression, typeOfExpression } from './expression-type.js';

/** The row an expression is about: its fields, and where their values stand. */
export interface ExpressionRow {
  readonly fields: ReadonlyMap<string, Field>;
  column(field: Field): Sql;
}

/**
 * The value of a Computed field by immutable functions alone, so that it can be a generated column. PostgreSQL does not
 * let those use each other: the expressions of other computed fields stand in their places.
 */
export function computedSql(field: Field, row: ExpressionRow): Sql {
  const value = expressionSql(expressionOf(field), row);
  // PostgreSQL's round, like its casts of numeric, goes half away from zero.
  if (field.type === 'Decimal') return sql`round(${value}, ${raw(String(field.scale))})`;
  return field.type === 'Int' ? sql`(${value})::bigint` : value;
}

/** Numbers are numeric throughout: whole ones would overflow on their way, and lose their fractions in a division. */
function expressionSql(expression: Expression, row: ExpressionRow): Sql {
  switch (expression.kind) {
    case 'number':
      return raw(`${expression.text}::numeric`);
    case 'text':
      return sql`${literal(expression.text)}::text`;
    case 'field':
      return fieldSql(fieldOfExpression(expression, row.fields), row);
    case 'negate':
      return sql`(- ${expressionSql(expression.of, row)})`;
    case 'coalesce':
      return sql`COALESCE(${list(expression.of.map((each) => expressionSql(each, row)))})`;
    case 'round':
      return sql`round(${expressionSql(expression.of, row)}, ${raw(String(expression.digits))})`;
    case 'binary':
      return binarySql(expression, row);
  }
}

function fieldSql(field: Field, row: ExpressionRow): Sql {
  const value = field.computed ? computedSql(field, row) : row.column(field);
  return field.type === 'Int' || field.type === 'Decimal' ? sql`${value}::numeric` : value;
}

/** Without more digits in the dividend a quotient has 16 significant ones: too few for rounding it to its scale. */
const MORE_DIGITS = raw(`1.${'0'.repeat(20)}`);

function binarySql(binary: Expression & { readonly kind: 'binary' }, row: ExpressionRow): Sql {
  const { operator } = binary;
  const [left, right] = [binary.left, binary.right].map((side) => expressionSql(side, row));
  // Our reading: like an operand that is null, a division by zero has no value.
  if (operator === '/') return sql`(${left} * ${MORE_DIGITS} / NULLIF(${right}, 0))`;
  if (operator !== '||') return sql`(${left} ${raw(operator)} ${right})`;
  return sql`(${joined(binary.left, left, row)} || ${joined(binary.right, right, row)})`;
}

/** A number joins a text as its digits. */
const joined = (side: Expression, value: Sql, { fields }: ExpressionRow): Sql =>
  typeOfExpression(side, fields) === 'Text' ? value : sql`(${value})::text`;
