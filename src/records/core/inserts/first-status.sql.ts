import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { CALL } from '#core/statements/args.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { CREATED_COLUMNS } from '#core/changes/audit-columns.sql.js';

/** Rows of one entity that stand in their first status. */
export interface StartedRows {
  readonly entity: Entity;
  readonly rows: Sql;
  /** Values of further fields of the history, of a row `x`. */
  readonly more?: Readonly<Record<string, Sql>>;
}

/** The entity that holds the history of statuses. */
export const historyEntity = (ctx: Definitions): Entity => ctx.catalogue.entity('StatusHistory');

/** Values of the first history row of a row `x` by field; all other fields are null. The record's owner owns it. */
export function historyValues(entity: Entity): Readonly<Record<string, Sql>> {
  return {
    Id: raw('gen_random_uuid()'),
    RecordInformationId: raw('gen_random_uuid()'),
    OwnerId: raw('x."OwnerId"'),
    OwnerTeamId: raw('x."OwnerTeamId"'),
    ...CREATED_COLUMNS,
    RecordId: raw('x."RecordInformationId"'),
    EntityName: sql`${literal(entity.name)}::text`,
    ToStatusId: raw('x."StatusId"'),
    // A write of the service itself has no user.
    UserId: sql`NULLIF(${CALL.userId}, ${literal(SYSTEM_USER_ID)}::uuid)`,
    ChangedOn: sql`${CALL.at}`,
    CorrelationId: sql`${CALL.correlationId}`,
  };
}

/** CTE `name`: the first history row of every record with a status (docs/interface/records.md#initial-status). */
export function historyRowsSql(ctx: Definitions, name: Sql, started: readonly StartedRows[]): Sql {
  const columns = storedFields(historyEntity(ctx));
  const selects = started.map(({ entity, rows, more }) => {
    const values = { ...historyValues(entity), ...more };
    const cells = columns.map((field) => {
      const value = values[field.name] ?? sql`NULL::${raw(valueTypeOf(field).operandType(field))}`;
      return sql`${value} AS ${ident(field.name)}`;
    });
    return sql`SELECT ${list(cells)} FROM ${rows} x WHERE x."StatusId" IS NOT NULL`;
  });
  return sql`${name} AS MATERIALIZED (${list(selects, ' UNION ALL ')})`;
}
