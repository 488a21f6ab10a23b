import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { literal, raw, render, sql, type Sql } from '#core/sql/sql.js';

/**
 * Four bytes for an environment, which begin the indexes of the audit log in place of sixteen. Environments with the
 * same hash only share a range of an index.
 */
export const environmentHash = (environmentId: Sql): Sql => sql`uuid_hash(${environmentId})`;

/** The user of the change, null for the service itself. @param userId column of the change row */
export const auditUser = (userId: Sql): Sql => sql`NULLIF(${userId}, ${literal(SYSTEM_USER_ID)}::uuid)`;

const textOf = (expression: Sql): string => render(expression).text;

const OF_ENVIRONMENT = `(${textOf(environmentHash(raw('environment_id')))})`;

/**
 * Columns of the indexes that only the audit log reads, by their kind. Each has the entries of a partition in the order
 * of time, so that a page reads its own rows.
 */
export const AUDIT_INDEXES: Readonly<Record<string, string>> = {
  time: `${OF_ENVIRONMENT}, occurred_at`,
  entity: `${OF_ENVIRONMENT}, entity, occurred_at`,
  user: `(${textOf(auditUser(raw('user_id')))}), occurred_at`,
};
