import { type DomainError, type ErrorCode, type ErrorKind, type Fault, ERROR_CODES, MAX_FAULTS } from '#core/errors.js';
import type { Reason } from '#core/rights/reason.js';
import { writeEnvelope } from './envelope.js';
import { RepeatedRefusal } from './replayed-error.js';

/** HTTP status by kind of error (docs/errors.md#codes). */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  unauthenticated: 401,
  invalid: 400,
  forbidden: 403,
  misdirected: 421,
  missing: 404,
  wrongMethod: 405,
  conflict: 409,
  stale: 412,
  tooLarge: 413,
  tooSlow: 408,
  unsupportedMedia: 415,
  locked: 423,
  limited: 429,
  timedOut: 504,
  unavailable: 503,
  internal: 500,
};

/** Seconds for the header `Retry-After`, unless the fault has `RetryAfterSeconds`. */
const RETRY_AFTER: Readonly<Partial<Record<ErrorKind, number>>> = { limited: 1, misdirected: 1, unavailable: 2 };

/** Error as an HTTP response. */
export interface Problem {
  readonly status: number;
  readonly faults: readonly [Fault, ...Fault[]];
  readonly headers: Readonly<Record<string, string>>;
  /** Correlation id of another call, when its outcome is replayed. */
  readonly correlationId?: string;
}

/** Data of the request for its error body. */
interface ProblemCall {
  readonly id: string;
  readonly elapsedMs: number;
  readonly correlationId: string | null;
}

/** Converts a domain error: status by its kind, and the headers of that status. */
export function problemOf(error: DomainError): Problem {
  const { kind } = error;
  const [first, ...rest] = error.faults.slice(0, MAX_LISTED).map(shortFault);
  const earlier = error instanceof RepeatedRefusal && { correlationId: error.correlationId };
  const headers = { ...headersFor(first, kind), ...(error instanceof RepeatedRefusal && error.headers) };
  return { status: STATUS[kind], faults: [first, ...rest], headers, ...earlier };
}

/** Faults in an answer: those of a request, and the note that there are more. */
const MAX_LISTED = MAX_FAULTS + 1;
/** UTF-16 units of a message, a path or a name in an answer; they may contain texts of the caller. */
const MAX_SHOWN = 2_000;

const cut = <T extends string | undefined>(text: T): T =>
  (text === undefined || text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`.toWellFormed()) as T;

/** Shortens the texts of a fault, so that an answer with many faults stays small. */
function shortFault(fault: Fault): Fault {
  const { message, path, fieldName } = fault;
  const longest = Math.max(message.length, path?.length ?? 0, fieldName?.length ?? 0);
  return longest <= MAX_SHOWN ? fault : { ...fault, message: cut(message), path: cut(path), fieldName: cut(fieldName) };
}

/** Creates a problem without a domain error, for errors of HTTP itself and for defects. */
export function problem(code: ErrorCode, message: string, status = STATUS[ERROR_CODES[code]]): Problem {
  const fault = { code, message };
  return { status, faults: [fault], headers: headersFor(fault, ERROR_CODES[code]) };
}

function headersFor(fault: Fault, kind: ErrorKind): Record<string, string> {
  if (kind === 'unauthenticated')
    return {
      'WWW-Authenticate': fault.code === 'TokenMissing' ? 'Bearer realm="api"' : 'Bearer error="invalid_token"',
    };
  const seconds = RETRY_AFTER[kind];
  if (seconds === undefined) return {};
  const known = fault.params?.RetryAfterSeconds;
  return { 'Retry-After': String(typeof known === 'number' ? known : seconds) };
}

/** Serialises the error body: the envelope with the members of RFC 9457 (docs/interface/conventions.md#errors). */
export function writeProblem(call: ProblemCall, { status, faults, correlationId }: Problem): string {
  const [{ code, message }] = faults;
  return writeEnvelope({
    requestId: call.id,
    status,
    result: 'null',
    recordAffected: 0,
    totalRecords: 0,
    elapsedMs: call.elapsedMs,
    correlationId: correlationId ?? call.correlationId,
    errors: faults.map((fault) => fault.message),
    errorDetails: faults.map(errorDetail),
    extra: { type: `urn:problem:${code}`, title: titleOf(code), status, detail: message, traceId: call.id },
  });
}

/** Kinds of reasons of refusals of rights and locks, by their code; a fault may name another kind itself. */
const REASONS: Readonly<Partial<Record<ErrorCode, Reason['Kind'] | 'Membership'>>> = {
  NotMember: 'Membership',
  AdministratorRequired: 'Administrator',
  ScopeNone: 'Scope',
  OutOfScope: 'Scope',
  PermissionRequired: 'Permission',
  ApprovalLocked: 'Lock',
};

/** Adds the kind of reason to the parameters of a refusal of rights or of a lock (docs/errors.md#reasons). */
function paramsOf({ code, params }: Fault): Fault['params'] {
  const Kind = REASONS[code];
  return Kind === undefined ? params : { Kind, ...params };
}

/** Converts a fault to an element of `ErrorDetails`. */
export const errorDetail = (fault: Fault): object => ({
  Code: fault.code,
  Message: fault.message,
  FieldName: fault.fieldName,
  Path: fault.path,
  RowIndex: fault.rowIndex,
  RecordId: fault.recordId,
  Params: paramsOf(fault),
});

/** Title of a code, such as `Where clause required`: the same for every occurrence, as RFC 9457 requires. */
const titleOf = (code: ErrorCode): string =>
  code[0] + code.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
