import pg from 'pg';
import { DomainError } from '../../core/errors.js';

/** A constraint refused a write. The records room knows which field it stands for; values are left out on purpose. */
export class ConstraintViolation extends Error {
  constructor(
    /** 23505 unique, 23503 foreign key, 23502 not null, 23514 check, 23P01 exclusion. */
    readonly sqlState: string,
    readonly constraint: string | undefined,
    readonly table: string | undefined,
  ) {
    super(`A constraint was violated (${sqlState}${constraint === undefined ? '' : ` ${constraint}`}).`);
    this.name = 'ConstraintViolation';
  }
}

/** The transaction lost against another one (deadlock, serialization, lock time-out) and has left no trace. */
export class TransactionConflict extends Error {
  constructor(readonly sqlState: string) {
    super(`The transaction lost against another one (${sqlState}).`);
    this.name = 'TransactionConflict';
  }
}

/** The connection broke. */
export class ConnectionLost extends Error {
  /** @param sent whether the statement had left for the server: its outcome is unknown then. */
  constructor(
    readonly sent: boolean,
    cause: unknown,
  ) {
    super('The connection to the database was lost.', { cause });
    this.name = 'ConnectionLost';
  }
}

const CONSTRAINT_STATES = new Set(['23502', '23503', '23505', '23514', '23P01']);
const CONFLICT_STATES = new Set(['40001', '40P01', '55P03']);
/** Connection exceptions, the server's shutdown and crash, and an idle session's end. */
const LOST_STATES = /^(08...|57P0[1-5])$/;
const LOST_SYSTEM_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** The server lacks something (53…), or refuses writes (25006). */
const UNAVAILABLE_STATES = /^(53...|25006)$/;
/** A statement, or a transaction that was left idle, took too long. */
const TIMEOUT_STATES = new Set(['57014', '25P03', '25P04']);

/** What PostgreSQL itself said: for code and definitions of a tenant, whose author may know some of it. */
export interface DatabaseRefusal {
  readonly sqlState: string;
  readonly message: string;
}

/** The words of PostgreSQL behind an error of a statement; `undefined` for any other error. */
export function refusalOf(error: unknown): DatabaseRefusal | undefined {
  const origin = error instanceof DomainError ? error.cause : error;
  if (origin instanceof ConstraintViolation) return { sqlState: origin.sqlState, message: origin.message };
  if (!(origin instanceof pg.DatabaseError)) return undefined;
  return { sqlState: origin.code ?? '', message: origin.message };
}

/** The database cannot serve now; a later try may work. The HTTP room turns `RetryAfterSeconds` into `Retry-After`. */
export function unavailable(message: string): DomainError {
  return new DomainError({ code: 'Unavailable', message, params: { RetryAfterSeconds: 1 } });
}

/** The driver's word for a server that does not answer; it breaks the connection then. */
const SILENT = 'Query read timeout';

/** Whether the error says that the connection is of no use any more. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Error && error.message === SILENT) return true;
  const code = codeOf(error);
  return LOST_STATES.test(code) || LOST_SYSTEM_CODES.has(code);
}

/** A statement named a table or sequence that does not exist (42P01), such as an AutoNumber's first of its prefix. */
export const isUndefinedObject = (error: unknown): boolean => codeOf(error) === '42P01';

/**
 * Whether PostgreSQL's addition of two int4 values overflowed. It names the function that refused, in every language:
 * sums of Int fields and of numbers are made by others.
 */
export function isInt4Overflow(error: unknown): boolean {
  const origin = error instanceof DomainError ? error.cause : error;
  return origin instanceof pg.DatabaseError && origin.code === '22003' && origin.routine === 'int4pl';
}

/** What a statement meets that was made for other tables: an unknown table or column, another type, a value now required. */
const OTHER_TABLE_STATES = new Set(['42P01', '42703', '42804', '42883', '0A000']);
const CONSTRAINTS_OF_OTHERS = new Set(['23502', '23503', '23505']);

/** Whether a failure may come of definitions that changed meanwhile: also a constraint that the statement's maker did not know. */
export const isOfOtherTables = (error: unknown): boolean =>
  OTHER_TABLE_STATES.has(codeOf(error)) ||
  (error instanceof ConstraintViolation && CONSTRAINTS_OF_OTHERS.has(error.sqlState));

/** An outcome without environment: the definitions by which the write was made are not the current ones any more. */
const hasNoEnvironment = ({ code, schema, table, column }: pg.DatabaseError): boolean =>
  code === '23502' && schema === 'platform' && table === 'operation' && column === 'environment_id';

const OUTDATED = 'The definitions of the environment changed while the request ran; repeat it.';

/** Of a request whose definitions changed under it. */
export const outdated = (): DomainError => unavailable(OUTDATED);

/** Whether a request ran by definitions that are known not to be the current ones. */
export const isOutdated = (error: unknown): boolean => error instanceof DomainError && error.message === OUTDATED;

/**
 * The driver's error in the service's words.
 *
 * @returns a `DomainError` where the caller may know, a typed error where a room above knows more, else the error
 *   itself, which becomes an opaque 500.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  if (hasNoEnvironment(error)) return outdated();
  if (CONSTRAINT_STATES.has(code)) return new ConstraintViolation(code, error.constraint, error.table);
  if (CONFLICT_STATES.has(code)) return new TransactionConflict(code);
  const told = inGeneral(code);
  if (told) told.cause = error;
  return told ?? error;
}

/** What any caller may be told of an error. */
function inGeneral(code: string): DomainError | undefined {
  if (TIMEOUT_STATES.has(code))
    return new DomainError({ code: 'QueryTimeout', message: 'The statement took too long.' });
  if (UNAVAILABLE_STATES.test(code)) return unavailable('The database cannot serve this request now.');
  // A text or an array beyond what PostgreSQL can hold (54000): an answer that nobody could take in one piece.
  if (code === '54000')
    return new DomainError({ code: 'TooManyRows', message: 'The answer would be too large; ask for less.' });
  // Class 22: the field parsers let a value pass that PostgreSQL refuses, such as a sum beyond the type's range.
  if (code.startsWith('22'))
    return new DomainError({ code: 'Validation', message: 'A value is outside of what its type can hold.' });
  return undefined;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Of a write whose COMMIT, or whose only statement, got no answer. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    const message = 'The connection broke while the write was being stored; whether it was stored is unknown.';
    super({ code: 'Unavailable', message, params: { RetryAfterSeconds: 1, Outcome: 'Unknown' } });
    this.name = 'OutcomeUnknown';
  }
}
