import type { Principal, RequestContext } from '#core/context/context.js';
import { keyExecutes } from '#core/rights/keyed-access.js';
import { isUnlimited } from '#core/catalogue/api-key.js';
import type { Chain, RunInput } from '#core/catalogue/run.js';
import { DomainError } from '#core/errors.js';
import { requireExecutable } from './executable.js';

/** Facts about a run that decide who may control it. */
interface OwnedRun {
  readonly ownerId: string;
  readonly userId: string | null;
  readonly workflowId: string | null;
  readonly triggerId: string | null;
  readonly chain: Chain;
  readonly input: Pick<RunInput, 'ApiKeyId'>;
}

/** True for a run that its user has executed; triggers, moves and approvals start all others. */
const isExecution = ({ triggerId, chain }: OwnedRun): boolean => triggerId === null && chain.length === 0;

function mayControl({ principal }: RequestContext, run: OwnedRun): boolean {
  const { userId, isAdministrator } = principal;
  if (isAdministrator) return true;
  const isOfUser = run.ownerId === userId || (isExecution(run) && run.userId === userId);
  return isOfUser && keyExecutes(principal) && isOfKey(principal, run);
}

/** A run has the rights of its key, or of its user without one, so that a limited key controls its own runs alone. */
const isOfKey = ({ key }: Principal, { input }: OwnedRun): boolean =>
  key === undefined || isUnlimited(key) || input.ApiKeyId === key.id;

/**
 * Checks that the caller may control a run and have its file: a run that belongs to them, or that they have executed and
 * might still execute. A run with the rights of the service belongs to nobody, whoever caused it.
 * @throws {DomainError} NotFound for runs of others; PermissionRequired, AdministratorRequired for executions
 */
export function requireOwnRun(
  ctx: RequestContext,
  run: OwnedRun | undefined,
  message: string,
): asserts run is OwnedRun {
  if (!run || !mayControl(ctx, run)) throw new DomainError({ code: 'NotFound', message });
  if (ctx.principal.isAdministrator || !isExecution(run)) return;
  const workflow = ctx.catalogue.automation.workflows.get(run.workflowId ?? '');
  if (!workflow)
    throw new DomainError({ code: 'NotFound', message: 'The workflow of the run does not exist any more.' });
  requireExecutable(ctx, workflow);
}
