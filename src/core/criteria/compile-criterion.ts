import type { Field } from '#core/catalogue/field.js';
import { allOf, anyOf, raw, Slot, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Comparison, Criterion, Existence, Operand } from './criterion.js';
import { FieldPath } from './field-path.js';
import type { FromClause } from './from-clause.js';
import { relationSql } from '#core/relations/relation.js';
import { isTextOperator, patternSql } from './text-pattern.js';

/**
 * Renders a criterion as a condition on the row of `from`. Call `from.joins()` afterwards: this call registers joins.
 */
export function criterionSql(criterion: Criterion, from: FromClause): Sql {
  switch (criterion.kind) {
    case 'all':
      return allOf(criterion.of.map((part) => criterionSql(part, from)));
    case 'any':
      return anyOf(criterion.of.map((part) => criterionSql(part, from)));
    case 'not':
      return sql`NOT (${criterionSql(criterion.of, from)})`;
    case 'constant':
      return raw(criterion.value === null ? 'NULL::boolean' : String(criterion.value));
    case 'compare':
      return comparisonSql(criterion, from);
    case 'exists':
      return existenceSql(criterion, from);
  }
}

/** Parts of a comparison: the field, its column, and its operands as SQL. */
interface Test {
  readonly field: Field;
  readonly column: Sql;
  readonly operands: readonly Sql[];
}

type Write = (test: Test) => Sql;

/** Operand of an equality test; an enum is compared by its text, not by its rank, so that an index can be used. */
export const equated = (expression: Sql, field: Field): Sql =>
  field.type === 'Enum' ? expression : ordered(expression, field);

/** Operand as `equated` has it, but an enum that an index orders by rank is compared by it: one index serves filters and orders. */
const matched = (expression: Sql, field: Field): Sql => (field.isRanked ? ordered : equated)(expression, field);

const ordered = (expression: Sql, field: Field): Sql => valueTypeOf(field).comparable(expression, field);

const compared =
  (operator: '=' | '<>' | '<' | '>' | '<=' | '>=', side: typeof equated): Write =>
  ({ field, column, operands: [operand] }) =>
    sql`${side(column, field)} ${raw(operator)} ${side(operand, field)}`;

const between =
  (operator: 'BETWEEN' | 'NOT BETWEEN'): Write =>
  ({ field, column, operands: [low, high] }) =>
    sql`${ordered(column, field)} ${raw(operator)} ${ordered(low, field)} AND ${ordered(high, field)}`;

/** Compares with a list in one array parameter, so that the statement does not depend on its length. */
const among =
  (operator: '= ANY' | '<> ALL', side: typeof equated): Write =>
  ({ field, column, operands: [array] }) => {
    const isPlain = side(column, field) === column;
    return sql`${side(column, field)} ${raw(operator)}(${isPlain ? array : each(array, (v) => side(v, field))})`;
  };

const ELEMENT = raw('v');

/** Maps the elements of an array in a sub-select, which PostgreSQL runs once, not per row. */
const each = (array: Sql, change: (element: Sql) => Sql): Sql =>
  sql`ARRAY(SELECT ${change(ELEMENT)} FROM unnest(${array}) ${ELEMENT})`;

/** Folds letter case but not accents (docs/interface/queries.md#text-comparison). */
const folded = (text: Sql): Sql => sql`lower(${text} COLLATE "und-x-icu")`;

const like =
  (operator: 'LIKE' | 'NOT LIKE'): Write =>
  ({ column, operands: [pattern] }) =>
    sql`${folded(column)} ${raw(operator)} ${folded(pattern)}`;

const likeEach =
  (operator: 'LIKE ANY' | 'NOT LIKE ALL'): Write =>
  ({ column, operands: [patterns] }) =>
    sql`${folded(column)} ${raw(operator)}(${each(patterns, folded)})`;

const WRITERS: Readonly<Record<Comparison['operator'], Write>> = {
  EqualTo: compared('=', matched),
  NotEqualTo: compared('<>', equated),
  GreaterThan: compared('>', ordered),
  LessThan: compared('<', ordered),
  GreaterThanOrEqualTo: compared('>=', ordered),
  LessThanOrEqualTo: compared('<=', ordered),
  IN: among('= ANY', matched),
  NOTIN: among('<> ALL', equated),
  IsNULL: ({ column }) => sql`${column} IS NULL`,
  IsNotNULL: ({ column }) => sql`${column} IS NOT NULL`,
  Between: between('BETWEEN'),
  NotBetween: between('NOT BETWEEN'),
  Contains: like('LIKE'),
  NotContains: like('NOT LIKE'),
  StartsWith: like('LIKE'),
  NotStartsWith: like('NOT LIKE'),
  EndsWith: like('LIKE'),
  NotEndsWith: like('NOT LIKE'),
  SplitContains: likeEach('LIKE ANY'),
  NotSplitContains: likeEach('NOT LIKE ALL'),
};

