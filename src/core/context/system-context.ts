import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { RequestContext } from './context.js';

/** User id of writes that no user caused. */
export const SYSTEM_USER_ID = '00000000-0000-0000-0000-000000000000';

/** Creates the context of a call by the service itself in one environment, with all rights. */
export function systemContext(catalogue: Catalogue, correlationId: string, at: Date): RequestContext {
  return {
    requestId: correlationId,
    correlationId,
    at,
    catalogue,
    preferences: { strict: false, returnId: false },
    principal: {
      userId: SYSTEM_USER_ID,
      userName: 'system',
      displayName: 'System',
      email: null,
      isAdministrator: true,
      roleIds: [],
      teamIds: [],
      reachTeamIds: [],
      primaryTeamId: null,
      access: new Map(),
    },
  };
}

/**
 * Creates the context of what the service does on behalf of a caller, such as the move that follows a decision: the
 * caller's name with all rights.
 */
export const onBehalf = (ctx: RequestContext): RequestContext => ({
  ...ctx,
  principal: { ...ctx.principal, isAdministrator: true, access: new Map() },
});
