import type { Field } from '#core/catalogue/field.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';
import {
  boundedPattern,
  MAX_PATTERN_WORK,
  PatternRefused,
  PatternWork,
  readingUnits,
} from '#core/values/bounded-pattern.js';
import { TEXT_FORMATS } from './text-formats.js';
import { parsed, refused, type BrokenRule, type ValueType } from './value-type.js';

/** Counts the code points of a well-formed text, as PostgreSQL does. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length--;
  return length;
}

/** Compares the code points of a text with a length; they are counted only where the UTF-16 units leave it open. */
const isLonger = (text: string, length: number): boolean =>
  text.length > length && (text.length > 2 * length || lengthOf(text) > length);

/** UTF-16 units of a text that is too long but still counted for the message. */
const MAX_COUNTED = 100_000;

/** Longest text that is compared with a built-in pattern; a longer one does not match. */
const MAX_FORMAT_LENGTH = 100_000;

function formatProblem(text: string, { name, format }: Field, work?: PatternWork): BrokenRule | undefined {
  if (!format) return undefined;
  work?.add(readingUnits(text));
  if (text.length <= MAX_FORMAT_LENGTH && TEXT_FORMATS[format].accepts(text)) return undefined;
  return { rule: 'Format', message: `${name} must be ${TEXT_FORMATS[format].noun}.` };
}

function regexProblem(text: string, { name, regex }: Field, work?: PatternWork): BrokenRule | undefined {
  if (!regex) return undefined;
  try {
    const pattern = boundedPattern(regex);
    const { maxLength } = pattern;
    if (text.length > maxLength)
      return {
        rule: 'MaxLength',
        message: `${name} must have at most ${maxLength} characters, because it has a Regex.`,
      };
    if (pattern.test(text, work)) return undefined;
    return { rule: 'Regex', message: `${name} must match ${regex}.` };
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    return { rule: 'Regex', message: `${name} takes no value: its Regex ${error.message}. Change the field first.` };
  }
}

/** Lists what breaks the rules of the field that are patterns. */
function* patternProblems(text: string, field: Field, work?: PatternWork): Generator<BrokenRule | undefined> {
  if (!field.regex && !field.format) return;
  if (!work?.isSpent) {
    yield regexProblem(text, field, work);
    yield formatProblem(text, field, work);
    return;
  }
  const message =
    `${field.name} was not compared with its pattern: the texts of one record and its nested records ` +
    `take at most ${MAX_PATTERN_WORK} units of that work. Send fewer or shorter texts at once.`;
  yield { rule: field.regex ? 'Regex' : 'Format', message };
}

function broken(text: string, field: Field, work?: PatternWork): readonly BrokenRule[] {
  const { minLength, maxLength, name } = field;
  const rules: BrokenRule[] = [];
  if (minLength !== undefined && !isLonger(text, minLength - 1)) {
    rules.push({ rule: 'MinLength', message: `${name} must have at least ${minLength} characters.` });
  }
  if (maxLength !== undefined && isLonger(text, maxLength)) {
    const count = text.length > MAX_COUNTED ? '' : `, not ${lengthOf(text)}`;
    rules.push({ rule: 'MaxLength', message: `${name} must have at most ${maxLength} characters${count}.` });
  }
  for (const problem of patternProblems(text, field, work)) if (problem) rules.push(problem);
  return rules;
}

/** Text and LongText: any Unicode text without lone surrogates and U+0000, which PostgreSQL cannot store. */
export const text: ValueType = {
  family: 'text',
  parse: (json) => {
    if (typeof json !== 'string') return refused('text');
    if (json.includes('\0')) return refused('text without the character U+0000');
    return json.isWellFormed() ? parsed(json) : refused('well-formed Unicode text');
  },
  check: (value, field, work) => broken(value as string, field, work),
  columnType: () => 'text COLLATE "C"',
  operandType: () => 'text',
  toJson: (column) => sql`to_json(${column})::text`,
  comparable: (expression: Sql, field) =>
    field.caseInsensitive ? sql`lower(${expression} COLLATE ${raw('"und-x-icu"')})` : expression,
  encode: (value) => JSON.stringify(value),
  schema: ({ minLength, maxLength, regex, format }) => ({
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(regex && { pattern: regex }),
    ...(format && { format: TEXT_FORMATS[format].schema }),
  }),
};
