import { ARCHIVE, CASE, CaseApp, LETTER } from '../../../support/case-fixture.js';
import { type Answer, assignments, byId, type Row, where } from '../../../support/test-app.js';
import { available, codes, move } from './statuses.js';

let cases: CaseApp;
beforeAll(async () => void (cases = await CaseApp.open()));
afterAll(() => cases.close());

const messages = ({ body }: Answer): readonly string[] => body.Errors;
const moved = (recordId: string, to: string, user = 'ann', fields?: Row): Promise<Answer> =>
  move(cases.as(user), recordId, to, { body: fields && { Fields: assignments(fields) } });

// Requirement: R164, T43
it('takes the first transition whose conditions hold', async () => {
  const small = await cases.record('Case', { Amount: '50' });
  expect((await moved(small.recordId, CASE.done)).body.Result.TransitionId).toMatch(/72$/);
  const reviewed = await cases.record('Case', { Amount: '500', IsReviewed: true });
  expect((await moved(reviewed.recordId, CASE.done)).body.Result.TransitionId).toMatch(/73$/);
});

// Requirement: R165
it('names every failing validator, and nothing of transitions whose filters fail', async () => {
  const { recordId } = await cases.record('Case', { Amount: '9000' });
  const since = await cases.app.mark();
  const answer = await moved(recordId, CASE.done);
  expect([answer.status, codes(answer), messages(answer)]).toEqual([
    400,
    ['ValidatorFailed', 'ValidatorFailed'],
    ['Nobody has reviewed it.', 'It is too much.'],
  ]);
  expect(answer.body.ErrorDetails[0].RecordId).toBe(recordId);
  expect(await cases.app.changes(since)).toEqual([]);
});

// Requirement: R165, R172
it.each([
  ['a status that no transition leads to from here', CASE.review, 'The record cannot move from Fresh to Review.'],
  ['the present status', CASE.fresh, 'The record cannot move from Fresh to Fresh.'],
  ['a status of another lifecycle', LETTER.sent, 'The lifecycle Cases has no status with this id.'],
  ['an unknown status', '00000000-0000-4000-8000-000000000001', 'The lifecycle Cases has no status with this id.'],
])('refuses %s', async (_, to, message) => {
  const { recordId } = await cases.record('Case');
  const answer = await moved(recordId, to);
  expect([answer.status, codes(answer), messages(answer)]).toEqual([400, ['TransitionNotAllowed'], [message]]);
});

// Requirement: R172
it('moves to the present status by a transition that leads there, and counts the version', async () => {
  const { id, recordId } = await cases.record('Case', {}, CASE.open);
  expect((await moved(recordId, CASE.open)).status).toBe(200);
  expect(await cases.as('ann').row('Case', id)).toMatchObject({ StatusId: CASE.open, RowVersion: 2 });
});

// Requirement: R176
it('takes a transition from any status except its target and final ones', async () => {
  const list = await Promise.all([CASE.fresh, CASE.open, CASE.review].map((from) => cases.record('Case', {}, from)));
  for (const { recordId } of list) expect((await moved(recordId, CASE.void)).status).toBe(200);
  const final = await Promise.all([CASE.void, CASE.done].map((from) => cases.record('Case', {}, from)));
  for (const { recordId } of final) expect(codes(await moved(recordId, CASE.void))).toEqual(['TransitionNotAllowed']);
});

// Requirement: R164
it('judges the record as it will be with the given fields', async () => {
  const { id, recordId } = await cases.record('Case', { Amount: '9000' });
  const answer = await moved(recordId, CASE.done, 'ann', { Amount: '10', Title: 'settled' });
  expect(answer.status).toBe(200);
  expect(await cases.as('ann').row('Case', id)).toMatchObject({ Title: 'settled', StatusId: CASE.done, RowVersion: 2 });
  const other = await cases.record('Case');
  expect(messages(await moved(other.recordId, CASE.void, 'ann', { Amount: '2000' }))).toEqual(['Too much to cancel.']);
});

