import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { SYSTEM_FIELD_NAMES } from '#core/catalogue/system-fields.js';
import { jsonArray, jsonObject, type JsonMember } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';

/**
 * A created record is logged as an array of the values that no other column of its change row has: those of its own
 * fields, then its status. The names are stored once, as a shape.
 */
const STATUS = 'StatusId';

const shapedFields = ({ fields }: Entity): readonly Field[] =>
  [...fields.values()].filter(({ name, isSystem }) => !isSystem || name === STATUS);

/** Names of the values of a created record, separated by commas. */
export const shapedNames = (entity: Entity): string =>
  shapedFields(entity)
    .map(({ name }) => name)
    .join(',');

/** True for entities whose created records are logged by a shape. Definitions and rights are read back by their names. */
export const hasShape = ({ kind, view }: Entity): boolean => !view && (kind === 'business' || kind === 'log');

/** Renders the values of the created row `alias` as the text of a JSON array. */
export const createdJson = (entity: Entity, alias: Sql): Sql => jsonArray(shapedFields(entity), alias);

/** The owner that the change row `alias` leaves: with a shape, the user unless another one is named. */
export const ownerAfter = (alias: Sql): Sql =>
  sql`COALESCE(${alias}.owner_after, CASE WHEN ${alias}.shape IS NOT NULL THEN ${alias}.user_id END)`;

/** Names and values of the change row `alias` that has a shape: rows `(name, value, n)` with n from 1. */
export const createdMembers = (alias: Sql): Sql =>
  sql`
    platform.record_shape s,
    ROWS FROM (unnest(string_to_array(s.members, ',')), json_array_elements(${alias}.created))
      WITH ORDINALITY AS e(name, value, n)`;

/** Names of all fields of the record that the change row `alias` with a shape has created, separated by commas. */
export const createdNames = (alias: string): string =>
  `(
    SELECT left(s.members, -${STATUS.length}) || '${SYSTEM_FIELD_NAMES.join(',')}'
    FROM platform.record_shape s
    WHERE s.id = ${alias}.shape
  )`;

/** Columns of a change row that have system fields of a created record, by field; it is not deleted. */
const COLUMN_OF: Readonly<Record<string, (alias: Sql) => Sql>> = {
  Id: (alias) => sql`${alias}.record_id`,
  RecordInformationId: (alias) => sql`${alias}.record_information_id`,
  OwnerId: ownerAfter,
  OwnerTeamId: (alias) => sql`${alias}.team_after`,
  CreatedBy: (alias) => sql`${alias}.user_id`,
  CreatedOn: (alias) => sql`${alias}.occurred_at`,
  UpdatedBy: (alias) => sql`${alias}.user_id`,
  UpdatedOn: (alias) => sql`${alias}.occurred_at`,
  RowVersion: (alias) => sql`${alias}.row_version`,
  IsDeleted: () => raw('false'),
};

const STATUS_JSON = sql`max(e.value::text) FILTER (WHERE e.name = ${literal(STATUS)})`;

function systemMember(field: Field, alias: Sql): JsonMember {
  const { name: key, constant } = field;
  if (constant !== undefined) return { key, json: literal(JSON.stringify(constant)), nullable: false };
  if (key === STATUS) return { key, json: STATUS_JSON, nullable: true };
  return { key, json: valueTypeOf(field).toJson(COLUMN_OF[key](alias), field), nullable: true };
}

/** The record of `entity` that the change row `alias` with a shape has created, as JSON text in the form of `recordJson`. */
function createdRecord({ fields }: Entity, alias: Sql): Sql {
  const system = [...fields.values()].filter(({ isSystem }) => isSystem);
  const own = sql`
    string_agg(to_json(e.name)::text || ':' || e.value::text || ',', '' ORDER BY e.n)
      FILTER (WHERE e.name <> ${literal(STATUS)})`;
  return sql`
    (
      SELECT '{' || COALESCE(${own}, '') || substr(${jsonObject(system.map((field) => systemMember(field, alias)))}, 2)
      FROM ${createdMembers(alias)}
      WHERE s.id = ${alias}.shape
    )`;
}

/** `new` of the change row `alias` on a record of `entity`, restored where it was stored by a shape, as JSON. */
export const newImage = (entity: Entity, alias: Sql): Sql =>
  sql`CASE WHEN ${alias}.shape IS NULL THEN ${alias}.new ELSE ${createdRecord(entity, alias)}::json END`;

/** Text of a field after the change row `alias`; null where the change has not set it. */
export const newValue = (name: string, alias: Sql): Sql =>
  sql`
    CASE
      WHEN ${alias}.shape IS NULL THEN ${alias}.new ->> ${literal(name)}
      ELSE ${alias}.created ->> (
        SELECT array_position(string_to_array(s.members, ','), ${literal(name)}) - 1
        FROM platform.record_shape s
        WHERE s.id = ${alias}.shape
      )
    END`;
