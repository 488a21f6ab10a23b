import { Backoff } from '#platform/process/scheduling/backoff.js';

/** Why an index could not be made. */
export interface BuildFailure {
  /** Attempts that count, of the same definition. */
  readonly attempts: number;
  /** Absent while another attempt is likely to succeed. */
  readonly error?: string;
  /** Infinity where there is no further attempt. */
  readonly retryAfterMs: number;
}

/** Errors that a session can meet by chance: a long transaction, a cancelled statement, a deadlock, a lost connection. */
const BY_CHANCE = /^(55P03|57014|57P0\d|40P01|40001|08...|)$/;
const FIRST_RETRY_MS = 1_000;
const RETRY = new Backoff(30_000, 600_000);

const REASONS: Readonly<Record<string, string>> = {
  '55P03': 'A transaction that has been running for long keeps the index from being made.',
  '57014': 'The statement that makes the index was cancelled.',
  '40P01': 'The index was given up in favour of another transaction.',
  '53100': 'The disk of the database is full.',
  '53200': 'The database has too little memory.',
  '54000': 'A stored value is too long for an index.',
};

/** SQLSTATE of the failures that the service finds itself: a stored text is longer than an index can hold. */
export const TOO_LONG = '54000';

/** Attempts to make an index; then it stays Failed until its definition changes. */
export const MAX_ATTEMPTS = 8;

/** States of a server that stops, starts or has no resources: they are no fault of an index. */
const OUTAGE = /^(53...|57P0[13])$/;

/**
 * Decides about the next attempt.
 * @param sqlState of the error; empty for an error that is not PostgreSQL's
 * @param attempts this one included
 */
export function failureOf(sqlState: string, attempts: number): BuildFailure {
  const isByChance = BY_CHANCE.test(sqlState);
  if (isByChance && attempts === 1) return { attempts, retryAfterMs: FIRST_RETRY_MS };
  const reason = REASONS[sqlState] ?? `The database cannot make the index${sqlState && ` (SQLSTATE ${sqlState})`}.`;
  if (attempts >= MAX_ATTEMPTS && !OUTAGE.test(sqlState))
    return lastFailure(attempts, adviceOn(sqlState, reason, LAST));
  const retryAfterMs = RETRY.after(attempts);
  const counted = OUTAGE.test(sqlState) ? Math.min(attempts, MAX_ATTEMPTS - 1) : attempts;
  return { attempts: counted, retryAfterMs, error: adviceOn(sqlState, reason, AGAIN) };
}

/** Failure after which there is no further attempt. @param error null where the process of each one ended */
export const lastFailure = (attempts: number, error: string | null): BuildFailure => ({
  attempts,
  error: error ?? `Each of ${attempts} attempts to make the index ended with its process. ${LAST}`,
  retryAfterMs: Infinity,
});

const AGAIN = 'The service tries again every few minutes, and at once when the definition changes.';
const LAST = 'The service tries again when the definition changes.';

const adviceOn = (sqlState: string, reason: string, again: string): string =>
  sqlState === TOO_LONG ? `${reason} Shorten the texts to the MaxLength of the field. ${again}` : `${reason} ${again}`;
