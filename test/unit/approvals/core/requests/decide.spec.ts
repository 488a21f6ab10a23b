import {
  decide,
  MAX_HOPS,
  type DecidedRequest,
  type DecidedTask,
  type DecisionResult,
  type WrittenDecision,
} from '#approvals/core/requests/decide.js';

const ANN = { id: 'ann', isAdministrator: false };
const ADA = { id: 'ada', isAdministrator: true };

const task = (assigneeId: string | null, more: Partial<DecidedTask> = {}): DecidedTask => ({
  id: `task of ${assigneeId ?? 'nobody'}`,
  step: 1,
  assigneeId,
  formerAssignees: [],
  state: 'Open',
  hops: 0,
  isEscalated: false,
  isFormer: false,
  ...more,
});

const request = (more: Partial<DecidedRequest> = {}): DecidedRequest => ({
  state: 'Pending',
  requestedBy: 'rita',
  blocksMoves: false,
  allowsSelfApproval: false,
  step: 1,
  rule: 'Any',
  tasks: [task('ann'), task('bob')],
  ...more,
});

const written = (decision: WrittenDecision['decision'], more: Partial<WrittenDecision> = {}): WrittenDecision => ({
  decision,
  comment: null,
  delegate: null,
  ...more,
});

/** A result as text: its refusal, or what changes. */
function textOf(result: DecisionResult): string {
  if ('refusal' in result) return `${result.refusal.code} ${result.refusal.fieldName ?? ''}`.trim();
  const tasks = [...result.tasks].map(([id, state]) => `${id.replace('task of ', '')} ${state}`).toSorted();
  const then = [
    ...(result.completesStep ? ['next'] : []),
    ...(result.closes ? [result.closes] : []),
    ...(result.delegation ? [`to ${result.delegation.userId}`] : []),
  ];
  return [...tasks, ...then].join(', ');
}

// Requirement: R183
it.each<[rule: string, more: Partial<DecidedRequest>, effect: string]>([
  ['Any', {}, 'ann Approved, bob Closed, next'],
  ['All, the first', { rule: 'All' }, 'ann Approved'],
  ['All, the last', { rule: 'All', tasks: [task('ann'), task('bob', { state: 'Approved' })] }, 'ann Approved, next'],
  [
    'All, behind a delegated task',
    { rule: 'All', tasks: [task('ann'), task('bob', { state: 'Delegated' })] },
    'ann Approved, next',
  ],
  [
    'All, by somebody it was escalated to',
    { rule: 'All', tasks: [task('ann', { isEscalated: true }), task('bob'), task('cas', { isEscalated: true })] },
    'ann Approved, bob Closed, cas Closed, next',
  ],
  [
    'All, escalated to others too',
    { rule: 'All', tasks: [task('ann'), task('bob', { isEscalated: true })] },
    'ann Approved, bob Closed, next',
  ],
  [
    'All, with two tasks, one of them escalated',
    { rule: 'All', tasks: [task('ann'), task('ann', { id: 'second', isEscalated: true }), task('bob')] },
    'ann Approved, bob Closed, second Approved, next',
  ],
  ['All, with a task of nobody', { rule: 'All', tasks: [task('ann'), task(null)] }, 'ann Approved'],
  ['Count 2, the first', { rule: { count: 2 } }, 'ann Approved'],
  [
    'Count 2 of three, the second',
    { rule: { count: 2 }, tasks: [task('ann'), task('bob', { state: 'Approved' }), task('cas')] },
    'ann Approved, cas Closed, next',
  ],
  ['Count above the number of tasks', { rule: { count: 5 }, tasks: [task('ann')] }, 'ann Approved, next'],
  [
    'Count, two tasks of one user',
    { rule: { count: 2 }, tasks: [task('ann'), task('ann', { id: 'second' }), task('bob')] },
    'ann Approved, second Approved',
  ],
  [
    'All, without the approvals of an earlier step',
    {
      rule: 'All',
      step: 2,
      tasks: [task('ann', { step: 2 }), task('bob', { step: 2 }), task('cas', { state: 'Approved' })],
    },
    'ann Approved',
  ],
])('counts approvals by the rule: %s', (_, more, effect) => {
  expect(textOf(decide(request(more), ANN, written('Approve')))).toBe(effect);
});

it('closes the request by one rejection or return, whatever the rule', () => {
  expect(textOf(decide(request({ rule: 'All' }), ANN, written('Reject')))).toBe('ann Rejected, bob Closed, Rejected');
  const returned = decide(request({ rule: 'All' }), ANN, written('Return', { comment: 'Why?' }));
  expect(textOf(returned)).toBe('ann Returned, bob Closed, Returned');
});

it.each([null, '', '  '])('refuses Return with the comment %j', (comment) => {
  expect(textOf(decide(request(), ANN, written('Return', { comment })))).toBe('Validation Comment');
});

