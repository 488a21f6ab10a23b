import { RE2JS } from 're2js';
import type { Field } from '../catalogue/field.js';
import { raw, sql, type Sql } from '../sql/sql.js';
import { parsed, refused, type BrokenRule, type ValueType } from './value-type.js';

/** Ours, not a caller's: none gives the engine two ways to read a text, so that a failed match takes linear time too. */
const FORMATS: Readonly<Record<'Email' | 'Url' | 'Phone', { readonly pattern: RegExp; readonly noun: string }>> = {
  Email: {
    pattern: /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
    noun: 'an e-mail address',
  },
  Url: { pattern: /^https?:\/\/[^\t\n\f\r /?#][^\t\n\f\r ]*$/, noun: 'a URL' },
  Phone: { pattern: /^\+?[0-9][0-9 ()./-]{3,28}[0-9]$/, noun: 'a phone number' },
};

/** Compiled once per field of a snapshot; the engine is linear in the text's length, whatever the pattern. */
const patterns = new WeakMap<Field, RE2JS>();

function patternOf(field: Field, regex: string): RE2JS {
  const known = patterns.get(field);
  if (known) return known;
  const compiled = RE2JS.compile(regex);
  patterns.set(field, compiled);
  return compiled;
}

/** Characters as PostgreSQL and people count them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

function* broken(text: string, field: Field): Generator<BrokenRule> {
  const { minLength, maxLength, regex, format, name } = field;
  const length = lengthOf(text);
  if (minLength !== undefined && length < minLength) {
    yield { rule: 'MinLength', message: `${name} must have at least ${minLength} characters.` };
  }
  if (maxLength !== undefined && length > maxLength) {
    yield { rule: 'MaxLength', message: `${name} must have at most ${maxLength} characters, not ${length}.` };
  }
  if (regex && !patternOf(field, regex).matcher(text).find()) {
    yield { rule: 'Regex', message: `${name} must match ${regex}.` };
  }
  if (format && !FORMATS[format].pattern.test(text)) {
    yield { rule: 'Format', message: `${name} must be ${FORMATS[format].noun}.` };
  }
}

/** Text and LongText: any Unicode but the character PostgreSQL cannot store (U+0000) and lone surrogates. */
export const text: ValueType = {
  family: 'text',
  parse: (json) => {
    if (typeof json !== 'string') return refused('text');
    if (json.includes('\0')) return refused('text without the character U+0000');
    return json.isWellFormed() ? parsed(json) : refused('well-formed Unicode text');
  },
  check: (value, field) => [...broken(value as string, field)],
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
    ...(format && { format: { Email: 'email', Url: 'uri', Phone: 'phone' }[format] }),
  }),
};
