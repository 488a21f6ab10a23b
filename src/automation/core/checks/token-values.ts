import type { Field, FieldType } from '#core/catalogue/field.js';
import type { TokenType } from '#core/tokens/token-types.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';

/** Types of a token's values, before there are any. */
export interface TokenValues {
  readonly type: TokenType;
  readonly isList: boolean;
}

/** Values of which nothing is known. */
export const ANY_VALUE: TokenValues = { type: 'Any', isList: false };

export const valuesOf = (type: Field): TokenValues => ({ type, isList: false });

/** Values by which fields are tried, of the types whose samples do not depend on the field. */
const SAMPLES: Readonly<Record<FieldType, JsonValue>> = {
  Text: 'text',
  LongText: 'text',
  AutoNumber: 'text',
  Int: new JsonNumber('5'),
  Decimal: new JsonNumber('5'),
  Bool: true,
  Date: '2000-01-01',
  DateTime: '2000-01-01T10:00:00Z',
  Uuid: '00000000-0000-4000-8000-000000000000',
  Lookup: '00000000-0000-4000-8000-000000000000',
  Json: 'text',
  Enum: 'text',
  MultiEnum: [],
};

/** A value that stands for a token in a trial of what takes it. */
export function sampleOf({ type, values }: Field): JsonValue {
  const first = values.find(({ isActive }) => isActive);
  if (!first || (type !== 'Enum' && type !== 'MultiEnum')) return SAMPLES[type];
  return type === 'Enum' ? first.value : [first.value];
}

/** Tells whether a field can take a token's values, as far as types tell. */
export function fits({ type: from, isList }: TokenValues, to: Field): boolean {
  if (from === 'Any' || from.type === 'Json' || to.type === 'Json') return true;
  if (isList) return to.type === 'MultiEnum';
  if (from.target !== undefined && to.target !== undefined) return from.target === to.target;
  const read = valueTypeOf(to).parse(sampleOf(from), to);
  // A value of the right type that breaks a rule of the field is refused when it is known.
  return read.ok || read.rule !== undefined;
}

/** Type of a token's values for messages. */
export function shownType({ type, isList }: TokenValues): string {
  const name = type === 'Any' ? 'of any type' : type.type;
  return isList ? `a list of ${name}` : type !== 'Any' && type.target ? `a lookup of ${type.target}` : name;
}
