import { partsOf, type ShareParts, type ShareSettings } from '#platform/process/shares/share-settings.js';
import type { Settings } from './settings.js';

/** Longest wait of a call for a permit; then it is refused. */
const WAIT_MS = 2_000;

/**
 * Fair shares of the connections for callers' statements: DATABASE_USER_SHARE, default 40 %, and DATABASE_TENANT_SHARE,
 * default 70 %. DATABASE_KEPT, default 30 %, is reserved for users who hold no connection and used little lately.
 * DATABASE_WAITING, default 500, limits the waiting calls of one user.
 */
export function statementShare(settings: Settings, permits: number): ShareSettings {
  const parts = partsOf(permits, { perUser: 0.4, perTenant: 0.7, kept: 0.3, keptInTenant: 0.2 });
  const perTenant = settings.int('DATABASE_TENANT_SHARE', parts.perTenant, { min: 1, max: permits });
  const perUser = Math.min(parts.perUser, perTenant);
  const kept = settings.int('DATABASE_KEPT', parts.kept, { max: permits - 1 });
  return {
    ...bounded(parts, perTenant, kept),
    perUser: settings.int('DATABASE_USER_SHARE', perUser, { min: 1, max: perTenant }),
    waitMs: WAIT_MS,
    waitingPerUser: settings.int('DATABASE_WAITING', 500),
  };
}

/**
 * Fair shares of calls of database objects: OBJECT_CALLS, default 6, OBJECT_USER_SHARE, a third, OBJECT_TENANT_SHARE,
 * two thirds.
 */
export function objectShare(settings: Settings): ShareSettings {
  const permits = settings.int('OBJECT_CALLS', 6, { min: 1, max: 1_000 });
  const parts = partsOf(permits, { perUser: 1 / 3, perTenant: 2 / 3, kept: 0.2, keptInTenant: 0.2 });
  const perTenant = settings.int('OBJECT_TENANT_SHARE', parts.perTenant, { min: 1, max: permits });
  const perUser = Math.min(parts.perUser, perTenant);
  return {
    ...bounded(parts, perTenant, parts.kept),
    perUser: settings.int('OBJECT_USER_SHARE', perUser, { min: 1, max: perTenant }),
    waitMs: WAIT_MS,
    waitingPerUser: 100,
  };
}

/**
 * Replaces the tenant's share and the reserve; at least one permit of the tenant's share stays outside of the reserve.
 */
const bounded = (parts: ShareParts, perTenant: number, kept: number): ShareParts => ({
  ...parts,
  perTenant,
  kept,
  keptInTenant: Math.min(parts.keptInTenant, perTenant - 1, kept),
});
