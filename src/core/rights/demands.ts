import { grantedPermissions } from './access.js';
import type { RequestContext } from '#core/context/context.js';

/** Demands of a transition or workflow on its caller. */
export interface Demanding {
  /** Names of the roles that it is for; absent or empty: no matter. */
  readonly allowedRoles?: Iterable<string>;
  readonly requiredPermission?: string;
}

/** One demand: one of several roles, or a permission. */
export interface Demand {
  readonly kind: 'Role' | 'Permission';
  /** Names of the allowed roles, or of the permission. */
  readonly names: readonly string[];
  /** Roles of the caller that meet the demand: allowed ones, or those that grant the permission. */
  readonly metBy: readonly string[];
}

/**
 * Checks demands for one caller. All of them must be met; Administrators pass all, which callers of this function decide.
 * Names of roles match in any letter case.
 */
export function demandsOn(ctx: RequestContext): (of: Demanding) => readonly Demand[] {
  const { principal, catalogue } = ctx;
  const roles = principal.roleIds.flatMap((id) => catalogue.organisation.roles.get(id)?.name ?? []);
  const permissions = grantedPermissions(ctx);
  return ({ allowedRoles = [], requiredPermission }) => {
    const names = [...allowedRoles];
    const allowed = new Set(names.map((name) => name.toLowerCase()));
    const metBy = roles.filter((name) => allowed.has(name.toLowerCase()));
    return [
      ...(names.length > 0 ? [{ kind: 'Role' as const, names, metBy }] : []),
      ...(requiredPermission === undefined
        ? []
        : [
            {
              kind: 'Permission' as const,
              names: [requiredPermission],
              metBy: permissions.get(requiredPermission) ?? [],
            },
          ]),
    ];
  };
}

export const isMet = ({ metBy }: Demand): boolean => metBy.length > 0;
