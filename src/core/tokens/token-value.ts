import type { Field } from '#core/catalogue/field.js';
import { widerNumber, type Bound } from '#core/criteria/operand.js';
import { date } from '#core/fields/date.js';
import { dateTime } from '#core/fields/datetime.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { JsonNumber, isArray, type JsonValue } from '#core/json/json.js';
import type { Filter } from '#core/requests/where-clause.js';
import { otherNames, type NamedType, type TokenClause } from './token-clause.js';
import { nameOf, plainField } from './token-types.js';

/** Reads a token's value by its type, as filters read their operands. */
export function boundValue(json: JsonValue, field: Field): Bound {
  const valueType = valueTypeOf(field);
  const type = valueType.operandType(field);
  if (json === null) return { value: null, type };
  const read = valueType.parse(json, field);
  if (read.ok) return { value: read.value, type };
  return valueType.family === 'number' ? widerNumber(json) : read;
}

const fits = (json: JsonValue, field: Field): boolean => !('expected' in boundValue(json, field));

/**
 * Type of a token that has none by its definition: that of the token with which it is compared, if its value fits, else
 * that of its value. A text is a time only where all that it is compared with is one.
 */
export function inferredField({ where, types }: TokenClause, { token }: NamedType, json: JsonValue): Field {
  const name = nameOf(token).toLowerCase();
  const filters = where.filters.filter((filter) => [filter.fieldName, ...otherNames(filter)].some(sameAs(name)));
  const partner = filters
    .flatMap((filter) => [filter.fieldName, ...otherNames(filter)])
    .map((other) => types.get(other.toLowerCase())?.type)
    .find((type) => type !== undefined && type !== 'Any' && fits(json, type));
  if (partner && partner !== 'Any') return partner;
  const operands = filters.flatMap(operandsOf);
  return plainField(typeOfValue(json ?? operands.find((operand) => operand !== null) ?? null, operands));
}

const sameAs =
  (name: string) =>
  (other: string): boolean =>
    other.toLowerCase() === name;

/** Literal values of a filter; a global is a time. */
function operandsOf({ source, value = null, rows }: Filter): readonly JsonValue[] {
  if (rows || source === 'Field' || value === null) return [];
  if (source === 'Global') return ['2000-01-01'];
  return isArray(value) ? value : [value];
}

function typeOfValue(json: JsonValue, operands: readonly JsonValue[]): Field['type'] {
  if (json instanceof JsonNumber) return 'Decimal';
  if (typeof json === 'boolean') return 'Bool';
  if (typeof json !== 'string') return json === null ? 'Text' : 'Json';
  if (![json, ...operands].every(isTime)) return 'Text';
  return date.parse(json, plainField('Date')).ok ? 'Date' : 'DateTime';
}

const isTime = (json: JsonValue): boolean => dateTime.parse(json, plainField('DateTime')).ok;
