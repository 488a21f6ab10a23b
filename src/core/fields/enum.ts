import type { Field } from '#core/catalogue/field.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { nearMiss, visible } from '#core/nearest.js';
import { list, literal, sql } from '#core/sql/sql.js';
import { parsed, PLAIN, refused, type BrokenRule, type Parsed, type ValueType } from './value-type.js';

/** Maximum number of declared values in a message. */
const MAX_NAMED = 20;

/** Tells whether a value is declared, active or not; letter case matters. */
export const isDeclared = (value: string, field: Field): boolean => field.values.some((known) => known.value === value);

/** Refuses an undeclared value; the message lists the declared ones and suggests a near miss. */
export function undeclared(value: string, field: Field): Parsed {
  const names = field.values.filter((known) => known.isActive).map((known) => known.value);
  const near = nearMiss(value, names);
  const named = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ' …' : '');
  return refused(visible(`one of ${named}${near ? ` (did you mean '${near}'?)` : ''}`), 'Values');
}

/** Refuses an inactive value in a write; stored inactive values stay readable and can be filtered by. */
export function brokenValue(value: string, field: Field): BrokenRule[] {
  const isActive = field.values.some((known) => known.value === value && known.isActive);
  return isActive
    ? []
    : [{ rule: 'Values', message: `${field.name} must not be '${visible(value)}': the value is inactive.` }];
}

/** Replaces the number of a value, as JSON number or as text, by its name; other JSON stays as it is. */
function namedBy(json: JsonValue, { values }: Field): JsonValue {
  const text = json instanceof JsonNumber ? json.text : json;
  return typeof text === 'string' && /^\d{1,3}$/.test(text) ? (values[Number(text) - 1]?.value ?? text) : json;
}

/** Enum: one of the declared values, letter case matters; compares and sorts in the declared order. */
export const enumeration: ValueType = {
  ...PLAIN,
  family: 'enum',
  parse: (json, field) => {
    const value = field.isNumbered ? namedBy(json, field) : json;
    if (typeof value !== 'string') return refused('the text of a declared value');
    return isDeclared(value, field) ? parsed(value) : undeclared(value, field);
  },
  check: (value, field) => brokenValue(value as string, field),
  columnType: () => 'text COLLATE "C"',
  operandType: () => 'text',
  toJson: (column) => sql`to_json(${column})::text`,
  comparable: (expression, { values }) =>
    sql`array_position(ARRAY[${list(values.map(({ value }) => literal(value)))}]::text[], ${expression})`,
  schema: ({ values }) => ({ type: 'string', enum: values.map(({ value }) => value) }),
};
