import type { Field } from '#core/catalogue/field.js';
import { globalValue } from '#core/values/clock.js';
import { parsed, type Parsed, type Value } from './value-type.js';
import { valueTypeOf } from './value-types.js';

/** Inputs of symbolic defaults: the time of the call, the environment's IANA time zone and the caller. */
export interface DefaultContext {
  readonly at: Date;
  readonly timeZone: string;
  readonly userId: string;
}

/** Evaluates a symbolic default: `Today`, `Now`, `Today+30d` … of days and times, `Me` of lookups of `User`. */
export function symbolicDefault(field: Field, { at, timeZone, userId }: DefaultContext): string | undefined {
  const { type, target, default: name } = field;
  if (typeof name !== 'string') return undefined;
  if (type === 'Date' || type === 'DateTime') return globalValue(type, name, at, timeZone);
  return type === 'Lookup' && target === 'User' && name === 'Me' ? userId : undefined;
}

/** Reads the default of a field that has one. */
function parseDefault(field: Field, context: DefaultContext): Parsed {
  const symbolic = symbolicDefault(field, context);
  return symbolic === undefined ? valueTypeOf(field).parse(field.default!, field) : parsed(symbolic);
}

/**
 * Evaluates the default of a field for a new record; `null` without a default.
 * @throws {Error} for a default that `fieldDefinitionProblems` refuses.
 */
export function defaultValue(field: Field, context: DefaultContext): Value {
  if (field.default === undefined || field.default === null) return null;
  const result = parseDefault(field, context);
  if (!result.ok) throw new Error(`The default of ${field.entityName}.${field.name} must be ${result.expected}.`);
  return result.value;
}
