import type { RequestContext } from '#core/context/context.js';
import type { Party } from './parties.js';

/** Party of a call: its user and tenant. All environments of a tenant use the tenant's share together. */
export const partyOf = ({ catalogue, principal }: Pick<RequestContext, 'catalogue' | 'principal'>): Party => ({
  tenantId: catalogue.environment.tenantId,
  userId: principal.userId,
});
