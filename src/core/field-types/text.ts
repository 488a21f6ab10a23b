import { RE2JS } from 're2js';
import type { Field } from '../catalogue/field.js';
import { raw, sql, type Sql } from '../sql/sql.js';
import { plainPattern } from '../values/plain-pattern.js';
import { TEXT_FORMATS } from '../fields/text-formats.js';
import { parsed, refused, type BrokenRule, type ValueType } from './value-type.js';

/** A compiled pattern that is tested in linear time. */
type Pattern = Pick<RE2JS, 'test'>;

/** Compiled patterns, one per field of a catalogue. */
const patterns = new WeakMap<Field, Pattern>();

function patternOf(field: Field, regex: string): Pattern {
  const known = patterns.get(field);
  if (known) return known;
  const compiled = plainPattern(regex) ?? RE2JS.compile(regex);
  patterns.set(field, compiled);
  return compiled;
}

/** Counts the code points of a well-formed text, as PostgreSQL does. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length--;
  return length;
}

function broken(text: string, field: Field): readonly BrokenRule[] {
  const { minLength, maxLength, regex, format, name } = field;
  const rules: BrokenRule[] = [];
  const length = lengthOf(text);
  if (minLength !== undefined && length < minLength) {
    rules.push({ rule: 'MinLength', message: `${name} must have at least ${minLength} characters.` });
  }
  if (maxLength !== undefined && length > maxLength) {
    rules.push({ rule: 'MaxLength', message: `${name} must have at most ${maxLength} characters, not ${length}.` });
  }
  if (regex && !patternOf(field, regex).test(text)) {
    rules.push({ rule: 'Regex', message: `${name} must match ${regex}.` });
  }
  if (format && !TEXT_FORMATS[format].accepts(text)) {
    rules.push({ rule: 'Format', message: `${name} must be ${TEXT_FORMATS[format].noun}.` });
  }
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
  check: (value, field) => broken(value as string, field),
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
