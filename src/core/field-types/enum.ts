import type { Field } from '../catalogue/field.js';
import { nearMiss } from '../nearest.js';
import { list, literal, sql } from '../sql/sql.js';
import { parsed, PLAIN, refused, type BrokenRule, type Parsed, type ValueType } from './value-type.js';

/** As many declared values as a message names. */
const MAX_NAMED = 20;

/** Whether a value is declared, written exactly so, be it active or not. */
export const isDeclared = (value: string, field: Field): boolean => field.values.some((known) => known.value === value);

/** The refusal of a value that is not declared: names the declared ones, and the one that was probably meant. */
export function undeclared(value: string, field: Field): Parsed {
  const names = field.values.filter((known) => known.isActive).map((known) => known.value);
  const near = nearMiss(value, names);
  const named = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ' …' : '');
  return refused(`one of ${named}${near ? ` (did you mean '${near}'?)` : ''}`, 'Values');
}

/** What a new value breaks: an inactive value stays readable and filterable but is not given anew. */
export function brokenValue(value: string, field: Field): BrokenRule[] {
  const isActive = field.values.some((known) => known.value === value && known.isActive);
  return isActive ? [] : [{ rule: 'Values', message: `${field.name} must not be '${value}': the value is inactive.` }];
}

/** Enum: one of the declared values, written exactly so; compares and sorts in the declared order. */
export const enumeration: ValueType = {
  ...PLAIN,
  family: 'enum',
  parse: (json, field) => {
    if (typeof json !== 'string') return refused('the text of a declared value');
    return isDeclared(json, field) ? parsed(json) : undeclared(json, field);
  },
  check: (value, field) => brokenValue(value as string, field),
  columnType: () => 'text COLLATE "C"',
  operandType: () => 'text',
  toJson: (column) => sql`to_json(${column})::text`,
  comparable: (expression, { values }) =>
    sql`array_position(ARRAY[${list(values.map(({ value }) => literal(value)))}]::text[], ${expression})`,
  schema: ({ values }) => ({ type: 'string', enum: values.map(({ value }) => value) }),
};
