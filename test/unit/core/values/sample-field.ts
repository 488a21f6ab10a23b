import type { Field, FieldType } from '#core/catalogue/field.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';

/** A field named after its type, with members of the test. */
export const sampleField = (type: FieldType, members: Partial<Field> = {}): Field => ({
  id: 'f1',
  entityName: 'Sample',
  name: type,
  type,
  isSystem: false,
  required: false,
  unique: false,
  readOnly: false,
  immutable: false,
  caseInsensitive: false,
  precision: 18,
  scale: 2,
  values: [],
  ...members,
});

/** Declared enum values; a name that ends in `!` is inactive. */
export const declared = (...names: string[]): Field['values'] =>
  names.map((name) => {
    const value = name.replace('!', '');
    return { value, text: value, isActive: !name.endsWith('!') };
  });

/** A number as the body reader hands it over. */
export const number = (text: string): JsonNumber => new JsonNumber(text);

/** Values that no scalar type but Text accepts: other kinds of JSON, other digits, control characters. */
export const HOSTILE: readonly JsonValue[] = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '-infinity',
  'null',
  '\u0661\u0662',
  '12\0',
  '\ud800',
  '1_000',
  '0x10',
  "1'; DROP TABLE x; --",
  '1\n',
  [],
  ['1'],
  {},
  { toString: '1' },
  '9'.repeat(100_000) + 'x',
];

/** Rows of a table of cases that begin with a field, with the field's type in front for the title. */
export const byType = <Row extends readonly [Field, ...unknown[]]>(rows: readonly Row[]): [string, ...Row][] =>
  rows.map((row) => [row[0].type, ...row]);
