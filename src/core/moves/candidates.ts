import { grantedPermissions } from '../access.js';
import type { RequestContext } from '../context.js';
import type { Lifecycle, Transition } from '../lifecycles/lifecycle.js';

/**
 * Lists the transitions that the caller may take, in the order in which a move tries them. AllowedRoles and
 * RequiredPermission must both hold; Administrators pass both.
 */
export function takeable(ctx: RequestContext, transitions: readonly Transition[]): readonly Transition[] {
  const { principal, catalogue } = ctx;
  if (principal.isAdministrator) return transitions;
  const roles = principal.roleIds.flatMap((id) => catalogue.organisation.roles.get(id)?.name ?? []);
  const permissions = grantedPermissions(ctx);
  return transitions.filter(
    ({ allowedRoles, requiredPermission }) =>
      (!allowedRoles || roles.some((name) => allowedRoles.has(name))) &&
      (requiredPermission === undefined || permissions.has(requiredPermission)),
  );
}

/** Lists the transitions by which the caller may move records to a status. */
export const candidatesTo = (
  ctx: RequestContext,
  { transitions }: Lifecycle,
  statusId: string,
): readonly Transition[] =>
  takeable(
    ctx,
    transitions.filter(({ toStatusId }) => toStatusId === statusId),
  );
