import { sql } from '../sql/sql.js';
import { text } from './text.js';
import { PLAIN, type ValueType } from './value-type.js';

const TOKEN = /\{(0+|yyyy|MM)\}/;
const MAX_PATTERN_LENGTH = 100;

/** What a number is made of: `prefix`, the counter with at least `width` digits, `suffix`. */
export interface NumberParts {
  /** The counter restarts when this text changes. */
  readonly prefix: string;
  readonly suffix: string;
  readonly width: number;
}

/** Odd positions of the split are what stands between braces. */
const isCounter = (part: string, position: number): boolean => position % 2 === 1 && part.startsWith('0');

/** What is wrong with a pattern, as a sentence. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `Pattern must have at most ${MAX_PATTERN_LENGTH} characters.`;
  const parts = pattern.split(TOKEN);
  if (parts.filter(isCounter).length !== 1) return 'Pattern must have one counter such as {0000}.';
  const hasStrayBrace = parts.some((part, position) => position % 2 === 0 && /[{}]/.test(part));
  return hasStrayBrace ? 'Pattern must have no braces but those of {0000}, {yyyy} and {MM}.' : undefined;
}

/**
 * The parts of a number that is given on a day.
 * @param pattern without problems, such as `SO-{yyyy}-{000000}`.
 * @param localDate `yyyy-MM-dd` in the environment's time zone.
 */
export function numberParts(pattern: string, localDate: string): NumberParts {
  const [yyyy, MM] = localDate.split('-');
  const dated = pattern.replaceAll('{yyyy}', yyyy).replaceAll('{MM}', MM);
  const [prefix, zeros, suffix] = dated.split(TOKEN);
  return { prefix, suffix, width: zeros.length };
}

/** AutoNumber: text that the service makes; callers only filter and sort by it. */
export const autoNumber: ValueType = {
  ...PLAIN,
  family: 'text',
  parse: text.parse,
  columnType: text.columnType,
  operandType: text.operandType,
  toJson: (column) => sql`to_json(${column})::text`,
  schema: () => ({ type: 'string', readOnly: true }),
};
