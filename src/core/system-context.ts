import type { Catalogue } from './catalogue/catalogue.js';
import type { RequestContext } from './context.js';

/** Stands as author where no user caused a write. */
export const SYSTEM_USER_ID = '00000000-0000-0000-0000-000000000000';

/** A call of the service itself inside one environment: everything is in its scope. */
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
      isAdministrator: true,
      roleIds: [],
      teamIds: [],
      reachTeamIds: [],
      primaryTeamId: null,
      access: new Map(),
    },
  };
}
