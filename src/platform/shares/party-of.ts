import type { RequestContext } from '../../core/context.js';
import type { Party } from './parties.js';

/** Whose share a call takes of: that of its user and tenant. All environments of a tenant share what the tenant may have. */
export const partyOf = ({ catalogue, principal }: Pick<RequestContext, 'catalogue' | 'principal'>): Party => ({
  tenantId: catalogue.environment.tenantId,
  userId: principal.userId,
});
