import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from './value-types.js';

/** A member of a JSON object built in SQL: its key and the JSON text of its value. */
export interface JsonMember {
  readonly key: string;
  /** A text expression; null stands for JSON null. */
  readonly json: Sql;
  readonly nullable: boolean;
}

/** Concatenates text expressions pairwise, so that no text is copied more than log n times. */
function concatenated(parts: readonly Sql[]): Sql {
  if (parts.length <= 4) return sql`(${list(parts, ' || ')})`;
  const half = Math.ceil(parts.length / 2);
  return sql`(${concatenated(parts.slice(0, half))} || ${concatenated(parts.slice(half))})`;
}

/** Renders a JSON object as a text expression: `'{"Name":' || … || '}'`; keys are literals of any length. */
export function jsonObject(members: readonly JsonMember[]): Sql {
  const parts = members.flatMap(({ key, json, nullable }, i) => [
    literal(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`),
    nullable ? sql`COALESCE(${json}, 'null')` : json,
  ]);
  return concatenated([...parts, raw(members.length === 0 ? "'{}'" : "'}'")]);
}

/** Renders the member of a field of the row `alias`. */
export function fieldMember(field: Field, alias: Sql, key = field.name): JsonMember {
  if (field.constant !== undefined) return { key, json: literal(JSON.stringify(field.constant)), nullable: false };
  const column = sql`${alias}.${ident(field.name)}`;
  return { key, json: valueTypeOf(field).toJson(column, field), nullable: !field.required };
}

/**
 * Renders the whole record of the row `alias`: own fields, then system fields (docs/interface/records.md#row-shape).
 */
export const recordJson = (entity: Entity, alias: Sql): Sql =>
  jsonObject([...entity.fields.values()].map((field) => fieldMember(field, alias)));

/** Renders the values of fields of the row `alias` as a JSON array: a text expression. */
export const jsonArray = (fields: readonly Field[], alias: Sql): Sql =>
  concatenated([
    ...fields.flatMap((field, i) => {
      const { json, nullable } = fieldMember(field, alias);
      return [literal(i === 0 ? '[' : ','), nullable ? sql`COALESCE(${json}, 'null')` : json];
    }),
    literal(']'),
  ]);

/** Renders the whole record of a row that is not stored yet, in which any value may be null. */
export const draftJson = (entity: Entity, alias: Sql): Sql =>
  jsonObject([...entity.fields.values()].map((field) => ({ ...fieldMember(field, alias), nullable: true })));

/** Renders the result of a write that its caller may not read (docs/interface/records.md#results-of-writes). */
export const recordIdentityJson = (entity: Entity, alias: Sql): Sql =>
  jsonObject(
    ['Id', 'RecordInformationId', 'RowVersion'].map((name) =>
      fieldMember(entity.fields.get(name.toLowerCase())!, alias),
    ),
  );

/** Maximum number of arguments of one `concat_ws` besides its separator, below PostgreSQL's limit of 100. */
const MAX_CONCATENATED = 90;

/**
 * Renders a JSON object of the fields that differ between the rows `shown` and `other`, with the values of `shown`.
 */
export function changedJson(
  fields: readonly Field[],
  { shown, other }: { readonly shown: Sql; readonly other: Sql },
): Sql {
  if (fields.length === 0) return raw("'{}'");
  const members = fields.map((field) => {
    const { json } = fieldMember(field, shown);
    const name = ident(field.name);
    const member = sql`${literal(`${JSON.stringify(field.name)}:`)} || COALESCE(${json}, 'null')`;
    return sql`CASE WHEN ${shown}.${name} IS DISTINCT FROM ${other}.${name} THEN ${member} END`;
  });
  const chunks: Sql[] = [];
  for (let i = 0; i < members.length; i += MAX_CONCATENATED) {
    chunks.push(sql`NULLIF(concat_ws(',', ${list(members.slice(i, i + MAX_CONCATENATED))}), '')`);
  }
  return sql`('{' || concat_ws(',', ${list(chunks)}) || '}')`;
}
