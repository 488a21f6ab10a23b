import { CASE, CaseApp } from '../../../support/case-fixture.js';
import { type Answer, match, type Row, where } from '../../../support/test-app.js';

/** A case under approval. */
interface Approved {
  readonly id: string;
  readonly recordId: string;
  readonly requestId: string;
}

const DECISIONS = [
  ['Approve', 'Approved'],
  ['Reject', 'Rejected'],
  ['Return', 'Returned'],
] as const;

const STATUSES = { Open: CASE.open, Review: CASE.review, Done: CASE.done, Void: CASE.void } as const;
type Target = keyof typeof STATUSES;

// Requirement: R183
// See docs/approvals.md#outcomes
describe('the move that follows an outcome', () => {
  let cases: CaseApp;
  const processes = new Map<string, string>();
  beforeAll(async () => {
    cases = await CaseApp.open();
    const root = cases.as('root');
    const scopes = { Create: 'Own', Read: 'Own', Update: 'None', Delete: 'None' };
    const RoleId = match('Name', 'Guest');
    await root.inserted('RoleAccess', { RoleId, EntityName: 'ApprovalDecision', ...scopes });
    const Steps = [{ Name: 'Look', Approvers: { Users: ['gus'] }, Rule: 'Any' }];
    for (const MoveTo of Object.keys(STATUSES)) {
      const effects = { OnApproved: { MoveTo }, OnRejected: { MoveTo }, OnReturned: { MoveTo } };
      const process = { Name: `To ${MoveTo}`, EntityName: 'Case', StartMode: 'Manual', Steps, ...effects };
      processes.set(MoveTo, await root.inserted('ApprovalProcess', process));
    }
  });
  afterAll(() => cases.close());

  /** A case of ann's in a status; gus decides and may update nothing. */
  const approved = async (target: Target, fields: Row, statusId: string): Promise<Approved> => {
    const made = await cases.record('Case', fields, statusId);
    const request = { RecordId: made.recordId, ProcessId: processes.get(target) };
    return { ...made, requestId: await cases.as('root').inserted('ApprovalRequest', request) };
  };
  const decide = (ApprovalRequestId: string, Decision: string): Promise<Answer> =>
    cases.as('gus').insert('ApprovalDecision', { ApprovalRequestId, Decision, Comment: 'So be it.' });

  /** Lock, states of the request and its tasks, status, version, and statuses of the history. */
  const stateOf = async ({ id, recordId, requestId }: Approved): Promise<Row> => {
    const root = cases.as('root');
    const { body } = await root.select('Case', { WhereClause: where('Id', 3, id), LoadRecordInfo: true });
    const [{ StatusId, RowVersion, RecordInfo }] = body.Result;
    const tasks = await root.select('ApprovalTask', { WhereClause: where('RequestId', 3, requestId) });
    return {
      lock: RecordInfo.ApprovalRequestId,
      request: (await root.row('ApprovalRequest', requestId)).State,
      openTasks: tasks.body.Result.filter(({ State }: Row) => State === 'Open').length,
      StatusId,
      RowVersion,
      history: (await cases.history(recordId)).map(({ ToStatusId }: Row) => ToStatusId),
    };
  };
  const closed = (request: string, StatusId: string, history: readonly string[]): Row => {
    return { lock: null, request, openTasks: 0, StatusId, RowVersion: history.length, history };
  };

  it.each<[string, Row, string, Target, string]>([
    ['there is no such transition', {}, CASE.fresh, 'Review', 'The record cannot move from Fresh to Review.'],
    ['the record stands in a final status', {}, CASE.done, 'Void', 'The record cannot move from Done to Void.'],
    ['filters do not hold', {}, CASE.review, 'Open', 'The record cannot move from Review to Open.'],
    ['a validator does not hold', { Amount: '5000' }, CASE.open, 'Void', 'Too much to cancel.'],
    ['a validator in code refuses', { Title: 'no' }, CASE.open, 'Review', 'The judge refuses.'],
    ['a required field is missing', {}, CASE.fresh, 'Open', 'JudgeId is required for this status.'],
    ['a hook of the entity refuses', { Title: 'big' }, CASE.fresh, 'Done', 'A big case is never done.'],
  ])('does not happen when %s: the decision stands, and Log says why', async (_, ...[fields, from, to, reason]) => {
    for (const [decision, state] of DECISIONS) {
      const of = await approved(to, fields, from);
      const since = await cases.app.mark();
      const { status, body } = await decide(of.requestId, decision);
      const line = `Case ${of.id} was not moved to ${to}: ${reason}`;
      expect([status, body.Errors, body.Log]).toEqual([200, [], [line]]);
      expect(await stateOf(of)).toEqual(closed(state, from, [CASE.fresh]));
      expect(await cases.app.changes(since)).not.toEqual(expect.arrayContaining(['Update Case']));
    }
  });

  it('takes a transition whatever its roles and permission, in spite of the lock', async () => {
    for (const [decision, state] of DECISIONS) {
      const of = await approved('Done', {}, CASE.review);
      expect((await decide(of.requestId, decision)).body.Errors).toEqual([]);
      expect(await stateOf(of)).toEqual(closed(state, CASE.done, [CASE.fresh, CASE.done]));
    }
  });

  it('leaves a record that stands there already where it is, without a line', async () => {
    const of = await approved('Open', {}, CASE.open);
    expect((await decide(of.requestId, 'Approve')).body.Log).toEqual([]);
    expect(await stateOf(of)).toEqual(closed('Approved', CASE.open, [CASE.fresh]));
  });

  it('is judged for each of several records decided together', async () => {
    const amounts = ['5', '5000', '7'];
    const all = await Promise.all(amounts.map((Amount) => approved('Void', { Amount }, CASE.open)));
    const { body } = await cases.as('gus').send('POST', '/records/bulk-insert', {
      EntityName: 'ApprovalDecision',
      Fields: ['ApprovalRequestId', 'Decision'],
      Values: all.map(({ requestId }) => [requestId, 'Approve']),
    });
    expect([body.Result.Inserted, body.Log]).toEqual([
      3,
      [`Case ${all[1].id} was not moved to Void: Too much to cancel.`],
    ]);
    const moved = closed('Approved', CASE.void, [CASE.fresh, CASE.void]);
    expect(await Promise.all(all.map(stateOf))).toEqual([moved, closed('Approved', CASE.open, [CASE.fresh]), moved]);
  });
});
