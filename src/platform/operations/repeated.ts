import type { IdempotencyKey } from '../../core/context.js';
import { DomainError, ERROR_CODES, type ErrorCode, type Fault } from '../../core/errors.js';
import { RepeatedRefusal } from '../http/repeated-refusal.js';
import { Reply } from '../http/reply.js';
import type { Route } from './command.js';
import type { Outcome, OutcomeFault } from './outcome.js';

/** The 202 of a write: the Id of its record where it creates one, and where its outcome will be. */
export function processing(id: string, route: Route, recordId: string | null | undefined): Reply {
  return new Reply({
    status: 202,
    result: route === 'insert' && recordId ? { Id: recordId } : null,
    correlationId: id,
    headers: { Location: `/api/v1/operations/${id}` },
  });
}

/**
 * The answer to a request whose key was used before: what the first one answered, or will.
 * @throws {DomainError} IdempotencyMismatch when it is another request; the first one's refusal
 */
export function repeated(outcome: Outcome, key: IdempotencyKey): Reply {
  if (outcome.bodyHash !== key.bodyHash) throw mismatch();
  const { id, result, recordAffected, log } = outcome;
  if (outcome.status === 'Failed') throw new RepeatedRefusal(id, outcome.errorDetails.map(faultOf));
  if (outcome.status === 'Completed') return new Reply({ result, recordAffected, log, correlationId: id });
  return processing(id, outcome.operation === 'Insert' ? 'insert' : 'update', outcome.recordId);
}

/** Refuses a request whose key was used with another one. */
export const mismatch = (): DomainError =>
  new DomainError({
    code: 'IdempotencyMismatch',
    message: 'This Idempotency-Key was used with another request; use a new key for a new request.',
    params: { Header: 'Idempotency-Key' },
  });

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** A fault as it was told. */
export const faultOf = (detail: OutcomeFault): Fault => ({
  code: isCode(detail.Code) ? detail.Code : 'Internal',
  message: detail.Message,
  fieldName: detail.FieldName,
  path: detail.Path,
  rowIndex: detail.RowIndex,
  recordId: detail.RecordId,
  params: detail.Params,
});
