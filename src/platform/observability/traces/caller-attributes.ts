import type { Attributes } from '@opentelemetry/api';
import type { RequestContext } from '#core/context/context.js';

/** Ids of a caller. */
export function callerAttributes({
  catalogue: { environment },
  principal,
}: Pick<RequestContext, 'catalogue' | 'principal'>): Attributes {
  return { 'tenant.id': environment.tenantId, 'environment.id': environment.id, 'user.id': principal.userId };
}
