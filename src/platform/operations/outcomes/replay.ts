import type { IdempotencyKey } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { RepeatedRefusal } from '#platform/http/replayed-error.js';
import { Reply } from '#platform/http/reply.js';
import type { Outcome } from './outcome.js';
import { faultOf } from './outcome-fault.js';

/** The 202 of a write: the Id of the record that an insert creates, and the location of the outcome. */
export function processing(id: string, recordId: string | null | undefined): Reply {
  return new Reply({
    status: 202,
    result: recordId ? { Id: recordId } : null,
    correlationId: id,
    headers: { Location: `/api/v1/operations/${id}` },
  });
}

/**
 * Replays the answer of the first request with an idempotency key, or its 202.
 * @throws {DomainError} IdempotencyMismatch when the request differs; the refusal of the first request
 */
export function replayed(outcome: Outcome, key: IdempotencyKey): Reply {
  if (outcome.bodyHash !== key.bodyHash) throw mismatch();
  const { id, result, recordAffected, log } = outcome;
  if (outcome.status === 'Failed') throw new RepeatedRefusal(id, outcome.errorDetails.map(faultOf));
  if (outcome.status === 'Completed') return new Reply({ result, recordAffected, log, correlationId: id });
  return processing(id, outcome.operation === 'Insert' ? outcome.recordId : null);
}

/** Error of a request whose key was used with a different request. */
export const mismatch = (): DomainError =>
  new DomainError({
    code: 'IdempotencyMismatch',
    message: 'This Idempotency-Key was used with another request; use a new key for a new request.',
    params: { Header: 'Idempotency-Key' },
  });
