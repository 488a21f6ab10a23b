import type { Field } from '#core/catalogue/field.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { defaultValue, type DefaultContext } from '#core/fields/defaults.js';
import type { Value } from '#core/fields/value-type.js';
import { valueTypeOf } from '#core/fields/value-types.js';

/** Value of existing rows in a new column: the default, where a value is required; else none. */
export function backfillOf(field: Field, context: DefaultContext): Sql | undefined {
  if (!field.required || field.isSystem) return undefined;
  const value = defaultValue(field, context);
  return value === null ? undefined : constant(field, value);
}

function constant(field: Field, value: Exclude<Value, null>): Sql {
  const type = raw(valueTypeOf(field).operandType(field));
  if (Array.isArray(value)) return sql`ARRAY[${list(value.map((item: string) => literal(item)))}]::${type}`;
  return sql`${literal(String(value))}::${type}`;
}
