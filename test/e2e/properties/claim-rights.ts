import { CLAIM_ROLES, type Claimant, type ClaimStatus } from '../../support/claim-fixture.js';

export type Process = 'Audit' | 'Big';

export interface ModelTask {
  readonly step: number;
  readonly user: Claimant | 'nobody';
  state: 'Open' | 'Approved' | 'Rejected' | 'Returned' | 'Delegated' | 'Closed';
  readonly hops: number;
}

export interface ModelRequest {
  /** Empty until the test has learned it. */
  id: string;
  readonly process: Process;
  readonly requester: Claimant;
  state: 'Pending' | 'Approved' | 'Rejected' | 'Returned' | 'Recalled';
  step: number;
  readonly tasks: ModelTask[];
  readonly decisions: string[];
  /** The claim waits for an approval since the request was closed. */
  blocks?: boolean;
}

/** A claim with what belongs to it. */
export interface ModelClaim {
  readonly owner: Claimant;
  amount: number;
  version: number;
  readonly history: ClaimStatus[];
  readonly requests: ModelRequest[];
  /** Requests that were closed, in that order. */
  readonly closings: ModelRequest[];
  readonly notes: Claimant[];
}

type Right = 'write' | 'read' | 'request' | 'decision';

/** Scope of a user; root is an Administrator. */
export function scopeOf(user: Claimant, right: Right): 'None' | 'Own' | 'All' {
  const role = Object.values(CLAIM_ROLES).find(({ users }) => (users as readonly Claimant[]).includes(user));
  return role?.[right] ?? 'All';
}

export const inScope = (user: Claimant, right: Right, { owner }: ModelClaim): boolean =>
  scopeOf(user, right) === 'All' || (scopeOf(user, right) === 'Own' && owner === user);

export const openRequest = ({ requests }: ModelClaim): ModelRequest | undefined =>
  requests.find(({ state }) => state === 'Pending');

/** Open tasks of a user. */
export const openTasks = ({ tasks }: ModelRequest, user: Claimant): readonly ModelTask[] =>
  tasks.filter((task) => task.user === user && task.state === 'Open');

/** The user has an open task of a request for the claim. */
const isAssigned = (user: Claimant, claim: ModelClaim): boolean =>
  claim.requests.some((request) => openTasks(request, user).length > 0);

/** The user reads the claim: it is in scope, or assigned. @param right read, or request for its requests */
export const mayRead = (user: Claimant, claim: ModelClaim, right: 'read' | 'request' = 'read'): boolean =>
  inScope(user, right, claim) || (scopeOf(user, right) !== 'None' && isAssigned(user, claim));

/** A transition of claims; `may` tells who may use it. */
interface ModelTransition {
  readonly name: string;
  readonly from: ClaimStatus | '*';
  readonly to: ClaimStatus;
  readonly may: readonly Claimant[] | 'all';
  readonly isShown: (amount: number) => boolean;
  readonly isValid: (amount: number) => boolean;
}

const always = (): boolean => true;
const TRANSITIONS: readonly ModelTransition[] = [
  { name: 'Submit', from: 'Draft', to: 'Submitted', may: 'all', isShown: always, isValid: (amount) => amount > 0 },
  {
    name: 'Settle',
    from: 'Submitted',
    to: 'Settled',
    may: ['root', 'gil'],
    isShown: (amount) => amount < 8_000,
    isValid: always,
  },
  { name: 'Withdraw', from: 'Submitted', to: 'Draft', may: 'all', isShown: always, isValid: always },
  { name: 'Cancel', from: '*', to: 'Void', may: ['root', 'amy', 'ben', 'gil'], isShown: always, isValid: always },
];

export const statusOf = ({ history }: ModelClaim): ClaimStatus => history.at(-1)!;

const isFinal = (status: ClaimStatus): boolean => status === 'Settled' || status === 'Void';

/** Transitions of which filters and roles let the user use them. @param user undefined: the service, which needs no role */
export function offered(claim: ModelClaim, user: Claimant | undefined): readonly ModelTransition[] {
  const status = statusOf(claim);
  return TRANSITIONS.filter(({ from, to, may, isShown }) => {
    const leaves = from === '*' ? to !== status && !isFinal(status) : from === status;
    return leaves && isShown(claim.amount) && (user === undefined || may === 'all' || may.includes(user));
  });
}

/** Names of the moves that the status page offers to a reader. */
export function availableMoves(user: Claimant, claim: ModelClaim): readonly string[] {
  if (!inScope(user, 'write', claim) || openRequest(claim) || isWaiting(claim)) return [];
  const moves = offered(claim, user).filter(({ isValid }) => isValid(claim.amount));
  return moves.map(({ name }) => name);
}

/** The claim cannot be moved: it was returned, or recalled by its requester, and not approved since. */
export const isWaiting = ({ closings }: ModelClaim): boolean =>
  closings.findLast(({ state }) => state !== 'Rejected')?.blocks ?? false;
