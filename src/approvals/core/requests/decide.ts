import type { Fault } from '#core/errors.js';
import type {
  ApprovalDecisionName,
  ApprovalRequestState,
  ApprovalTaskState,
} from '#core/catalogue/approval-entities.js';
import type { ApprovalOutcome, ApprovalRule } from '#core/catalogue/approval-process.js';

/** Most times that a task is delegated on. */
export const MAX_HOPS = 5;

/** A task of a request that is decided. */
export interface DecidedTask {
  readonly id: string;
  /** Sequence of its step. */
  readonly step: number;
  /** Null: nobody was found. */
  readonly assigneeId: string | null;
  /** Assignees before a reassignment. */
  readonly formerAssignees: readonly string[];
  readonly state: ApprovalTaskState;
  /** Number of delegations that led to it. */
  readonly hops: number;
  /** The step was escalated to its assignee. */
  readonly isEscalated: boolean;
  /** The assignee is no approver of the step any more. */
  readonly isFormer: boolean;
}

/** A request as a decision finds it. */
export interface DecidedRequest {
  readonly state: ApprovalRequestState;
  readonly requestedBy: string | null;
  /** It was returned or recalled, and its record waits for an approval. */
  readonly blocksMoves: boolean;
  readonly allowsSelfApproval: boolean;
  /** Sequence and rule of the step under way. */
  readonly step: number;
  readonly rule: ApprovalRule;
  /** The tasks of all its steps so far. */
  readonly tasks: readonly DecidedTask[];
}

/** The user whom a decision delegates to. */
export interface Delegate {
  readonly id: string;
  /** The user exists, is active and may create decisions. */
  readonly mayDecide: boolean;
}

/** A decision as it was written. */
export interface WrittenDecision {
  readonly decision: ApprovalDecisionName;
  readonly comment: string | null;
  readonly delegate: Delegate | null;
}

/** The user who wrote the decision. */
export interface Decider {
  readonly id: string;
  readonly isAdministrator: boolean;
}

/** Changes that a decision causes. */
export interface DecisionEffect {
  /** New states by Id of the task. */
  readonly tasks: ReadonlyMap<string, ApprovalTaskState>;
  /** A new task for another user, in place of this one. */
  readonly delegation?: { readonly taskId: string; readonly userId: string };
  /** The step is complete: the next one begins, or the request is approved. */
  readonly completesStep: boolean;
  /** State in which the request closes. */
  readonly closes?: Exclude<ApprovalOutcome, 'Approved'> | 'Recalled';
}

/** A decision either has an effect or is refused. */
export type DecisionResult = DecisionEffect | { readonly refusal: Fault };

const OUT_OF_SCOPE: Fault = { code: 'OutOfScope', message: 'This request does not wait for your decision.' };

const NO_APPROVER: Fault = {
  code: 'OutOfScope',
  message: 'You are no approver of this step any more; an Administrator may reassign the task.',
};

const refuse = (code: Fault['code'], message: string, fieldName?: string): { readonly refusal: Fault } => ({
  refusal: { code, message, ...(fieldName !== undefined && { fieldName }) },
});

/** The request is closed, or the caller's task of it is. */
const alreadyDecided = (message: string): { readonly refusal: Fault } => refuse('AlreadyDecided', message);

/**
 * Evaluates a decision and tells what it changes (docs/approvals.md#decisions). The request is locked, so nothing changes
 * between the two.
 * @param request undefined: there is none, which callers cannot tell from one that does not concern them
 */
export function decide(
  request: DecidedRequest | undefined,
  decider: Decider,
  written: WrittenDecision,
): DecisionResult {
  if (!request) return { refusal: OUT_OF_SCOPE };
  if (written.decision === 'Recall') return recall(request, decider, written);
  const own = request.tasks.filter((task) => task.state === 'Open' && task.assigneeId === decider.id);
  return (
    mayNotDecide(request, decider, own) ??
    effectOf(
      request,
      decider,
      { ...written, decision: written.decision },
      own.filter(({ isFormer }) => !isFormer),
    )
  );
}

/** Refusal of every decision by this user. @param own their open tasks */
function mayNotDecide(
  { tasks, state, requestedBy, allowsSelfApproval }: DecidedRequest,
  decider: Decider,
  own: readonly DecidedTask[],
): DecisionResult | undefined {
  if (!tasks.some((task) => hasHad(task, decider.id))) return { refusal: OUT_OF_SCOPE };
  if (state !== 'Pending') return isClosed(state);
  if (own.length === 0) return alreadyDecided('You have no open task of this request any more.');
  if (own.every(({ isFormer }) => isFormer)) return { refusal: NO_APPROVER };
  if (requestedBy !== decider.id || allowsSelfApproval) return undefined;
  return refuse('OutOfScope', 'You requested this approval: others decide about it.');
}

