import type { Entity } from '#core/catalogue/entity.js';
import type { ChangedRows } from '#core/changes/change.sql.js';
import type { Definitions } from '#core/context/context.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { ident, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** How messages name a record. @param row alias of the record, which may be missing */
export const recordTitle = ({ name, displayField }: Entity, row: Sql): Sql =>
  sql`${literal(name)} || COALESCE(' ' || ${row}.${ident(displayField.name)}::text, '')`;

/** Message to an assignee. @param stepName as text */
export const assignedMessage = (title: Sql, stepName: Sql): Sql =>
  sql`${title} || ': your decision is needed (' || ${stepName} || ').'`;

/** Values of notifications, as expressions over the rows that they are made for. */
export interface NoteValues {
  readonly OwnerId: Sql;
  readonly OwnerTeamId: Sql;
  readonly Message: Sql;
  /** Record-information id of the record. */
  readonly RecordId: Sql;
}

/**
 * CTE `note`: inserts a notification about a record of `entity` for each row of `from`.
 * @param from table expressions of a FROM clause that the values read
 */
export function noteCte(
  ctx: Definitions,
  { name }: Entity,
  { values, from }: { readonly values: NoteValues; readonly from: Sql },
): Sql {
  const shared = { EntityName: sql`${literal(name)}::text`, Source: sql`${literal(APPROVAL_SOURCE)}::text` };
  return serviceRowsSql(ctx, NOTE, notificationEntity(ctx), { values: { ...values, ...shared }, from });
}

/** The notifications of `noteCte`, for the change log. */
export const noteRows = (ctx: Definitions): ChangedRows => ({ entity: notificationEntity(ctx), rows: NOTE });

const NOTE = raw('note');

const notificationEntity = ({ catalogue }: Definitions): Entity => catalogue.entity('Notification');
