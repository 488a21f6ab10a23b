import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { CALL } from '#core/statements/args.js';
import { EMPTY, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

export type ChangeOperation = 'Create' | 'Update' | 'Delete';

/** Rows of one entity that a statement changed: the CTE `rows` with the columns that the operation needs. */
export interface ChangedRows {
  readonly entity: Entity;
  readonly rows: Sql;
  /** True where `rows` has the values of created records as `created`, by the shape of the entity. */
  readonly isShaped?: boolean;
  /** Correlation id of the call that a row `c` belongs to, where one statement serves several calls. */
  readonly correlationId?: Sql;
  /** User whose call a row `c` belongs to, where one statement serves calls of several users. */
  readonly userId?: Sql;
}

/**
 * Columns of `rows` that become the images and owners of the log. Create has the record as `row`; Update has
 * `old_values` and `new_values` of the changed fields and the owner before; Delete has the last image as `row`.
 */
const IMAGES: Readonly<Record<ChangeOperation, string>> = {
  Create: 'NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId"',
  Update: 'c.old_values::json, c.new_values::json, c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId"',
  Delete: 'c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId", NULL::uuid, NULL::uuid',
};

/** Images and owners of records created by a shape: the owner is the user where there is none. */
const shapedImages = (userId: Sql): Sql => sql`
  NULL::json, NULL::json, NULL::uuid, NULL::uuid, NULLIF(c."OwnerId", ${userId}), c."OwnerTeamId"`;

/** The columns of the log in the order of `changeSql`. */
export const CHANGE_COLUMNS = sql`
  environment_id, entity, operation, user_id, correlation_id, occurred_at,
  record_id, record_information_id, row_version,
  old, new, owner_before, team_before, owner_after, team_after,
  source`;

/** Rows of one entity with the operation that changed them. */
interface LoggedRows extends ChangedRows {
  readonly operation: ChangeOperation;
}

/**
 * CTE `change`: writes one row of the change log per changed record, in the order of `changed`, so that readers see
 * parents before children. It is part of the statement that changes the records, so neither is stored without the
 * other.
 * @param source of the change; by default that of the call
 */
export const changeSql = (
  ctx: Definitions,
  operation: ChangeOperation,
  changed: readonly ChangedRows[],
  source?: string,
): Sql =>
  changesSql(
    ctx,
    changed.map((each) => ({ ...each, operation })),
    source,
  );

/** CTE `change` of a statement with several operations; otherwise as `changeSql`. */
export function changesSql(ctx: Definitions, changed: readonly LoggedRows[], source?: string): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const sourceOrCall = source === undefined ? CALL.source : literal(source);
  const hasShapes = changed.some(({ isShaped }) => isShaped);
  const images = changed.map(({ entity, operation, rows, isShaped = false, ...call }) => {
    const { correlationId = CALL.correlationId, userId = sql`${CALL.userId}` } = call;
    const shape = hasShapes ? shapeColumns(entity, isShaped) : EMPTY;
    return sql`
      SELECT ${environmentId}, ${literal(entity.name)}, ${literal(operation)},
        ${userId}, ${correlationId}, ${CALL.at}, c."Id", c."RecordInformationId", c."RowVersion",
        ${isShaped ? shapedImages(userId) : raw(IMAGES[operation])}, ${sourceOrCall}${shape}
      FROM ${rows} c`;
  });
  const columns = hasShapes ? sql`${CHANGE_COLUMNS}, shape, created` : CHANGE_COLUMNS;
  return sql`change AS (INSERT INTO platform.change (${columns}) ${list(images, ' UNION ALL ')})`;
}

const shapeColumns = ({ shape }: Entity, isShaped: boolean): Sql =>
  isShaped ? sql`, ${raw(String(shape))}, c.created::json` : raw(', NULL::integer, NULL::json');
