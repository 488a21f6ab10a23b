import { raw, sql } from '#core/sql/sql.js';
import { text } from './text.js';
import { PLAIN, type ValueType } from './value-type.js';

const TOKEN = /\{(0+|yyyy|MM)\}/;
const MAX_PATTERN_LENGTH = 100;
const NATURAL_ORDER = raw('platform.natural_order');

/** Parts of an automatic number: `prefix`, the counter with at least `width` digits, `suffix`. */
export interface NumberParts {
  /** Text before the counter, which restarts when this text changes. */
  readonly prefix: string;
  readonly suffix: string;
  readonly width: number;
}

/** Tells whether a part of the split is a counter; odd positions are the contents of braces. */
const isCounter = (part: string, position: number): boolean => position % 2 === 1 && part.startsWith('0');

/** Returns a message if a pattern is invalid. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `Pattern must have at most ${MAX_PATTERN_LENGTH} characters.`;
  const parts = pattern.split(TOKEN);
  if (parts.filter(isCounter).length !== 1) return 'Pattern must have one counter such as {0000}.';
  const hasStrayBrace = parts.some((part, position) => position % 2 === 0 && /[{}]/.test(part));
  return hasStrayBrace ? 'Pattern must have no braces but those of {0000}, {yyyy} and {MM}.' : undefined;
}

/**
 * Fills in the date of a pattern and splits it into its parts.
 * @param pattern valid, such as `SO-{yyyy}-{000000}`.
 * @param localDate `yyyy-MM-dd` in the environment's time zone.
 */
export function numberParts(pattern: string, localDate: string): NumberParts {
  const [yyyy, MM] = localDate.split('-');
  const dated = pattern.replaceAll('{yyyy}', yyyy).replaceAll('{MM}', MM);
  const [prefix, zeros, suffix] = dated.split(TOKEN);
  return { prefix, suffix, width: zeros.length };
}

/**
 * AutoNumber: text created by the service; callers can only filter and sort by it. Its order is that of issue: digits
 * compare as numbers, so that 10 follows 9 and 10000 follows 9999.
 */
export const autoNumber: ValueType = {
  ...PLAIN,
  family: 'text',
  parse: text.parse,
  columnType: text.columnType,
  operandType: text.operandType,
  toJson: (column) => sql`to_json(${column})::text`,
  comparable: (expression) => sql`(${expression} COLLATE ${NATURAL_ORDER})`,
  schema: () => ({ type: 'string', readOnly: true }),
};
