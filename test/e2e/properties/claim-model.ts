import type { Claimant, ClaimStatus } from '../../support/claim-fixture.js';
import type { StoredClaim } from '../../support/claim-state.js';
import {
  inScope,
  isWaiting,
  mayRead,
  type ModelClaim,
  type ModelRequest,
  type ModelTask,
  offered,
  openRequest,
  openTasks,
  type Process,
  scopeOf,
  statusOf,
} from './claim-rights.js';

/** A decision that a user makes. */
export interface ModelDecision {
  readonly decision: 'Approve' | 'Reject' | 'Return' | 'Delegate' | 'Recall';
  readonly comment?: string;
  readonly delegate?: Claimant;
}

/** `200`, or status and code of the refusal. */
export type Verdict = string;

const NO_SCOPE = '403 ScopeNone';
const OUT_OF_SCOPE = '403 OutOfScope';
const DECIDED = '409 AlreadyDecided';
const INVALID = '400 Validation';
const DONE = '200';

/** Most times that a task is delegated on. */
const MAX_HOPS = 5;

const STEPS: Readonly<Record<Process, readonly { readonly from: number; readonly approvers: readonly Claimant[] }[]>> =
  {
    Audit: [{ from: 0, approvers: ['eve', 'fay', 'gil'] }],
    Big: [
      { from: 0, approvers: ['cid', 'dot'] },
      { from: 5_000, approvers: ['gil'] },
    ],
  };

/** Verdict of the first checks of a write. @param hidden that of a claim which the user does not read */
function writeVerdict(user: Claimant, claim: ModelClaim, hidden: Verdict): Verdict {
  if (!inScope(user, 'write', claim)) {
    if (hidden === OUT_OF_SCOPE) return scopeOf(user, 'write') === 'None' ? NO_SCOPE : OUT_OF_SCOPE;
    return mayRead(user, claim) ? OUT_OF_SCOPE : hidden;
  }
  return openRequest(claim) ? '423 ApprovalLocked' : DONE;
}

function begin(claim: ModelClaim, request: ModelRequest, step: number): void {
  const { process, requester, tasks } = request;
  const others = (users: readonly Claimant[]): readonly Claimant[] =>
    process === 'Audit' ? users : users.filter((user) => user !== requester);
  const approvers = others(STEPS[process][step - 1].approvers);
  const found = approvers.length > 0 ? approvers : others(['root']);
  request.step = step;
  tasks.push(...(found.length > 0 ? found : (['nobody'] as const)).map((user) => newTask(step, user, 0)));
  claim.notes.push(...found);
}

const newTask = (step: number, user: Claimant | 'nobody', hops: number): ModelTask => {
  return { step, user, state: 'Open', hops };
};

function start(claim: ModelClaim, process: Process, requester: Claimant): void {
  const request: ModelRequest = { id: '', process, requester, state: 'Pending', step: 0, tasks: [], decisions: [] };
  claim.requests.push(request);
  begin(claim, request, 1);
}

/** Starts what a write of a user starts by itself. @param isTouched it changed the amount */
function startAfter(claim: ModelClaim, user: Claimant, isTouched: boolean): void {
  const last = claim.requests.findLast(({ process }) => process === 'Big');
  const isDecided = last?.state === 'Approved' || last?.state === 'Rejected';
  if (claim.amount >= 1_000 && !openRequest(claim) && (isTouched || !isDecided)) start(claim, 'Big', user);
}

function take(claim: ModelClaim, to: ClaimStatus): void {
  claim.history.push(to);
  claim.version++;
}

/** Inserts a claim. @returns undefined where the user may not */
export function insert(user: Claimant, amount: number): ModelClaim | undefined {
  if (scopeOf(user, 'write') === 'None') return undefined;
  const claim: ModelClaim = {
    owner: user,
    amount,
    version: 1,
    history: ['Draft'],
    requests: [],
    closings: [],
    notes: [],
  };
  startAfter(claim, user, true);
  return claim;
}

/** Changes the amount, and a note so that something changes. @param amount undefined: only a line of it is changed */
export function edit(user: Claimant, claim: ModelClaim, amount?: number): Verdict {
  const verdict = writeVerdict(user, claim, OUT_OF_SCOPE);
  if (verdict !== DONE || amount === undefined) return verdict;
  const isTouched = amount !== claim.amount;
  claim.amount = amount;
  claim.version++;
  startAfter(claim, user, isTouched);
  return DONE;
}

export function move(user: Claimant, claim: ModelClaim, to: ClaimStatus): Verdict {
  const verdict = writeVerdict(user, claim, '404 NotFound');
  if (verdict !== DONE) return verdict;
  if (isWaiting(claim)) return '423 ApprovalLocked';
  const transition = offered(claim, user).find((each) => each.to === to);
  if (!transition) return '400 TransitionNotAllowed';
  if (!transition.isValid(claim.amount)) return '400 ValidatorFailed';
  take(claim, to);
  startAfter(claim, user, false);
  return DONE;
}

