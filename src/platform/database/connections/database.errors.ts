import pg from 'pg';
import { DomainError } from '#core/errors.js';
import type { DatabaseFault } from '#platform/observability/metrics/database-faults.js';

/** Violation of a constraint. Callers map the constraint to a field; values are left out on purpose. */
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

/** Conflict with another transaction (deadlock, serialization failure, lock timeout); this one was rolled back. */
export class TransactionConflict extends Error {
  constructor(readonly sqlState: string) {
    super(`The transaction lost against another one (${sqlState}).`);
    this.name = 'TransactionConflict';
  }
}

/** Loss of a connection. */
export class ConnectionLost extends Error {
  /** @param sent true when the statement had been sent, so that its outcome is unknown */
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
/** SQL states of connection exceptions, of the server's shutdown and crash, and of the end of an idle session. */
const LOST_STATES = /^(08...|57P0[1-5])$/;
const LOST_SYSTEM_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** SQL states of a server without resources (53…) or in read-only mode (25006). */
const UNAVAILABLE_STATES = /^(53...|25006)$/;
/** SQL states of timeouts of a statement or of an idle transaction. */
const TIMEOUT_STATES = new Set(['57014', '25P03', '25P04']);

/** PostgreSQL's own error, for authors of routines and definitions. */
export interface DatabaseRefusal {
  readonly sqlState: string;
  readonly message: string;
}

/** Finds PostgreSQL's error behind the error of a statement; `undefined` for other errors. */
export function refusalOf(error: unknown): DatabaseRefusal | undefined {
  const origin = error instanceof DomainError ? error.cause : error;
  if (origin instanceof ConstraintViolation) return { sqlState: origin.sqlState, message: origin.message };
  if (!(origin instanceof pg.DatabaseError)) return undefined;
  return { sqlState: origin.code ?? '', message: origin.message };
}

/** Error of a database that cannot serve now. `RetryAfterSeconds` becomes the header `Retry-After`. */
export function unavailable(message: string): DomainError {
  return new DomainError({ code: 'Unavailable', message, params: { RetryAfterSeconds: 1 } });
}

/** True where the database, or a place on it, is missing: whatever was to be done may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionLost || isConnectionLost(error)) return true;
  return error instanceof DomainError && (error.kind === 'unavailable' || error.kind === 'limited');
}

/** Message of the driver when a server does not answer in time; the driver then breaks the connection. */
const SILENT = 'Query read timeout';

/** SQL states of the platform's own triggers (docs/cells.md#move-an-environment). */
const [FROZEN_STATE, MOVING_STATE] = ['DW001', 'DW002'];
const FROZEN = 'The environment accepts no writes for a moment, because it moves to another cell. Reads go on.';
const MOVING = 'The environment moves to another cell; its definitions can be changed when it has.';
const MOVE_SECONDS = 30;

/** Error of a write to an environment that is frozen. */
export const frozen = (): DomainError => unavailable(FROZEN);

/** True for the error of `frozen`. */
export const isFrozen = (error: unknown): boolean => error instanceof DomainError && error.message === FROZEN;

/** True for errors after which the connection is unusable. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Error && error.message === SILENT) return true;
  const code = codeOf(error);
  return LOST_STATES.test(code) || LOST_SYSTEM_CODES.has(code);
}

/** Kind of fault that an error of the driver tells operators of; undefined for errors that callers cause. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  const code = codeOf(error);
  if (code === '53100') return 'disk_full';
  if (code === '25006') return 'read_only';
  if (UNAVAILABLE_STATES.test(code)) return 'resources';
  if (TIMEOUT_STATES.has(code)) return 'timeout';
  if (CONFLICT_STATES.has(code)) return 'conflict';
  return isConnectionLost(error) ? 'connection' : undefined;
}

/** True when a table or sequence does not exist (42P01), such as the sequence of an AutoNumber's new prefix. */
export const isUndefinedObject = (error: unknown): boolean => codeOf(error) === '42P01';

/**
 * True when an addition of two int4 values overflowed. The C function in the error identifies it in every language;
 * sums of fields use other functions.
 */
export function isInt4Overflow(error: unknown): boolean {
  const origin = error instanceof DomainError ? error.cause : error;
  return origin instanceof pg.DatabaseError && origin.code === '22003' && origin.routine === 'int4pl';
}

/** SQL states of a statement compiled for other tables: unknown table, column or function, other type, changed plan. */
const OTHER_TABLE_STATES = new Set(['42P01', '42703', '42804', '42883', '0A000']);
const CONSTRAINTS_OF_OTHERS = new Set(['23502', '23503', '23505']);

/** True when changed definitions may have caused the error, new constraints included. */
export const isOfOtherTables = (error: unknown): boolean =>
  OTHER_TABLE_STATES.has(codeOf(error)) ||
  (error instanceof ConstraintViolation && CONSTRAINTS_OF_OTHERS.has(error.sqlState));

/** True for an outcome row without environment, which a write by stale definitions inserts (decision 0041). */
const hasNoEnvironment = ({ code, schema, table, column }: pg.DatabaseError): boolean =>
  code === '23502' && schema === 'platform' && table === 'operation' && column === 'environment_id';

const OUTDATED = 'The definitions of the environment changed while the request ran; repeat it.';

/** Error of a request whose definitions were superseded while it ran. */
export const outdated = (): DomainError => unavailable(OUTDATED);

/** True for the error of `outdated`. */
export const isOutdated = (error: unknown): boolean => error instanceof DomainError && error.message === OUTDATED;

/**
 * Translates an error of the driver.
 *
 * @returns a `DomainError` that callers may see, a typed error that a higher layer translates, or the error itself,
 *   which is answered as 500 without details
 */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  if (hasNoEnvironment(error)) return outdated();
  if (CONSTRAINT_STATES.has(code)) return new ConstraintViolation(code, error.constraint, error.table);
  if (CONFLICT_STATES.has(code)) return new TransactionConflict(code);
  const translated = generalError(code);
  if (translated) translated.cause = error;
  return translated ?? error;
}

/** Error for any caller, by SQL state. */
function generalError(code: string): DomainError | undefined {
  if (TIMEOUT_STATES.has(code))
    return new DomainError({ code: 'QueryTimeout', message: 'The statement took too long.' });
  if (code === '25006')
    return unavailable('The database accepts no writes now: it is a standby or read-only. Reads go on.');
  if (code === FROZEN_STATE) return frozen();
  if (code === MOVING_STATE)
    return new DomainError({ code: 'Unavailable', message: MOVING, params: { RetryAfterSeconds: MOVE_SECONDS } });
  if (UNAVAILABLE_STATES.test(code)) return unavailable('The database cannot serve this request now.');
  // Program limit exceeded: a text or an array is larger than PostgreSQL supports.
  if (code === '54000')
    return new DomainError({ code: 'TooManyRows', message: 'The answer would be too large; ask for less.' });
  // Purged fields count, since PostgreSQL keeps the numbers of dropped columns.
  if (code === '54011')
    return new DomainError({ code: 'Validation', message: 'An entity has too many fields: its table holds 1,600.' });
  // Class 22, data exceptions: values that pass the field parsers, such as a sum beyond the range of its type.
  if (code.startsWith('22'))
    return new DomainError({ code: 'Validation', message: 'A value is outside of what its type can hold.' });
  return undefined;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Error of a write whose COMMIT, or whose only statement, got no answer. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    const message = 'The connection broke while the write was being stored; whether it was stored is unknown.';
    super({ code: 'Unavailable', message, params: { RetryAfterSeconds: 1, Outcome: 'Unknown' } });
    this.name = 'OutcomeUnknown';
  }
}
