import type { RequestContext } from '#core/context/context.js';
import { type Demand, type Demanding, demandsOn, isMet } from '#core/rights/demands.js';
import { DomainError } from '#core/errors.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import type { AvailableMoves } from '#lifecycle/core/moves/available.js';
import { requireExecutable } from '#automation/core/workflows/executable.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { allowed, disallowed, rule, type Part, type Reason } from '#core/rights/reason.js';

/** Transitions that lead out of the status of a record, and what decides about each. */
export function byMoves(
  ctx: RequestContext,
  { name, lifecycle }: { readonly name: string; readonly lifecycle?: Lifecycle },
  moves: AvailableMoves | undefined,
): Part {
  if (!lifecycle) return disallowed(rule(name, `${name} has no active lifecycle.`));
  if (!moves) return allowed();
  const demands = demandsOf(ctx);
  const told = [
    ...moves.open.map((transition) => ({ transition, obstacles: [] as readonly string[] })),
    ...moves.blocked.map(({ transition, reasons }) => ({ transition, obstacles: [`Blocked: ${reasons.join(' ')}`] })),
    ...moves.hidden.map((transition) => ({ transition, obstacles: ['Hidden: its filters do not hold.'] })),
  ].map(({ transition, obstacles }): Part => {
    const ofCaller = demands(`The transition ${transition.name}`, transition);
    const texts = [...(ofCaller.isAllowed ? [] : ['Hidden: a role or permission is missing.']), ...obstacles];
    const to = lifecycle.statuses.get(transition.toStatusId)?.name ?? transition.toStatusId;
    const reason: Reason = {
      Kind: 'Transition',
      Name: transition.name,
      Text: [`Leads to ${to}.`, ...texts].join(' '),
    };
    return { isAllowed: texts.length === 0, reasons: [reason, ...ofCaller.reasons] };
  });
  const from = moves.fromStatusId === null ? 'this status' : lifecycle.statuses.get(moves.fromStatusId)!.name;
  return oneOf(told, {
    Kind: 'Transition',
    Name: lifecycle.name,
    Text: `No transition leads out of ${from} for the user.`,
  });
}

/**
 * Manual workflows of an entity, and what decides about the execution of each.
 * @param mayKnow false where workflows that the user may not execute stay unknown
 */
export function byWorkflows(ctx: RequestContext, entityName: string, mayKnow: boolean): Part {
  const demands = demandsOf(ctx);
  const manual = [...ctx.catalogue.automation.workflows.values()].filter(
    (workflow) => workflow.type === 'Manual' && workflow.entityName?.toLowerCase() === entityName.toLowerCase(),
  );
  const told = manual.map((workflow): Part => {
    const refusal = !workflow.isActive ? `Workflow ${workflow.name} is not active.` : refusalOf(ctx, workflow);
    const text = refusal ?? `Workflow ${workflow.name} can be executed.`;
    const { reasons } = demands(`The workflow ${workflow.name}`, workflow);
    return { isAllowed: refusal === undefined, reasons: [rule(workflow.name, text), ...reasons] };
  });
  const shown = mayKnow ? told : told.filter(({ isAllowed }) => isAllowed);
  return oneOf(shown, rule(entityName, `${entityName} has no Manual workflow that the user may execute.`));
}

/** One of the parts must allow. @param none reason where there are no parts */
const oneOf = (parts: readonly Part[], none: Reason): Part => ({
  isAllowed: parts.some(({ isAllowed }) => isAllowed),
  reasons: parts.length === 0 ? [none] : parts.flatMap(({ reasons }) => reasons),
});

function refusalOf(ctx: RequestContext, workflow: Workflow): string | undefined {
  try {
    requireExecutable(ctx, workflow);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** Demands that the user meets or fails; Administrators pass all. */
function demandsOf(ctx: RequestContext): (what: string, of: Demanding) => Part {
  const demands = demandsOn(ctx);
  return (what, of) => {
    if (ctx.principal.isAdministrator) return allowed();
    const evaluated = demands(of);
    return { isAllowed: evaluated.every(isMet), reasons: evaluated.map((demand) => reasonOf(what, demand)) };
  };
}

function reasonOf(what: string, demand: Demand): Reason {
  const { kind, names, metBy } = demand;
  if (kind === 'Permission') {
    const giver = isMet(demand) ? `${metBy.join(', ')} gives it` : 'no role of the user gives it';
    return { Kind: kind, Name: names[0], Text: `${what} needs this permission; ${giver}.` };
  }
  if (isMet(demand)) return { Kind: kind, Name: metBy.join(', '), Text: `${what} is for this role of the user.` };
  return { Kind: kind, Name: names.join(', '), Text: `${what} is for these roles; the user has none of them.` };
}
