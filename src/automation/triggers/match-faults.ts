import { DomainError } from '#core/errors.js';
import { isOutage } from '#platform/database/connections/database.errors.js';

/** A clause of a trigger does not fit the definitions. */
export class BrokenClause extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'BrokenClause';
  }
}

/**
 * Tells whether an error belongs to the data or the definitions, so that the same statement would fail again. An outage
 * never does; a timeout, or an unknown error, does once attempts have ended without a result several times.
 * @param isRepeated whether they have
 */
export function isLasting(error: unknown, isRepeated: boolean): boolean {
  if (error instanceof BrokenClause) return true;
  if (isOutage(error)) return false;
  if (!(error instanceof DomainError)) return isRepeated;
  const [{ code }] = error.faults;
  return code !== 'QueryTimeout' || isRepeated;
}

/** True for an error that each change of a page would meet alone too. */
export const concernsAll = (error: unknown): boolean =>
  error instanceof BrokenClause || (error instanceof DomainError && error.faults[0].code === 'QueryTimeout');

/** Describes an error in a run. */
export const faultText = (error: unknown): string =>
  error instanceof BrokenClause || error instanceof DomainError ? error.message : 'The statement failed.';
