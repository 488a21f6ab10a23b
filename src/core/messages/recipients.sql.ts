import type { Definitions, RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';
import type { Receivers } from './receivers.js';

/** The receivers of a message as values of a statement. */
export type ReceiverSlots = Readonly<Record<'users' | 'roleIds' | 'teamIds', Slot>>;

/** Users to be read for whom a message is. */
export interface RecipientsPlan {
  readonly args: Args;
  readonly slots: ReceiverSlots;
}

export function planRecipients(ctx: RequestContext, receivers: Receivers): RecipientsPlan {
  const args = new Args(ctx);
  return { args, slots: planReceivers(args, receivers) };
}

/** Adds the receivers of a message to the values of a statement. */
export const planReceivers = (args: Args, { users, roleIds, teamIds }: Receivers): ReceiverSlots => ({
  users: args.add(users, 'text[]'),
  roleIds: args.add(roleIds, 'uuid[]'),
  teamIds: args.add(teamIds, 'uuid[]'),
});

/** Reads the active users with an address that a message is for, once each. */
export const compileRecipients = (ctx: Definitions, { slots }: RecipientsPlan): Sql => sql`
  SELECT u."Id"::text AS id, u."UserName" AS name, u."Email" AS email
  ${recipientsSql(ctx, slots)} AND u."Email" <> ''
  ORDER BY u."Id"`;

/** The active users `u` that a message is for, once each, as FROM and WHERE. */
export function recipientsSql(ctx: Definitions, { users, roleIds, teamIds }: ReceiverSlots): Sql {
  const live = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
  return sql`
    FROM ${live('User')} u
    WHERE u."IsActive" AND (
      u."Id"::text = ANY(${users}) OR lower(u."UserName") = ANY(${users})
      OR EXISTS (
        SELECT FROM ${live('UserRole')} h WHERE h."UserId" = u."Id" AND h."RoleId" = ANY(${roleIds})
      )
      OR EXISTS (
        SELECT FROM ${live('TeamMember')} m WHERE m."UserId" = u."Id" AND m."TeamId" = ANY(${teamIds})
      )
    )`;
}
