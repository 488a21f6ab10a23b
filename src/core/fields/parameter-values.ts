import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { symbolicDefault, type DefaultContext } from './defaults.js';
import { valueTypeOf } from './value-types.js';
import type { Parameter } from '#core/catalogue/parameter.js';

/** Maximum of items of a list, as of the operators that take lists. */
const MAX_ITEMS = 10_000;

/** A parsed value, or a description of the expected values with the index of the invalid list item. */
export type ParameterValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly expected: string; readonly item?: number };

/**
 * Builds a field without rules for the parameter's values. A Uuid is read as a lookup of a user, so `Me` is allowed.
 */
export const parameterField = ({ name, type }: Parameter): Field => ({
  ...PLAIN_FIELD,
  id: name,
  entityName: 'Parameters',
  name,
  ...(type === 'Uuid' || type === 'Lookup' ? { type: 'Lookup', target: 'User' } : { type }),
});

/**
 * Parses a value by the parameter's type. Rules of field definitions (Scale, Values) are checked by the field with
 * which the value is compared.
 */
export function parameterValue(parameter: Parameter, json: JsonValue): ParameterValue {
  const field = parameterField(parameter);
  if (json === null || !parameter.isList) return itemValue(field, json);
  const items = itemsOf(json);
  if (items.length > MAX_ITEMS) return { ok: false, expected: `a list of at most ${MAX_ITEMS} values` };
  const values: JsonValue[] = [];
  for (const [item, raw] of items.entries()) {
    const read = itemValue(field, raw);
    if (!read.ok) return { ...read, item };
    values.push(read.value);
  }
  return { ok: true, value: values };
}

function itemValue(field: Field, json: JsonValue): ParameterValue {
  if (json === null) return { ok: true, value: null };
  const read = valueTypeOf(field).parse(json, field);
  if (read.ok) return { ok: true, value: field.type === 'Json' ? json : read.value };
  if (read.rule !== undefined) return { ok: true, value: json };
  return { ok: false, expected: field.type === 'Decimal' ? 'a decimal number' : read.expected };
}

/** Splits a list: the items of an array, or the parts of a text separated by commas. */
function itemsOf(json: JsonValue): readonly JsonValue[] {
  if (isArray(json)) return json;
  if (typeof json !== 'string') return [json];
  return json
    .split(',', MAX_ITEMS + 1)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Evaluates the default of an optional parameter; `undefined` without a default. */
export function parameterDefault(parameter: Parameter, context: DefaultContext): ParameterValue | undefined {
  const { default: given, isList } = parameter;
  if (given === undefined || given === null) return undefined;
  const field = parameterField(parameter);
  const named = (item: JsonValue): JsonValue => symbolicDefault({ ...field, default: item }, context) ?? item;
  return parameterValue(parameter, isList ? itemsOf(given).map(named) : named(given));
}
