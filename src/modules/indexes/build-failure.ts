/** Why an index could not be made. */
export interface BuildFailure {
  /** Failed attempts in a row, of the same definitions. */
  readonly attempts: number;
  /** Absent while another attempt is likely to succeed. */
  readonly error?: string;
  readonly retryAfterMs: number;
}

/** Errors that a session can meet by chance: a long transaction, a cancelled statement, a deadlock, a lost connection. */
const BY_CHANCE = /^(55P03|57014|57P0\d|40P01|40001|08...|)$/;
const FIRST_RETRY_MS = 1_000;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 600_000;

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

/**
 * Decides about the next attempt.
 * @param sqlState of the error; empty for an error that is not PostgreSQL's
 */
export function failureOf(sqlState: string, before?: BuildFailure): BuildFailure {
  const attempts = (before?.attempts ?? 0) + 1;
  const isByChance = BY_CHANCE.test(sqlState);
  if (isByChance && attempts === 1) return { attempts, retryAfterMs: FIRST_RETRY_MS };
  const retryAfterMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (attempts - 1));
  const reason = REASONS[sqlState] ?? `The database cannot make the index${sqlState && ` (SQLSTATE ${sqlState})`}.`;
  return { attempts, retryAfterMs, error: `${reason} ${adviceOn(sqlState)}` };
}

function adviceOn(sqlState: string): string {
  const again = 'The service tries again every few minutes, and at once when the definition changes.';
  return sqlState === TOO_LONG ? `Shorten the texts to the MaxLength of the field. ${again}` : again;
}
