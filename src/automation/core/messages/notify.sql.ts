import { changesSql } from '#core/changes/change.sql.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { CALL } from '#core/statements/args.js';
import { raw, sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import type { Receivers } from './receivers.js';
import { RECEIVERS, recipientsSql } from './recipients.sql.js';

/** A message, and whom it is for. */
export interface NewNotification {
  readonly message: string;
  readonly receivers: Receivers;
  /** The record in question. */
  readonly record?: { readonly entityName: string; readonly recordId: string };
}

const PARAMETERS = { message: 'text', ...RECEIVERS, entityName: 'text', recordId: 'uuid' };

/** Values of `notify`. */
export const notifyValues = ({ message, receivers, record }: NewNotification) => ({
  message,
  users: receivers.users,
  roleIds: receivers.roleIds,
  teamIds: receivers.teamIds,
  entityName: record?.entityName ?? null,
  recordId: record?.recordId ?? null,
});

/** Stores a notification for each active user of the message, once each. Answers their number. */
export const notify = statement('notify', PARAMETERS, (ctx, slots): Answers<{ notified: number }> => {
  const entity = ctx.catalogue.entity('Notification');
  const values = {
    OwnerId: raw('x.id'),
    OwnerTeamId: raw('x.team_id'),
    Message: sql`${slots.message}`,
    EntityName: sql`${slots.entityName}`,
    RecordId: sql`${slots.recordId}`,
    Source: sql`${CALL.source}`,
  };
  return sql`
    WITH x AS (
      SELECT u."Id" AS id, u."PrimaryTeamId" AS team_id
      ${recipientsSql(ctx, slots)}
    ),
    ${serviceRowsSql(ctx, raw('note'), entity, { values, from: raw('x') })},
    ${changesSql(ctx, [{ entity, operation: 'Create', rows: raw('note') }])}
    SELECT count(*)::int AS notified FROM note`;
});
