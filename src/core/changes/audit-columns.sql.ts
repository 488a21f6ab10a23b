import { ROLLUP_VERSIONS } from '#core/catalogue/system-fields.js';
import { CALL } from '#core/statements/args.js';
import { ident, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

/** System columns of a new row that are the same in every write, by name. */
export const CREATED_COLUMNS: Readonly<Record<string, Sql>> = {
  CreatedBy: sql`${CALL.userId}`,
  CreatedOn: sql`${CALL.at}`,
  UpdatedBy: sql`${CALL.userId}`,
  UpdatedOn: sql`${CALL.at}`,
  RowVersion: raw('1::bigint'),
  IsDeleted: raw('false'),
};

/** Assignments of every change of a row. @param before the row as it was */
export const updatedColumns = (before: Sql): Sql =>
  sql`"RowVersion" = ${before}."RowVersion" + 1, "UpdatedBy" = ${CALL.userId}, "UpdatedOn" = ${CALL.at}`;

const versionsOf = (row: Sql): Sql => sql`${row}.${ident(ROLLUP_VERSIONS)}`;

/** True where only rollups have changed the row since its `versionsOf` began. */
const isRolledUp = (row: Sql): Sql => sql`upper(${versionsOf(row)}) = ${row}."RowVersion"`;

/** Assignment of a change by rollups alone. @param before the row as it was */
export function rolledUpVersions(before: Sql): Sql {
  const version = sql`${before}."RowVersion"`;
  const first = sql`CASE WHEN ${isRolledUp(before)} THEN lower(${versionsOf(before)}) ELSE ${version} END`;
  return sql`${ident(ROLLUP_VERSIONS)} = int8range(${first}, ${version} + 1)`;
}

/** True where the row never had the version, or anything but rollups has changed it since. */
export const isStale = (row: Sql, version: Slot): Sql =>
  sql`
    (
      ${row}."RowVersion" = ${version}
      OR (${isRolledUp(row)} AND ${version} <@ ${versionsOf(row)})
    ) IS NOT TRUE`;
