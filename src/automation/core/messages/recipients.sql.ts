import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { sql, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers, type SlotsOf } from '#core/statements/statement.js';

/** PostgreSQL types of the receivers of a message. */
export const RECEIVERS = { users: 'text[]', roleIds: 'uuid[]', teamIds: 'uuid[]' };

/** A user who gets a message. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Reads the active users with an address that a message is for, once each. */
export const readRecipients = readStatement(
  'readRecipients',
  RECEIVERS,
  (ctx, slots): Answers<Recipient> => sql`
  SELECT u."Id"::text AS id, u."UserName" AS name, u."Email" AS email
  ${recipientsSql(ctx, slots)} AND u."Email" <> ''
  ORDER BY u."Id"`,
);

/** The active users `u` that a message is for, once each, as FROM and WHERE. */
export function recipientsSql(ctx: Definitions, { users, roleIds, teamIds }: SlotsOf<typeof RECEIVERS>): Sql {
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