// Requirement: R184
it.each<[what: string, found: DecidedRequest | undefined, decider: typeof ANN, refusal: string]>([
  ['an unknown request', undefined, ANN, 'OutOfScope'],
  ['a request of others', request({ tasks: [task('bob')] }), ANN, 'OutOfScope'],
  ['a request of others, to Administrators', request(), ADA, 'OutOfScope'],
  ['a closed request of others', request({ state: 'Approved', tasks: [task('bob')] }), ANN, 'OutOfScope'],
  [
    'a closed request',
    request({ state: 'Approved', tasks: [task('ann', { state: 'Closed' })] }),
    ANN,
    'AlreadyDecided',
  ],
  ['a decided task', request({ tasks: [task('ann', { state: 'Approved' }), task('bob')] }), ANN, 'AlreadyDecided'],
  ['a delegated task', request({ tasks: [task('ann', { state: 'Delegated' })] }), ANN, 'AlreadyDecided'],
  [
    'a task that was reassigned',
    request({ tasks: [task('bob', { formerAssignees: ['ann'] })] }),
    ANN,
    'AlreadyDecided',
  ],
  ['one’s own request', request({ requestedBy: 'ann' }), ANN, 'OutOfScope'],
])('refuses a decision on %s', (_, found, decider, refusal) => {
  for (const decision of ['Approve', 'Reject', 'Return', 'Delegate'] as const)
    expect(textOf(decide(found, decider, written(decision)))).toBe(refusal);
});

it('lets the requester decide where the process allows it', () => {
  const own = request({ requestedBy: 'ann', allowsSelfApproval: true });
  expect(textOf(decide(own, ANN, written('Approve')))).toBe('ann Approved, bob Closed, next');
});

// Requirement: T83
it.each<[who: string, found: DecidedRequest | undefined, decider: typeof ANN, effect: string]>([
  ['the requester', request({ requestedBy: 'ann', tasks: [task('bob')] }), ANN, 'bob Closed, Recalled'],
  ['an Administrator', request(), ADA, 'ann Closed, bob Closed, Recalled'],
  ['an assignee', request(), ANN, 'OutOfScope'],
  ['the requester of a closed request', request({ requestedBy: 'ann', state: 'Rejected' }), ANN, 'AlreadyDecided'],
  [
    'the requester of a request that blocks',
    request({ requestedBy: 'ann', state: 'Returned', blocksMoves: true }),
    ANN,
    'AlreadyDecided',
  ],
  [
    'an Administrator on a request that blocks',
    request({ state: 'Returned', blocksMoves: true, tasks: [] }),
    ADA,
    'Recalled',
  ],
  ['an Administrator on a closed request', request({ state: 'Returned' }), ADA, 'AlreadyDecided'],
  ['an Administrator on an unknown request', undefined, ADA, 'OutOfScope'],
])('answers a recall by %s', (_, found, decider, effect) => {
  expect(textOf(decide(found, decider, written('Recall')))).toBe(effect);
});

// Requirement: T47
it.each<[whom: string, id: string | null, more: Partial<DecidedRequest>, effect: string]>([
  ['another user', 'cas', {}, 'ann Delegated, to cas'],
  ['nobody', null, {}, 'Validation DelegateToUserId'],
  ['oneself', 'ann', {}, 'Validation DelegateToUserId'],
  ['the requester', 'rita', {}, 'Validation DelegateToUserId'],
  ['an assignee of the step', 'bob', {}, 'Validation DelegateToUserId'],
  [
    'a former assignee of the step',
    'cas',
    { tasks: [task('ann', { formerAssignees: ['cas'] })] },
    'Validation DelegateToUserId',
  ],
  [
    'an assignee of an earlier step',
    'cas',
    { step: 2, tasks: [task('ann', { step: 2 }), task('cas', { state: 'Approved' })] },
    'ann Delegated, to cas',
  ],
  ['a fifth user', 'cas', { tasks: [task('ann', { hops: MAX_HOPS - 1 })] }, 'ann Delegated, to cas'],
  ['a sixth user', 'cas', { tasks: [task('ann', { hops: MAX_HOPS })] }, 'Validation DelegateToUserId'],
])('answers a delegation to %s', (_, id, more, effect) => {
  const delegate = id === null ? null : { id, mayDecide: true };
  expect(textOf(decide(request(more), ANN, written('Delegate', { delegate })))).toBe(effect);
});

it.each<[WrittenDecision['decision'], typeof ANN]>([
  ['Approve', ANN],
  ['Reject', ANN],
  ['Return', ANN],
  ['Recall', ADA],
])('refuses a delegate of the decision %s', (decision, decider) => {
  const delegate = { id: 'carl', mayDecide: true };
  expect(textOf(decide(request(), decider, written(decision, { comment: 'x', delegate })))).toBe(
    'Validation DelegateToUserId',
  );
});

it('refuses a delegate who may not decide', () => {
  const delegate = { id: 'cas', mayDecide: false };
  expect(textOf(decide(request(), ANN, written('Delegate', { delegate })))).toBe('Validation DelegateToUserId');
});
