import { raw, sql, type Sql } from '#core/sql/sql.js';
import type { OperatorName } from '#core/fields/operators.js';

/** Wildcards before and after the operand of LIKE. */
const WILDCARDS: Readonly<Partial<Record<OperatorName, readonly [before: string, behind: string]>>> = {
  Contains: ['%', '%'],
  NotContains: ['%', '%'],
  StartsWith: ['', '%'],
  NotStartsWith: ['', '%'],
  EndsWith: ['%', ''],
  NotEndsWith: ['%', ''],
  SplitContains: ['%', '%'],
  NotSplitContains: ['%', '%'],
};

/** Tells whether the operator searches for a text within a text. */
export const isTextOperator = (operator: OperatorName): boolean => operator in WILDCARDS;

/** Builds the LIKE pattern of an operand, whose `% _ \` are escaped (docs/interface/queries.md#text-comparison). */
export function patternOf(operator: OperatorName, text: string): string {
  const [before, behind] = WILDCARDS[operator] ?? ['', ''];
  return before + text.replace(/[\\%_]/g, '\\$&') + behind;
}

/** Renders the LIKE pattern of a column's text. */
export function patternSql(operator: OperatorName, text: Sql): Sql {
  const [before, behind] = WILDCARDS[operator] ?? ['', ''];
  const escaped = sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;
  return sql`('${raw(before)}' || ${escaped} || '${raw(behind)}')`;
}
