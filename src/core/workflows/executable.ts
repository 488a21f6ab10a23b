import { grantedPermissions } from '../access.js';
import type { RequestContext } from '../context.js';
import { DomainError } from '../errors.js';
import type { Workflow } from './workflow.js';

type Restricted = Pick<Workflow, 'name' | 'allowedRoles' | 'requiredPermission'>;

/**
 * Checks that the caller may execute a workflow: AllowedRoles and RequiredPermission must both hold; a workflow without
 * either is for Administrators, who pass both.
 * @throws {DomainError} PermissionRequired, AdministratorRequired
 */
export function requireExecutable(ctx: RequestContext, { name, allowedRoles, requiredPermission }: Restricted): void {
  const { principal, catalogue } = ctx;
  if (principal.isAdministrator) return;
  if (allowedRoles.length === 0 && requiredPermission === undefined)
    throw new DomainError({ code: 'AdministratorRequired', message: `Workflow ${name} is for Administrators.` });
  const allowed = new Set(allowedRoles.map((role) => role.toLowerCase()));
  const roles = principal.roleIds.flatMap((id) => catalogue.organisation.roles.get(id)?.name.toLowerCase() ?? []);
  if (allowed.size > 0 && !roles.some((role) => allowed.has(role)))
    throw new DomainError({
      code: 'PermissionRequired',
      message: `Workflow ${name} is for the roles ${allowedRoles.join(', ')}.`,
      params: { AllowedRoles: allowedRoles },
    });
  if (requiredPermission !== undefined && !grantedPermissions(ctx).has(requiredPermission))
    throw new DomainError({
      code: 'PermissionRequired',
      message: `Workflow ${name} needs the permission ${requiredPermission}.`,
      params: { Permission: requiredPermission },
    });
}
