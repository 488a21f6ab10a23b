import type { RequestContext } from '#core/context/context.js';
import { requireKeyExecutes } from '#core/rights/keyed-access.js';
import { demandsOn, isMet } from '#core/rights/demands.js';
import { DomainError } from '#core/errors.js';
import { gathered, type Steps } from '#core/steps.js';
import type { Workflow } from '#core/catalogue/workflow.js';

type Restricted = Pick<Workflow, 'name' | 'entityName' | 'allowedRoles' | 'requiredPermission'>;

/** Active Manual workflows that the caller may execute, in the order of their ids. */
export function* executableWorkflows(ctx: RequestContext): Steps<readonly Workflow[]> {
  return yield* gathered(ctx.catalogue.automation.workflows.values(), (workflow) =>
    workflow.type === 'Manual' && workflow.isActive && mayExecute(ctx, workflow) ? [workflow] : [],
  );
}

function mayExecute(ctx: RequestContext, workflow: Workflow): boolean {
  try {
    requireExecutable(ctx, workflow);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the caller may execute a workflow: AllowedRoles and RequiredPermission must both hold; a workflow without
 * either is for Administrators, who pass both.
 * @throws {DomainError} PermissionRequired, AdministratorRequired
 */
export function requireExecutable(ctx: RequestContext, workflow: Restricted): void {
  requireKeyExecutes(ctx, `workflow ${workflow.name}`, workflow.entityName);
  if (ctx.principal.isAdministrator) return;
  const demands = demandsOn(ctx)(workflow);
  const { name } = workflow;
  if (demands.length === 0)
    throw new DomainError({ code: 'AdministratorRequired', message: `Workflow ${name} is for Administrators.` });
  const failing = demands.find((demand) => !isMet(demand));
  if (!failing) return;
  const { kind, names } = failing;
  throw new DomainError(
    kind === 'Role'
      ? {
          code: 'PermissionRequired',
          message: `Workflow ${name} is for the roles ${names.join(', ')}.`,
          params: { Kind: 'Role', AllowedRoles: names },
        }
      : {
          code: 'PermissionRequired',
          message: `Workflow ${name} needs the permission ${names[0]}.`,
          params: { Permission: names[0] },
        },
  );
}
