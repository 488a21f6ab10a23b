import type { Field } from '../catalogue/field.js';
import { globalValue } from '../values/clock.js';
import { parsed, type Parsed, type Value } from '../field-types/value-type.js';
import { valueTypeOf } from '../field-types/value-types.js';

/** What symbolic defaults depend on: the call's clock, the environment's time zone and the caller. */
export interface DefaultContext {
  readonly at: Date;
  readonly timeZone: string;
  readonly userId: string;
}

/** The value of a symbolic default: `Today`, `Now`, `Today+30d` … on days and times, `Me` on lookups of `User`. */
export function symbolicDefault(field: Field, { at, timeZone, userId }: DefaultContext): string | undefined {
  const { type, target, default: name } = field;
  if (typeof name !== 'string') return undefined;
  if (type === 'Date' || type === 'DateTime') return globalValue(type, name, at, timeZone);
  return type === 'Lookup' && target === 'User' && name === 'Me' ? userId : undefined;
}

/** Reads a field's default, which must be there. */
function parseDefault(field: Field, context: DefaultContext): Parsed {
  const symbolic = symbolicDefault(field, context);
  return symbolic === undefined ? valueTypeOf(field).parse(field.default!, field) : parsed(symbolic);
}

/**
 * The value a field takes when a new record does not name it; `null` without a default.
 * @throws {Error} for a default that `fieldDefinitionProblems` would have refused.
 */
export function defaultValue(field: Field, context: DefaultContext): Value {
  if (field.default === undefined || field.default === null) return null;
  const result = parseDefault(field, context);
  if (!result.ok) throw new Error(`The default of ${field.entityName}.${field.name} must be ${result.expected}.`);
  return result.value;
}