/** Operators of MultiEnum, which compare sets regardless of the stored order. */
const SET_WRITERS: Readonly<Partial<Record<Comparison['operator'], Write>>> = {
  EqualTo: ({ column, operands: [set] }) => sql`(${column} @> ${set} AND ${column} <@ ${set})`,
  NotEqualTo: ({ column, operands: [set] }) => sql`NOT (${column} @> ${set} AND ${column} <@ ${set})`,
  Contains: ({ column, operands: [set] }) => sql`${column} @> ${set}`,
  NotContains: ({ column, operands: [set] }) => sql`NOT (${column} @> ${set})`,
  SplitContains: ({ column, operands: [set] }) => sql`${column} && ${set}`,
  NotSplitContains: ({ column, operands: [set] }) => sql`NOT (${column} && ${set})`,
};

function comparisonSql({ path, operator, operands, orNull }: Comparison, from: FromClause): Sql {
  // Two enums have ranks of their own.
  const isRanked = path.field.isRanked && operands.every((operand) => operand instanceof Slot);
  const field = isRanked === path.field.isRanked ? path.field : { ...path.field, isRanked };
  const column = from.column(path);
  const isMixed = operands.some((operand) => operand instanceof FieldPath && operand.field.type !== field.type);
  const operandSql = (operand: Operand): Sql => {
    if (operand instanceof Slot) return sql`${operand}`;
    const other = aligned(from.column(operand), operand.field, isMixed);
    return isTextOperator(operator) && field.type !== 'MultiEnum' ? patternSql(operator, other) : other;
  };
  const write = (field.type === 'MultiEnum' && SET_WRITERS[operator]) || WRITERS[operator];
  const others = operands.filter((operand) => operand instanceof FieldPath).map((other) => from.column(other));
  const plain = write({ field, column: aligned(column, field, isMixed), operands: operands.map(operandSql) });
  const test = orNull ? sql`(${plain} OR ${column} IS NULL)` : plain;
  return isUnknownAlone(operator, orNull) ? test : whereGiven(others, test);
}

/** True for comparisons with a null operand that are unknown in SQL by themselves. */
const isUnknownAlone = (operator: Comparison['operator'], orNull: boolean): boolean =>
  !orNull && operator !== 'Between' && operator !== 'NotBetween';

/** A test that is unknown, not false, where a compared field is null: a NOT around it matches no row either. */
const whereGiven = (others: readonly Sql[], test: Sql): Sql =>
  others.length === 0
    ? test
    : sql`CASE WHEN ${allOf(others.map((other) => sql`${other} IS NOT NULL`))} THEN ${test} END`;

/** Turns a Date that is compared with a DateTime into 00:00Z of its day, in any time zone of the connection. */
const aligned = (expression: Sql, field: Field, isMixed: boolean): Sql =>
  isMixed && field.type === 'Date' ? sql`(${expression}::timestamp AT TIME ZONE 'UTC')` : expression;

/**
 * Renders EXISTS, which PostgreSQL can turn into a semi-join or anti-join. As in SQL, a null field matches neither
 * ExistsIn nor NotExistsIn, and nulls in the other entity's rows equal nothing.
 */
function existenceSql({ path, negated, orNull, rows }: Existence, from: FromClause): Sql {
  const { field } = path;
  const inner = from.inner(rows.entity);
  const isMixed = rows.path.field.type !== field.type;
  const column = from.column(path);
  const here = equated(aligned(column, field, isMixed), field);
  const there = equated(aligned(inner.column(rows.path), rows.path.field, isMixed), field);
  const where = rows.where ? [criterionSql(rows.where, inner)] : [];
  const condition = allOf([sql`${there} = ${here}`, ...where]);
  const source = sql`${relationSql(from.reader, rows.entity)} ${raw(inner.alias)}${inner.joins()}`;
  const exists = sql`EXISTS (SELECT 1 FROM ${source} WHERE ${condition})`;
  if (!negated) return exists;
  return orNull ? sql`NOT ${exists}` : sql`(${column} IS NOT NULL AND NOT ${exists})`;
}