/** Starts an approval by hand. */
export function submit(user: Claimant, claim: ModelClaim, process?: Process): Verdict {
  if (scopeOf(user, 'request') === 'None') return NO_SCOPE;
  if (!mayRead(user, claim)) return '404 NotFound';
  if (!inScope(user, 'request', claim)) return OUT_OF_SCOPE;
  const fitting = (['Audit', 'Big'] as const).filter((name) => name === 'Audit' || claim.amount >= 1_000);
  const chosen = process === undefined ? (fitting.length === 1 ? fitting[0] : undefined) : process;
  if (chosen === undefined || !fitting.includes(chosen)) return INVALID;
  if (openRequest(claim)) return '409 Conflict';
  start(claim, chosen, user);
  return DONE;
}

/** Decides about a request of a claim. @param request undefined: one that does not exist */
export function decide(
  user: Claimant,
  claim: ModelClaim,
  request: ModelRequest | undefined,
  written: ModelDecision,
): Verdict {
  const verdict = decisionVerdict(user, request, written);
  if (verdict !== DONE) return verdict;
  request!.decisions.push(`${user} ${written.decision}`);
  apply(user, claim, request!, written);
  return DONE;
}

function decisionVerdict(user: Claimant, request: ModelRequest | undefined, written: ModelDecision): Verdict {
  if (written.decision === 'Recall') return recallVerdict(user, request);
  if (scopeOf(user, 'decision') === 'None') return NO_SCOPE;
  if (!request?.tasks.some((task) => task.user === user)) return OUT_OF_SCOPE;
  const [task] = openTasks(request, user);
  if (request.state !== 'Pending' || !task) return DECIDED;
  return isComplete(written, request, task) ? DONE : INVALID;
}

function recallVerdict(user: Claimant, request: ModelRequest | undefined): Verdict {
  if (!request || (request.requester !== user && user !== 'root')) return OUT_OF_SCOPE;
  return request.state === 'Pending' || (user === 'root' && request.blocks) ? DONE : DECIDED;
}

function isComplete({ decision, comment, delegate }: ModelDecision, request: ModelRequest, task: ModelTask): boolean {
  if (decision === 'Return') return comment !== undefined;
  return decision !== 'Delegate' || (mayTake(delegate, request) && task.hops < MAX_HOPS);
}

const mayTake = (user: Claimant | undefined, { requester, tasks, step }: ModelRequest): boolean =>
  user !== undefined &&
  user !== requester &&
  scopeOf(user, 'decision') !== 'None' &&
  !tasks.some((task) => task.step === step && task.user === user);

function apply(user: Claimant, claim: ModelClaim, request: ModelRequest, { decision, delegate }: ModelDecision): void {
  const [task] = openTasks(request, user);
  switch (decision) {
    case 'Approve':
      task.state = 'Approved';
      return advance(claim, request);
    case 'Delegate':
      task.state = 'Delegated';
      request.tasks.push(newTask(task.step, delegate!, task.hops + 1));
      return void claim.notes.push(delegate!);
    case 'Reject':
      task.state = 'Rejected';
      return close(claim, request, 'Rejected', 'Void');
    case 'Return':
      task.state = 'Returned';
      request.blocks = true;
      return close(claim, request, 'Returned', 'Draft');
    case 'Recall':
      request.blocks = user !== 'root';
      close(claim, request, 'Recalled');
      if (user === request.requester) claim.notes.pop();
  }
}

/** Ends a step whose rule is met: all of Check, one of Pay, two of Audit. */
function advance(claim: ModelClaim, request: ModelRequest): void {
  const { process, step, tasks } = request;
  const ofStep = tasks.filter((task) => task.step === step && task.state !== 'Delegated');
  const approvals = ofStep.filter(({ state }) => state === 'Approved').length;
  const needed = process === 'Audit' ? 2 : step === 1 ? ofStep.length : 1;
  if (approvals < needed) return;
  for (const task of ofStep) if (task.state === 'Open') task.state = 'Closed';
  const next = STEPS[process].findIndex(({ from }, i) => i >= step && claim.amount >= from);
  if (next > 0) begin(claim, request, next + 1);
  else close(claim, request, 'Approved', 'Submitted');
}

/** @param moveTo status that the claim takes where a transition lets it */
function close(claim: ModelClaim, request: ModelRequest, state: ModelRequest['state'], moveTo?: ClaimStatus): void {
  for (const task of request.tasks) if (task.state === 'Open') task.state = 'Closed';
  request.state = state;
  claim.closings.push(request);
  claim.notes.push(request.requester);
  const transition = offered(claim, undefined).find(({ to }) => to === moveTo);
  if (transition?.isValid(claim.amount)) take(claim, transition.to);
}

/** The claim as it has to be stored. */
export function expectedClaim(claim: ModelClaim): StoredClaim {
  const requests = claim.requests.map(({ tasks, blocks: _blocks, ...request }) => {
    const texts = tasks.map(({ step, user, state, hops }) => `${step} ${user} ${state} ${hops}`);
    return { ...request, tasks: texts.toSorted() };
  });
  const { amount, version, history } = claim;
  const lock = openRequest(claim)?.id ?? null;
  return { status: statusOf(claim), amount, version, lock, history, requests, notes: claim.notes.toSorted() };
}