// Requirement: R163, R164
it('requires fields that the transition requires, which are offered all the same', async () => {
  const judge = await cases.as('ann').inserted('Person', { Name: 'Judy' });
  const { recordId } = await cases.record('Case', { Title: null });
  const { body } = await available(cases.as('ann'), recordId);
  expect(body.Result.ToStatusList[0]).toMatchObject({ Name: 'Start', RequiredFields: ['Title', 'JudgeId'] });
  const answer = await moved(recordId, CASE.open);
  expect(answer.body.ErrorDetails).toEqual([
    expect.objectContaining({ Code: 'FieldRule', FieldName: 'Title', Params: { Rule: 'Required' } }),
    expect.objectContaining({ Code: 'FieldRule', FieldName: 'JudgeId' }),
  ]);
  expect((await moved(recordId, CASE.open, 'ann', { Title: 'x', JudgeId: judge })).status).toBe(200);
});

// Requirement: R164
it.each<[string, string, Row, number, readonly string[]]>([
  ['a read-only field', 'ann', { Number: '7' }, 400, ['Validation']],
  ['an unknown field', 'ann', { Titel: 'x' }, 400, ['UnknownField']],
  ['a computed field', 'ann', { Double: '1' }, 400, ['Validation']],
  ['the status', 'ann', { StatusId: CASE.done }, 400, ['Validation']],
  ['a broken rule of a field', 'ann', { Title: 'x'.repeat(21) }, 400, ['FieldRule']],
  ['a broken rule of the entity', 'ann', { Title: 'sale' }, 400, ['FieldRule']],
  ['a field beyond those that the roles may write', 'tim', { Amount: '1' }, 403, ['PermissionRequired']],
  ['an unknown target', 'ann', { JudgeId: '00000000-0000-4000-8000-000000000001' }, 400, ['Validation']],
  ['children', 'ann', { CaseTasks: { Create: [{}] } }, 400, ['Validation']],
  ['a new record', 'ann', { JudgeId: { Name: 'New' } }, 400, ['Validation']],
])('refuses %s among the fields', async (_, ...[user, fields, status, expected]) => {
  const { recordId } = await cases.record('Case');
  const since = await cases.app.mark();
  const answer = await moved(recordId, CASE.void, user, fields);
  expect([answer.status, codes(answer)]).toEqual([status, expected]);
  expect(await cases.app.changes(since)).toEqual([]);
});

// Requirement: R164
it('needs no StatusId among the writable fields', async () => {
  const { recordId } = await cases.record('Case');
  expect((await moved(recordId, CASE.void, 'tim', { Title: 'typed' })).status).toBe(200);
});

// Requirement: T82
it('judges hooks on the moved record', async () => {
  const { recordId } = await cases.record('Case', { Title: 'big', Amount: '1' });
  const answer = await moved(recordId, CASE.done);
  expect([answer.status, codes(answer), messages(answer)]).toEqual([
    400,
    ['HookRejected'],
    ['A big case is never done.'],
  ]);
});

// Requirement: R162, R164
it('asks for permission and roles', async () => {
  const { recordId } = await cases.record('Case', {}, CASE.review);
  expect(codes(await moved(recordId, CASE.done))).toEqual(['TransitionNotAllowed']);
  expect(codes(await moved(recordId, CASE.open, 'tim'))).toEqual(['TransitionNotAllowed']);
  expect((await moved(recordId, CASE.done, 'tim')).status).toBe(200);
});

// Requirement: R169
it('judges Me as the caller', async () => {
  const { recordId } = await cases.record('Case', {}, CASE.review);
  expect(codes(await moved(recordId, CASE.open, 'root'))).toEqual(['TransitionNotAllowed']);
  expect((await moved(recordId, CASE.open)).status).toBe(200);
});

// Requirement: R166
it('starts the workflow of the transition, or tells in the log why not', async () => {
  const root = cases.as('root');
  const started = await cases.record('Case', {}, CASE.review);
  expect((await moved(started.recordId, CASE.done, 'root')).body.Log).toEqual([]);
  const runs = await root.select('WorkflowRun', { WhereClause: where('RecordId', 'EqualTo', started.recordId) });
  expect(runs.body.Result).toMatchObject([{ WorkflowId: ARCHIVE, RunAs: 'Service', State: 'Running' }]);
  await root.update('Workflow', { IsActive: false }, byId(ARCHIVE));
  const { recordId } = await cases.record('Case', {}, CASE.review);
  const { body } = await moved(recordId, CASE.done, 'root');
  expect(body.Log).toEqual(['Workflow Archive was not started: it is not active.']);
  await root.update('Workflow', { IsActive: true }, byId(ARCHIVE));
});

