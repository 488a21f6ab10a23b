import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import {
  CLAIM_PROCESS,
  CLAIM_STATUS,
  CLAIMANT,
  type Claimant,
  type ClaimIds,
  type ClaimStatus,
} from '../../support/claim-fixture.js';
import { type Answer, byId, type Caller } from '../../support/test-app.js';
import type { ModelDecision } from './claim-model.js';

export const CLAIMANTS = Object.keys(CLAIMANT) as readonly Claimant[];

/** A user, or one who has to do with the claim. */
export type Who = Claimant | 'owner' | 'assignee' | 'requester';

/** Members name claims by number, modulo those that there are. */
export type Action =
  | { readonly kind: 'insert'; readonly who: Who; readonly amount: number }
  | { readonly kind: 'edit'; readonly who: Who; readonly claim: number; readonly amount: number }
  | { readonly kind: 'editLine'; readonly who: Who; readonly claim: number }
  | { readonly kind: 'move'; readonly who: Who; readonly claim: number; readonly to: ClaimStatus }
  | { readonly kind: 'bulkMove'; readonly who: Who; readonly claim: number; readonly to: ClaimStatus }
  | { readonly kind: 'submit'; readonly who: Who; readonly claim: number; readonly process?: 'Audit' | 'Big' }
  | ({ readonly kind: 'decide'; readonly who: Who; readonly claim: number } & ModelDecision);

const user = fc.constantFrom(...CLAIMANTS);
const oneOf = (...names: readonly Who[]): fc.Arbitrary<Who> =>
  fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 3 }, { arbitrary: user, weight: 1 });

const claim = fc.nat(19);
const toStatus = fc.constantFrom<ClaimStatus>('Draft', 'Submitted', 'Submitted', 'Settled', 'Void');
const amount = fc.constantFrom(0, 10, 999, 1_000, 1_000, 5_000, 9_000);
const decision = fc.constantFrom<ModelDecision['decision']>(
  ...(['Approve', 'Approve', 'Approve', 'Delegate', 'Return', 'Reject'] as const),
);
const comment = fc.constantFrom('Why?', 'Why?', undefined);

const ACTION: fc.Arbitrary<Action> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('insert' as const), who: user, amount }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), who: oneOf('owner'), claim, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('editLine' as const), who: oneOf('owner'), claim }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), who: oneOf('owner', 'gil'), claim, to: toStatus }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('bulkMove' as const), who: oneOf('gil', 'root'), claim, to: toStatus }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      who: oneOf('owner', 'gil', 'root'),
      claim,
      process: fc.constantFrom('Audit' as const, 'Audit' as const, 'Big' as const, undefined),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who: oneOf('assignee'),
      claim,
      decision,
      comment,
      delegate: user,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who: oneOf('requester'),
      claim,
      decision: fc.constant('Recall' as const),
      comment,
    }),
  },
);

/** Sequences of actions that begin with two claims. */
export const actions = (length: number): fc.Arbitrary<readonly Action[]> =>
  fc
    .tuple(amount, amount, fc.array(ACTION, { minLength: length, maxLength: length }))
    .map(([first, second, rest]) => [
      { kind: 'insert', who: 'amy', amount: first },
      { kind: 'insert', who: 'cid', amount: second },
      ...rest,
    ]);

/** An action that does not insert. */
export const laterAction = ACTION.filter((each) => each.kind !== 'insert');

/** The claim that an action is about, as its users know it. */
export interface Target extends ClaimIds {
  readonly owner: Claimant;
  /** The open request, else any. */
  readonly request?: { readonly id: string; readonly requester: Claimant; readonly assignees: readonly Claimant[] };
}

/** The user who acts; Administrators act for those that there are not. */
export function actorOf(who: Who, target: Target | undefined): Claimant {
  if (who !== 'owner' && who !== 'requester' && who !== 'assignee') return who;
  const { owner, request } = target ?? {};
  return { owner, requester: request?.requester, assignee: request?.assignees[0] }[who] ?? 'root';
}

let notes = 0;

/** Sends an action. @param targets its claims; a bulk move has several, an insert none */
export function send(caller: Caller, action: Action, targets: readonly Target[]): Promise<Answer> {
  const [target] = targets;
  switch (action.kind) {
    case 'insert':
      return caller.insert('Claim', { Amount: action.amount, ClaimLines: [{ Text: 'one' }] });
    case 'edit':
      return caller.update('Claim', { Amount: action.amount, Note: `note ${++notes}` }, byId(target.id));
    case 'editLine':
      return caller.update('Line', { Text: `note ${++notes}` }, byId(target.line));
    case 'move':
      return caller.send('PUT', `/status/update?recordId=${target.recordId}&nextStatusId=${CLAIM_STATUS[action.to]}`);
    case 'bulkMove':
      return sendBulkMove(caller, action.to, targets);
    case 'submit':
      return sendStart(caller, target, action.process);
    case 'decide':
      return sendDecision(caller, target, action);
  }
}

const sendBulkMove = (caller: Caller, to: ClaimStatus, targets: readonly Target[]): Promise<Answer> =>
  caller.send('POST', '/status/bulk-update', {
    RecordIds: targets.map(({ recordId }) => recordId),
    NextStatusId: CLAIM_STATUS[to],
  });

const sendStart = (caller: Caller, { recordId }: Target, process?: keyof typeof CLAIM_PROCESS): Promise<Answer> =>
  caller.insert('ApprovalRequest', { RecordId: recordId, ...(process && { ProcessId: CLAIM_PROCESS[process] }) });

/** Decides about the request of a claim, or about one that does not exist. */
function sendDecision(caller: Caller, { request }: Target, written: ModelDecision): Promise<Answer> {
  const { decision: Decision, comment: Comment, delegate } = written;
  return caller.insert('ApprovalDecision', {
    ApprovalRequestId: request?.id ?? randomUUID(),
    Decision,
    ...(Comment !== undefined && { Comment }),
    ...(delegate && Decision === 'Delegate' && { DelegateToUserId: CLAIMANT[delegate] }),
  });
}

/** An answer as the model tells it: `200`, or status and code of the first fault. */
export const verdictOf = ({ status, body }: Answer): string =>
  status === 200 ? '200' : `${status} ${String(body.ErrorDetails[0]?.Code)}`;

/** Verdicts of the records of a bulk move. */
export const conditionResultsOf = ({ body }: Answer): readonly string[] =>
  body.Result.map((each: { StatusCode: string; ErrorDetails: readonly { Code: string }[] }) =>
    each.StatusCode === '200' ? '200' : `${each.StatusCode} ${each.ErrorDetails[0].Code}`,
  );
