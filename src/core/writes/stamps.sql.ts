import { CALL } from '../sql/args.js';
import { raw, sql, type Sql } from '../sql/sql.js';

/** System columns of a new row that are the same in every write, by name. */
export const NEW_ROW: Readonly<Record<string, Sql>> = {
  CreatedBy: sql`${CALL.userId}`,
  CreatedOn: sql`${CALL.at}`,
  UpdatedBy: sql`${CALL.userId}`,
  UpdatedOn: sql`${CALL.at}`,
  RowVersion: raw('1::bigint'),
  IsDeleted: raw('false'),
};

/** The assignments that go with every change of a row. @param before the row as it was. */
export const touched = (before: Sql): Sql =>
  sql`"RowVersion" = ${before}."RowVersion" + 1, "UpdatedBy" = ${CALL.userId}, "UpdatedOn" = ${CALL.at}`;