// Requirement: R171
it('answers 403 without update scope and 412 to a stale version', async () => {
  const { recordId } = await cases.record('Case');
  const refused = await moved(recordId, CASE.void, 'gus');
  expect([refused.status, codes(refused)]).toEqual([403, ['OutOfScope']]);
  const stale = await move(cases.as('ann'), recordId, CASE.void, { headers: { 'If-Match': '"7"' } });
  expect([stale.status, codes(stale)]).toEqual([412, ['VersionMismatch']]);
  const { body } = await available(cases.as('gus'), recordId, { includeBlocked: 'true' });
  expect(body.Result.ToStatusList).toEqual([]);
  expect(body.Result.Blocked.map(({ Reasons }: { Reasons: string[] }) => Reasons[0])).toEqual(
    body.Result.Blocked.map(() => 'You may not update this record.'),
  );
});

describe('validators with hooks in code', () => {
  // Requirement: R165
  it.each([
    ['no', 'The judge refuses.'],
    ['sorry', 'From Open to Review, not sorry.'],
  ])('refuse a case called %s', async (Title, message) => {
    const { recordId } = await cases.record('Case', { Title }, CASE.open);
    const answer = await moved(recordId, CASE.review);
    expect([answer.status, codes(answer), messages(answer)]).toEqual([400, ['ValidatorFailed'], [message]]);
    const { body } = await available(cases.as('ann'), recordId, { includeBlocked: 'true' });
    expect(body.Result.Blocked).toEqual([expect.objectContaining({ Name: 'Escalate', Reasons: [message] })]);
  });

  // Requirement: R164
  it('let other cases pass, in bulk too', async () => {
    const [good, bad] = [
      await cases.record('Case', {}, CASE.open),
      await cases.record('Case', { Title: 'no' }, CASE.open),
    ];
    const body = { RecordIds: [bad.recordId, good.recordId], NextStatusId: CASE.review };
    const answer = await cases.as('ann').send('POST', '/status/bulk-update', body);
    expect(answer.body.Result.map(({ StatusCode }: { StatusCode: string }) => StatusCode)).toEqual(['400', '200']);
    expect(await cases.history(good.recordId)).toHaveLength(2);
  });
});

// Requirement: R3, T82
it('runs hooks in code around a move, which see and set what it stores', async () => {
  const { id, recordId } = await cases.record('Letter');
  const answer = await moved(recordId, LETTER.sent);
  expect(answer.status).toBe(200);
  expect(await cases.as('ann').row('Letter', id)).toMatchObject({
    StatusId: LETTER.sent,
    Note: 'true true',
    RowVersion: 2,
  });
  const [first, refused] = [await cases.record('Letter'), await cases.record('Letter', { Title: 'no' })];
  const body = { RecordIds: [refused.recordId, first.recordId], NextStatusId: LETTER.sent };
  const bulk = await cases.as('ann').send('POST', '/status/bulk-update', body);
  expect(bulk.body.Result.map(({ StatusCode }: { StatusCode: string }) => StatusCode)).toEqual(['400', '200']);
});

// Requirement: R164
it('leaves nothing behind in a dry run, and replays a repeated request', async () => {
  const { recordId } = await cases.record('Case');
  const dry = await move(cases.as('ann'), recordId, CASE.void, { body: { Options: { DryRun: true } } });
  expect([dry.status, dry.body.Result.StatusName, (await cases.history(recordId)).length]).toEqual([200, 'Void', 1]);
  const headers = { 'Idempotency-Key': 'move-1' };
  const first = await move(cases.as('ann'), recordId, CASE.void, { headers });
  const again = await move(cases.as('ann'), recordId, CASE.void, { headers });
  expect([again.status, again.body.Result]).toEqual([200, first.body.Result]);
  const other = await move(cases.as('ann'), recordId, CASE.done, { headers });
  expect([other.status, codes(other)]).toEqual([409, ['IdempotencyMismatch']]);
});

// Requirement: R168
it('is never answered with 202', async () => {
  const { recordId } = await cases.record('Case');
  expect((await move(cases.as('ann'), recordId, CASE.void, { headers: { Prefer: 'respond-async' } })).status).toBe(200);
});
