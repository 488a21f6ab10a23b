import { raw, sql, type Sql } from '../sql/sql.js';
import type { OperatorName } from './operators.js';

/** What LIKE wants around the operand: anything before it, anything behind it. */
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

/** Whether the operator looks for a text within a text. */
export const isTextOperator = (operator: OperatorName): boolean => operator in WILDCARDS;

/** The LIKE pattern of a text operator's operand, which it takes literally (R67). */
export function patternOf(operator: OperatorName, text: string): string {
  const [before, behind] = WILDCARDS[operator] ?? ['', ''];
  return before + text.replace(/[\\%_]/g, '\\$&') + behind;
}

/** The same for the text of a column. */
export function patternSql(operator: OperatorName, text: Sql): Sql {
  const [before, behind] = WILDCARDS[operator] ?? ['', ''];
  const escaped = sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;
  return sql`('${raw(before)}' || ${escaped} || '${raw(behind)}')`;
}
