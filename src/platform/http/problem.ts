import type { DomainError, ErrorCode, ErrorKind, Fault } from '../../core/errors.js';
import { ERROR_CODES } from '../../core/errors.js';
import { writeEnvelope } from './envelope.js';
import { RepeatedRefusal } from './replayed-error.js';

/** The one place where a kind of failure meets an HTTP status (contract §2). */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  unauthenticated: 401,
  invalid: 400,
  forbidden: 403,
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

/** Seconds after which a refused caller may try again, unless the fault says `RetryAfterSeconds`. */
const RETRY_AFTER: Readonly<Partial<Record<ErrorKind, number>>> = { limited: 1, unavailable: 2 };

/** A failure as HTTP tells it. */
export interface Problem {
  readonly status: number;
  readonly faults: readonly [Fault, ...Fault[]];
  readonly headers: Readonly<Record<string, string>>;
  /** Only where it is not the call's own. */
  readonly correlationId?: string;
}

/** What of the request its error body tells. */
interface ProblemCall {
  readonly id: string;
  readonly elapsedMs: number;
  readonly correlationId: string | null;
}

/** A domain error as HTTP tells it: status by kind, and the headers that belong to the status. */
export function problemOf(error: DomainError): Problem {
  const { faults, kind } = error;
  const [first, ...rest] = faults;
  const earlier = error instanceof RepeatedRefusal && { correlationId: error.correlationId };
  return { status: STATUS[kind], faults: [first, ...rest], headers: headersFor(first, kind), ...earlier };
}

/** A failure that has no domain error: HTTP's own refusals, and bugs. */
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

/** The error body: the envelope of contract §2 with the members of RFC 9457. */
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

/** A fault as an element of `ErrorDetails`. */
export const errorDetail = (fault: Fault): object => ({
  Code: fault.code,
  Message: fault.message,
  FieldName: fault.fieldName,
  Path: fault.path,
  RowIndex: fault.rowIndex,
  RecordId: fault.recordId,
  Params: fault.params,
});

/** `WhereClauseRequired` → `Where clause required`: the same for every occurrence, as RFC 9457 wants it. */
const titleOf = (code: ErrorCode): string =>
  code[0] + code.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
