import type { RequestContext } from '#core/context/context.js';
import { demandsOn, isMet } from '#core/rights/demands.js';
import type { Lifecycle, Transition } from '#core/catalogue/lifecycle.js';

/**
 * Lists the transitions that the caller may take, in the order in which a move tries them. AllowedRoles and
 * RequiredPermission must both hold; Administrators pass both.
 */
export function allowedTransitions(ctx: RequestContext, transitions: readonly Transition[]): readonly Transition[] {
  if (ctx.principal.isAdministrator) return transitions;
  const demands = demandsOn(ctx);
  return transitions.filter((transition) => demands(transition).every(isMet));
}

/** Lists the transitions by which the caller may move records to a status. */
export const transitionsTo = (
  ctx: RequestContext,
  { transitions }: Lifecycle,
  statusId: string,
): readonly Transition[] =>
  allowedTransitions(
    ctx,
    transitions.filter(({ toStatusId }) => toStatusId === statusId),
  );
