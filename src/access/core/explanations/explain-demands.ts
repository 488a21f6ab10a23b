import type { RequestContext } from '#core/context/context.js';
import { type Demand, type Demanding, demandsOn, isMet } from '#core/rights/demands.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Lifecycle, Transition } from '#core/catalogue/lifecycle.js';
import type { AvailableMoves } from '#lifecycle/core/moves/available.js';
import { requireExecutable } from '#automation/core/workflows/executable.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import {
  allowed,
  disallowed,
  reason,
  rule,
  sentence,
  type Obstacle,
  type Part,
  type Reason,
  type ReasonCode,
  type Sentence,
} from '#core/rights/reason.js';

/** Kinds of definitions that demand roles and permissions. */
type What = 'Transition' | 'Workflow';

/** Transitions that lead out of the status of a record, and what decides about each. */
export function byMoves(
  ctx: RequestContext,
  { name, lifecycle }: { readonly name: string; readonly lifecycle?: Lifecycle },
  moves: AvailableMoves | undefined,
): Part {
  if (!lifecycle) return disallowed(rule(name, sentence('NoLifecycle', { EntityName: name })));
  if (!moves) return allowed();
  const demands = demandsOf(ctx);
  const explained = [
    ...moves.open.map((transition) => ({ transition, faults: [], isHidden: false })),
    ...moves.blocked.map((blocked) => ({ ...blocked, isHidden: false })),
    ...moves.hidden.map((transition) => ({ transition, faults: [FILTERS_FAIL], isHidden: true })),
  ].map(({ transition, faults, isHidden }): Part => {
    const ofCaller = demands('Transition', transition);
    const ToStatusName = lifecycle.statuses.get(transition.toStatusId)?.name ?? transition.toStatusId;
    const obstacles = [...(ofCaller.isAllowed ? [] : [RIGHTS_MISSING]), ...faults.map(obstacleOf)];
    if (obstacles.length === 0)
      return allowed(leads(transition, sentence('TransitionOpen', { ToStatusName })), ...ofCaller.reasons);
    const code = isHidden || !ofCaller.isAllowed ? 'TransitionHidden' : 'TransitionBlocked';
    const closed = { ...sentence(code, { ToStatusName }), ErrorDetails: obstacles };
    return disallowed(leads(transition, closed), ...ofCaller.reasons);
  });
  const from = lifecycle.statuses.get(moves.fromStatusId ?? '')?.name;
  const none = from === undefined ? sentence('NoTransitionHere') : sentence('NoTransition', { FromStatusName: from });
  return oneOf(explained, reason('Transition', lifecycle.name, none));
}

const leads = ({ name }: Transition, where: Sentence): Reason => reason('Transition', name, where);

const obstacleOf = ({ code, message, params }: Fault): Obstacle => ({ Code: code, Message: message, Params: params });

const RIGHTS_MISSING: Obstacle = { Code: 'PermissionRequired', Message: 'A role or permission is missing.' };
const FILTERS_FAIL: Fault = { code: 'TransitionNotAllowed', message: 'Its filters do not hold.' };

/**
 * Manual workflows of an entity, and what decides about the execution of each.
 * @param mayKnow false where workflows that the user may not execute stay unknown
 */
export function byWorkflows(ctx: RequestContext, entityName: string, mayKnow: boolean): Part {
  const demands = demandsOf(ctx);
  const manual = [...ctx.catalogue.automation.workflows.values()].filter(
    (workflow) => workflow.type === 'Manual' && workflow.entityName?.toLowerCase() === entityName.toLowerCase(),
  );
  const explained = manual.map((workflow): Part => {
    const code = workflowCode(ctx, workflow);
    const judged = rule(workflow.name, sentence(code, { WorkflowName: workflow.name }));
    return { isAllowed: code === 'WorkflowOpen', reasons: [judged, ...demands('Workflow', workflow).reasons] };
  });
  const shown = mayKnow ? explained : explained.filter(({ isAllowed }) => isAllowed);
  return oneOf(shown, rule(entityName, sentence('NoWorkflow', { EntityName: entityName })));
}

/** One of the parts must allow. @param none reason where there are no parts */
const oneOf = (parts: readonly Part[], none: Reason): Part => ({
  isAllowed: parts.some(({ isAllowed }) => isAllowed),
  reasons: parts.length === 0 ? [none] : parts.flatMap(({ reasons }) => reasons),
});

function workflowCode(ctx: RequestContext, workflow: Workflow): ReasonCode {
  if (!workflow.isActive) return 'WorkflowInactive';
  try {
    requireExecutable(ctx, workflow);
    return 'WorkflowOpen';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, params } = error.faults[0];
    if (code === 'AdministratorRequired') return 'WorkflowAdministrators';
    return params?.Kind === 'Key' ? 'WorkflowKey' : 'WorkflowRefused';
  }
}

/** Demands that the user meets or fails; Administrators pass all. */
function demandsOf(ctx: RequestContext): (what: What, of: Demanding & { readonly name: string }) => Part {
  const demands = demandsOn(ctx);
  return (what, of) => {
    if (ctx.principal.isAdministrator) return allowed();
    const evaluated = demands(of);
    return { isAllowed: evaluated.every(isMet), reasons: evaluated.map((demand) => reasonOf(what, of.name, demand)) };
  };
}

function reasonOf(what: What, name: string, demand: Demand): Reason {
  const { kind, names, metBy } = demand;
  const demander = { [`${what}Name`]: name };
  if (kind === 'Permission')
    return isMet(demand)
      ? reason(kind, names[0], sentence(`${what}Permission`, { ...demander, RoleNames: metBy }))
      : reason(kind, names[0], sentence(`${what}NoPermission`, demander));
  if (isMet(demand)) return reason(kind, metBy.join(', '), sentence(`${what}Role`, demander));
  return reason(kind, names.join(', '), sentence(`${what}OtherRoles`, demander));
}