function effectOf(
  request: DecidedRequest,
  decider: Decider,
  written: WrittenDecision & { readonly decision: Exclude<ApprovalDecisionName, 'Recall'> },
  own: readonly DecidedTask[],
): DecisionResult {
  if (written.decision !== 'Delegate' && written.delegate) return isNoDelegation(written);
  switch (written.decision) {
    case 'Approve':
      return approve(request, own);
    case 'Reject':
      return close(request, own, 'Rejected');
    case 'Return':
      if (isBlank(written.comment)) return refuse('Validation', 'Return needs a Comment.', 'Comment');
      return close(request, own, 'Returned');
    case 'Delegate':
      return delegate(request, decider, own[0], written.delegate);
  }
}

/** The caller names a delegate, but decides otherwise. */
const isNoDelegation = ({ decision }: WrittenDecision): { readonly refusal: Fault } =>
  refused(`DelegateToUserId is only allowed with the Decision Delegate, not with ${decision}.`);

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

const hasHad = ({ assigneeId, formerAssignees }: DecidedTask, userId: string): boolean =>
  assigneeId === userId || formerAssignees.includes(userId);

const isClosed = (state: ApprovalRequestState): { readonly refusal: Fault } =>
  alreadyDecided(`The request is closed: ${state}.`);

function recall(
  { state, requestedBy, blocksMoves, tasks }: DecidedRequest,
  decider: Decider,
  written: WrittenDecision,
): DecisionResult {
  if (requestedBy !== decider.id && !decider.isAdministrator) return { refusal: OUT_OF_SCOPE };
  // The recall of an Administrator releases a record that waits after a return or a recall.
  if (state !== 'Pending' && !(blocksMoves && decider.isAdministrator)) return isClosed(state);
  if (written.delegate) return isNoDelegation(written);
  return { tasks: closedTasks(tasks, []), completesStep: false, closes: 'Recalled' };
}

/** The other open tasks are closed. */
function closedTasks(tasks: readonly DecidedTask[], own: readonly DecidedTask[]): Map<string, ApprovalTaskState> {
  const open = tasks.filter((task) => task.state === 'Open' && !own.includes(task));
  return new Map(open.map(({ id }) => [id, 'Closed']));
}

function close(
  { tasks }: DecidedRequest,
  own: readonly DecidedTask[],
  state: Exclude<ApprovalOutcome, 'Approved'>,
): DecisionEffect {
  const states = closedTasks(tasks, own);
  for (const { id } of own) states.set(id, state);
  return { tasks: states, completesStep: false, closes: state };
}

function approve(request: DecidedRequest, own: readonly DecidedTask[]): DecisionEffect {
  const completesStep = isMet(request, own);
  const states = completesStep ? closedTasks(request.tasks, own) : new Map<string, ApprovalTaskState>();
  for (const { id } of own) states.set(id, 'Approved');
  return { tasks: states, completesStep };
}

/**
 * Counts users, since a reassignment may give one user two tasks. A delegated task is replaced by that of the delegate; one that
 * is closed while its step is open belonged to a former approver. One
 * approval by a user to whom the step was escalated is enough.
 */
function isMet({ tasks, step, rule }: DecidedRequest, own: readonly DecidedTask[]): boolean {
  if (own.some(({ isEscalated }) => isEscalated)) return true;
  const isCounted = ({ state, isEscalated }: DecidedTask): boolean =>
    !['Delegated', 'Closed'].includes(state) && !isEscalated;
  const counted = tasks.filter((task) => task.step === step && isCounted(task));
  const assignees = new Set(counted.map(({ assigneeId }) => assigneeId));
  const approving = counted.filter((task) => task.state === 'Approved' || own.includes(task));
  const approvals = new Set(approving.map(({ assigneeId }) => assigneeId)).size;
  if (rule === 'Any') return approvals > 0;
  return approvals >= (rule === 'All' ? assignees.size : Math.min(rule.count, assignees.size));
}

const refused = (message: string): { readonly refusal: Fault } => refuse('Validation', message, 'DelegateToUserId');

function delegate(
  { tasks, requestedBy, step }: DecidedRequest,
  decider: Decider,
  task: DecidedTask,
  to: Delegate | null,
): DecisionResult {
  if (to === null) return refused('Delegate needs DelegateToUserId.');
  if (to.id === decider.id) return refused('DelegateToUserId: you cannot delegate to yourself.');
  if (to.id === requestedBy) return refused('DelegateToUserId: the requester cannot decide.');
  if (!to.mayDecide) return refused('DelegateToUserId: there is no such active user who may create decisions.');
  if (tasks.some((each) => each.step === step && hasHad(each, to.id)))
    return refused('DelegateToUserId: this user has had a task of this step.');
  if (task.hops >= MAX_HOPS) return refused(`A task is delegated at most ${MAX_HOPS} times.`);
  return {
    tasks: new Map([[task.id, 'Delegated']]),
    delegation: { taskId: task.id, userId: to.id },
    completesStep: false,
  };
}
