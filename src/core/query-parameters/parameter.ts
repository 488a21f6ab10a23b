import { FIELD_TYPES, type Field, type FieldType } from '../catalogue/field.js';
import { PLAIN_FIELD } from '../catalogue/system-fields.js';
import { isArray, type JsonValue } from '../json/json.js';
import { symbolicDefault, type DefaultContext } from '../fields/defaults.js';
import { valueTypeOf } from '../field-types/value-types.js';

/** Types a parameter can have: those with values of their own. */
export const PARAMETER_TYPES: readonly FieldType[] = FIELD_TYPES.filter(
  (type) => type !== 'Computed' && type !== 'Rollup',
);

/** What a definition wants to be given when it is run. */
export interface Parameter {
  readonly name: string;
  readonly type: FieldType;
  /** A run without a value for it is refused. */
  readonly required: boolean;
  /** Of an optional one: a constant, or `Today`, `Now`, `Today+30d`, `Me`, as the defaults of fields. */
  readonly default?: JsonValue;
  readonly isList: boolean;
}

/** A value in the parameter's own form, or what would have been right and which item of a list is not. */
export type ParameterValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly expected: string; readonly item?: number };

/** A field without rules that has the parameter's values. A Uuid is read as the lookup of a user, so that `Me` is one. */
const fieldOf = ({ name, type }: Parameter): Field => ({
  ...PLAIN_FIELD,
  id: name,
  entityName: 'Parameters',
  name,
  ...(type === 'Uuid' || type === 'Lookup' ? { type: 'Lookup', target: 'User' } : { type }),
});

/**
 * Reads a value by the parameter's type. What only a field's definition could refuse (Scale, Values) is left to the field
 * that the value meets.
 */
export function parameterValue(parameter: Parameter, json: JsonValue): ParameterValue {
  if (json === null || !parameter.isList) return itemValue(parameter, json);
  const values: JsonValue[] = [];
  for (const [item, raw] of itemsOf(json).entries()) {
    const read = itemValue(parameter, raw);
    if (!read.ok) return { ...read, item };
    values.push(read.value);
  }
  return { ok: true, value: values };
}

function itemValue(parameter: Parameter, json: JsonValue): ParameterValue {
  if (json === null) return { ok: true, value: null };
  const field = fieldOf(parameter);
  const read = valueTypeOf(field).parse(json, field);
  if (read.ok) return { ok: true, value: field.type === 'Json' ? json : read.value };
  if (read.rule !== undefined) return { ok: true, value: json };
  return { ok: false, expected: field.type === 'Decimal' ? 'a decimal number' : read.expected };
}

/** An array's items, or the parts of a text with commas between them. */
function itemsOf(json: JsonValue): readonly JsonValue[] {
  if (isArray(json)) return json;
  if (typeof json !== 'string') return [json];
  return json
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The value an optional parameter has when a run gives none; `undefined` without a default. */
export function parameterDefault(parameter: Parameter, context: DefaultContext): ParameterValue | undefined {
  const { default: given, isList } = parameter;
  if (given === undefined || given === null) return undefined;
  const field = fieldOf(parameter);
  const named = (item: JsonValue): JsonValue => symbolicDefault({ ...field, default: item }, context) ?? item;
  return parameterValue(parameter, isList ? itemsOf(given).map(named) : named(given));
}
