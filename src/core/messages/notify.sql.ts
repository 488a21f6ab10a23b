import { changesSql } from '../changes/change.sql.js';
import type { Definitions, RequestContext } from '../context.js';
import { serviceRowsSql } from '../inserts/service-rows.sql.js';
import { Args, CALL } from '../sql/args.js';
import { raw, sql, type Slot, type Sql } from '../sql/sql.js';
import type { Receivers } from './receivers.js';
import { planReceivers, recipientsSql, type ReceiverSlots } from './recipients.sql.js';

/** A message, and whom it is for. */
export interface NewNotification {
  readonly message: string;
  readonly receivers: Receivers;
  /** The record in question. */
  readonly record?: { readonly entityName: string; readonly recordId: string };
}

/** A message to be stored for each of its receivers. */
export interface NotifyPlan {
  readonly args: Args;
  readonly slots: ReceiverSlots & Readonly<Record<'message' | 'entityName' | 'recordId', Slot>>;
}

export function planNotify(ctx: RequestContext, note: NewNotification): NotifyPlan {
  const args = new Args(ctx);
  return {
    args,
    slots: {
      message: args.add(note.message, 'text'),
      ...planReceivers(args, note.receivers),
      entityName: args.add(note.record?.entityName ?? null, 'text'),
      recordId: args.add(note.record?.recordId ?? null, 'uuid'),
    },
  };
}

/** Stores a notification for each active user of the message, once each. Answers their number. */
export function compileNotify(ctx: Definitions, { slots }: NotifyPlan): Sql {
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
}
