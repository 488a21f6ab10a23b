import { shortened } from '#core/nearest.js';
import type { Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import { JsonNumber, kindOf, writeJson, type JsonValue } from '#core/json/json.js';
import { refused, type BrokenRule, type Parsed, type Refused, type Value } from './value-type.js';
import { valueTypeOf } from './value-types.js';
import type { PatternWork } from '#core/values/bounded-pattern.js';

/** Result of checking a caller's value: the value to store, or `null` and the faults. */
export interface Checked {
  readonly value: Value;
  readonly faults: readonly Fault[];
}

const MAX_SHOWN_LENGTH = 40;

/** Describes a caller's value in a message: `text 'ten'`, `1e400`, `an object`. */
function shown(json: JsonValue): string {
  if (json === '') return 'empty text; send null for no value';
  if (typeof json === 'string') return `text '${shortened(json, MAX_SHOWN_LENGTH)}'`;
  return json instanceof JsonNumber ? shortened(json.text, MAX_SHOWN_LENGTH) : kindOf(json);
}

function ruleFault(field: Field, path: string, { rule, message }: BrokenRule): Fault {
  return { code: 'FieldRule', message, fieldName: field.name, path, params: { Rule: rule } };
}

/** Builds the fault of a value that the field's type refuses. */
function typeFault(field: Field, raw: JsonValue, path: string, { expected, rule }: Refused): Fault {
  const message = `${field.name} must be ${expected}, not ${shown(raw)}.`;
  if (rule) return ruleFault(field, path, { rule, message });
  return { code: 'Validation', message, fieldName: field.name, path };
}

const good = (value: Value): Checked => ({ value, faults: [] });
const faulty = (...faults: readonly Fault[]): Checked => ({ value: null, faults });

/** As an operand of a filter empty text is the empty set; as a value it is refused for every type but texts and Json. */
function parsedValue(field: Field, raw: JsonValue): Parsed {
  const type = valueTypeOf(field);
  return raw === '' && type.family === 'set' ? refused('an array of declared values') : type.parse(raw, field);
}

/** Null is often sent for a member that is left out; where there is a default, that is what was meant. */
function missingMessage(field: Field, raw: JsonValue): string {
  const { name, default: given = null } = field;
  if (raw !== null || given === null) return `${name} is required.`;
  const parsed = valueTypeOf(field).parse(null, field);
  const expected = parsed.ok ? '' : `${parsed.expected}, `;
  return `${name} must be ${expected}not null; a new record that leaves it out gets ${shownDefault(given)}.`;
}

const shownDefault = (given: JsonValue): string =>
  typeof given === 'boolean' ? String(given) : shortened(writeJson(given), MAX_SHOWN_LENGTH);

const isEmptySet = (value: Value): boolean => Array.isArray(value) && value.length === 0;

/**
 * Reads a caller's value for a field and applies the field's own rules. `null` clears a field that is not required;
 * Required refuses `null`, empty text and the empty set.
 * @param path of the value in the request, such as `Fields[3].Value`.
 * @param work limits the work of patterns on the values of one record, nested ones included
 * @returns the value, or faults of code `Validation` (not of the type) or `FieldRule` (`params.Rule` names the rule).
 * @see docs/definitions.md#field-rules
 */
export function checkValue(field: Field, raw: JsonValue, path: string, work?: PatternWork): Checked {
  const missing = (): Checked =>
    faulty(ruleFault(field, path, { rule: 'Required', message: missingMessage(field, raw) }));
  if (field.required && (raw === null || raw === '')) return missing();
  if (raw === null) return good(null);
  const type = valueTypeOf(field);
  const result = parsedValue(field, raw);
  if (!result.ok) return faulty(typeFault(field, raw, path, result));
  if (field.required && isEmptySet(result.value)) return missing();
  const broken = type.check(result.value, field, work);
  return broken.length === 0 ? good(result.value) : faulty(...broken.map((rule) => ruleFault(field, path, rule)));
}
