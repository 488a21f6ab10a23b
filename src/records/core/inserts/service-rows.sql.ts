import { CREATED_COLUMNS } from '#core/changes/audit-columns.sql.js';
import { filledFields, storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { targetSql } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { recordJson } from '#core/fields/record-json.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';

/** Values of a record that the service itself creates, by field; all other fields are null. */
export type ServiceValues = Readonly<Record<string, Sql>> & { readonly OwnerId: Sql; readonly OwnerTeamId: Sql };

/**
 * CTE `name`: inserts a record of `entity` for each row of `from`, and returns what `changeSql` logs of it.
 * @param from table expressions of a FROM clause that the values read
 */
export function serviceRowsSql(
  ctx: Definitions,
  name: Sql,
  entity: Entity,
  { values, from }: { readonly values: ServiceValues; readonly from: Sql },
): Sql {
  const known: Readonly<Record<string, Sql>> = { ...IDENTITY, ...CREATED_COLUMNS, ...values };
  const cells = storedFields(entity).map(
    (field) => known[field.name] ?? sql`NULL::${raw(valueTypeOf(field).operandType(field))}`,
  );
  const columns = list(filledFields(entity).map((field) => ident(field.name)));
  return sql`
    ${name} AS (
      INSERT INTO ${targetSql(ctx, entity)} AS s (${columns})
      SELECT ${list(cells)}
      FROM ${from}
      RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion",
        ${recordJson(entity, raw('s'))} AS row
    )`;
}

const IDENTITY: Readonly<Record<string, Sql>> = {
  Id: raw('gen_random_uuid()'),
  RecordInformationId: raw('gen_random_uuid()'),
};
