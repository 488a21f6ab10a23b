import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { changedJson, recordJson } from '#core/fields/record-json.js';

/** Most records that a write's `Result` and its outcome list (docs/interface/records.md#results-of-writes). */
export const MAX_LISTED = 1_000;

/** All stored columns of the row `alias`, in the order of the fields. */
export const columnsOf = (entity: Entity, alias: string): Sql =>
  list(storedFields(entity).map(({ name }) => sql`${raw(alias)}.${ident(name)}`));

/** Rows for the change log of an update: the changed `fields` before and after, and the owners, ordered by Id. */
export function changedRows(fields: readonly Field[], before: Sql, after: Sql): Sql {
  const oldValues = changedJson(fields, { shown: before, other: after });
  const newValues = changedJson(fields, { shown: after, other: before });
  return sql`
    SELECT ${after}."Id", ${after}."RecordInformationId", ${after}."RowVersion", ${after}."OwnerId",
      ${after}."OwnerTeamId", ${before}."OwnerId" AS owner_before, ${before}."OwnerTeamId" AS team_before,
      ${oldValues} AS old_values, ${newValues} AS new_values
    FROM ${after}
    JOIN ${before} ON ${before}."Id" = ${after}."Id"
    ORDER BY ${after}."Id"`;
}

/** Rows for the change log of created or deleted records: their images as JSON, ordered by Id. */
export const wholeRows = (entity: Entity, rows: Sql): Sql =>
  sql`
    SELECT ${rows}."Id", ${rows}."RecordInformationId", ${rows}."OwnerId", ${rows}."OwnerTeamId",
      ${rows}."RowVersion", ${recordJson(entity, rows)} AS row
    FROM ${rows}
    ORDER BY ${rows}."Id"`;

/** Ids of written rows for the write's outcome. */
export const listedIds = (rows: Sql): Sql =>
  sql`ARRAY(SELECT ${rows}."Id" FROM ${rows} ORDER BY 1 LIMIT ${raw(String(MAX_LISTED))})`;

/**
 * `Result` of an update or delete as text: `[{"Id","RowVersion"}, …]`.
 * @param rows `SELECT "Id", … AS version FROM …`
 */
export const listedResult = (rows: Sql): Sql =>
  sql`
    (
      SELECT '['
        || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (${rows} ORDER BY 1 LIMIT ${raw(String(MAX_LISTED))}) r
    )`;
