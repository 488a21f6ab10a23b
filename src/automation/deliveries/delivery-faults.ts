import { DomainError } from '#core/errors.js';
import { DeliveryError } from '#platform/outbound/delivery.errors.js';
import { TemporaryFault } from '#automation/runs/action-handler.js';

/** The fault of a step whose call or message failed: tried again later if it was temporary. */
export function stepFault(error: unknown): Error {
  if (!(error instanceof DeliveryError)) return error as Error;
  const { kind, message, details } = error;
  if (kind === 'temporary') return new TemporaryFault(message, details.retryAfterMs);
  const { statusCode } = details;
  return invalid(message, statusCode === undefined ? {} : { params: { StatusCode: statusCode } });
}

/** A fault that no later try mends. */
export const invalid = (
  message: string,
  where: { readonly path?: string; readonly params?: Readonly<Record<string, unknown>> } = {},
): DomainError => new DomainError({ code: 'Validation', message, ...where });
