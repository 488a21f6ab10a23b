import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { maskSql } from '#core/fields/mask.sql.js';
import { type JsonMember, fieldMember, jsonObject } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { fieldReadOf, maskOf, seenFields } from '#core/rights/field-rights.js';
import { ident, raw, sql, type Sql } from '#core/sql/sql.js';

/** Fields of which the caller does not see all values. */
export const limitedFields = (ctx: RequestContext, { protectedFields }: Entity): readonly Field[] =>
  protectedFields.filter((field) => fieldReadOf(ctx, field) !== 'Full');

/**
 * Columns of protected fields as the caller may see them, by field, of a row `row`: masked, or null. None where the caller
 * sees all of them. What a caller may not see is no value to any statement that reads for them.
 */
export const protectedColumns = (ctx: RequestContext, entity: Entity, row: Sql): Readonly<Record<string, Sql>> =>
  Object.fromEntries(limitedFields(ctx, entity).map((field) => [field.name, seenColumn(ctx, field, row)]));

function seenColumn(ctx: RequestContext, field: Field, row: Sql): Sql {
  const mask = maskOf(ctx, field);
  if (mask === undefined) return raw(`NULL::${valueTypeOf(field).columnType(field)}`);
  return maskSql(sql`${row}.${ident(field.name)}`, mask);
}

/** Renders the record of the stored row `row` as the caller may see it. */
export function seenRecordJson(ctx: RequestContext, entity: Entity, row: Sql): Sql {
  const limited = protectedColumns(ctx, entity, row);
  const member = (field: Field): JsonMember => {
    if (!Object.hasOwn(limited, field.name)) return fieldMember(field, row);
    return { key: field.name, json: valueTypeOf(field).toJson(limited[field.name], field), nullable: true };
  };
  return jsonObject(seenFields(ctx, entity).map(member));
}
