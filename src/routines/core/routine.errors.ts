import { shortened } from '#core/nearest.js';
import type { Routine } from './routine.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';

/** Maximum length of a raised message in the answer. */
const MAX_MESSAGE_LENGTH = 2_000;

const invalid = (message: string, params?: Readonly<Record<string, unknown>>): DomainError =>
  new DomainError({ code: 'Validation', message, ...(params && { params }) });

/** Builds the refusal of an unknown routine; another type is treated as unknown. */
export const routineNotFound = (name: string, kind = 'database object'): DomainError =>
  new DomainError({ code: 'NotFound', message: `There is no ${kind} '${shortened(name)}'.` });

export const permissionRequired = ({ name, requiredPermission }: Routine): DomainError =>
  new DomainError({
    code: 'PermissionRequired',
    message: `${name} needs the permission ${requiredPermission}.`,
    params: { Permission: requiredPermission },
  });

/** Builds the refusal while the database is not protected against routines. */
export const temporaryTables = (): DomainError =>
  new DomainError({
    code: 'Unavailable',
    message:
      'Database objects are off: everybody may make temporary tables in this database. Its owner must revoke that.',
  });

/** Builds the refusal while routines could exhaust the lock table that all sessions share. */
export const sharedFunctions = (): DomainError =>
  new DomainError({
    code: 'Unavailable',
    message:
      'Database objects are off: advisory locks and large objects are open to everybody in this database. Its operator must revoke that.',
  });

/** Messages by SQLSTATE that callers may see; other causes are reported in general terms. */
const MESSAGES: Readonly<Record<string, string>> = {
  '25006': 'is not registered with AllowWrites, so it may change nothing.',
  '2D000': 'may not COMMIT or ROLLBACK: it is part of the transaction of its call.',
  '42501': 'tried what database objects may not do.',
  '53400': 'needed more space than one call may take.',
  P0002: 'ended its call itself, or wrote after it.',
  '23502': 'left a required field empty.',
  '23503': 'referred to a record that does not exist, or removed one that others refer to.',
};

/**
 * Translates the failure of a routine for its caller; a RAISE is reported in its own words.
 * @returns `undefined` for failures that the routine did not cause.
 */
export function routineFailure(
  { requestId }: RequestContext,
  { name }: Routine,
  { sqlState, message }: { readonly sqlState: string; readonly message: string },
): DomainError | undefined {
  if (sqlState === 'P0001') return invalid(message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed());
  if (MESSAGES[sqlState]) return invalid(`${name} ${MESSAGES[sqlState]}`);
  // Statement timeouts, lost connections, exhausted resources, bugs of the server, and a frozen environment.
  if (/^(57|08|53|58|XX|DW)/.test(sqlState)) return undefined;
  return invalid(`${name} failed. Quote request ${requestId} to its author.`, { SqlState: sqlState });
}
