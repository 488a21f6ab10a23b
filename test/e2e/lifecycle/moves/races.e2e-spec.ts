import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import { CASE, CaseApp } from '../../../support/case-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, match } from '../../../support/test-app.js';
import { available, codes, move } from './statuses.js';

let cases: CaseApp;
beforeAll(async () => void (cases = await CaseApp.open()));
afterAll(() => cases.close());

const ROUNDS = 8;
const statuses = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** Runs `work` while the row is locked past the service, and commits what the lock's holder did once `count` wait. */
async function behindLock<T>(id: string, count: number, work: () => Promise<T>, sql = 'SELECT 1'): Promise<T> {
  const schema = await cases.schema();
  const lock = `SELECT 1 FROM "${schema}"."Case" WHERE "Id" = '${id}' FOR UPDATE`;
  return behindLocks(cases.app, [lock, sql.replaceAll('SCHEMA', `"${schema}"`)], async (release) => {
    const done = work();
    await sessionsWait(cases.app, count);
    await release();
    return done;
  });
}

// Requirement: R170, T43
it('lets one of two transitions of a record win, with one row of the history', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { recordId } = await cases.record('Case');
    const answers = await Promise.all([CASE.void, CASE.done].map((to) => move(cases.as('ann'), recordId, to)));
    expect(statuses(answers)).toEqual([200, 400]);
    expect(codes(answers.find(({ status }) => status === 400)!)).toEqual(['TransitionNotAllowed']);
    expect(await cases.history(recordId)).toHaveLength(2);
  }
});

// Requirement: R170
it('judges a move that waited for another by the status that the other has left', async () => {
  const { id, recordId } = await cases.record('Case');
  const answers = await behindLock(id, 2, () =>
    Promise.all([CASE.void, CASE.void].map((to) => move(cases.as('ann'), recordId, to))),
  );
  expect(statuses(answers)).toEqual([200, 400]);
  const [, second] = await cases.history(recordId);
  expect(second.FromStatusId).toBe(CASE.fresh);
});

// Requirement: R167
it('measures the time in a status from the move before, which the waiting statement did not see', async () => {
  const { id, recordId } = await cases.record('Case', { JudgeId: await cases.as('ann').inserted('Person', {}) });
  const [first, second] = await behindLock(id, 2, async () => {
    const started = move(cases.as('ann'), recordId, CASE.open);
    await sessionsWait(cases.app, 1);
    return Promise.all([started, move(cases.as('ann'), recordId, CASE.open)]);
  });
  expect(statuses([first, second])).toEqual([200, 200]);
  const rows: readonly { ChangedOn: string; SecondsInStatus: number }[] = await cases.history(recordId);
  expect(rows).toHaveLength(3);
  expect(rows.slice(1).every(({ SecondsInStatus }) => SecondsInStatus >= 0)).toBe(true);
});

// Requirement: R170
it('keeps every update beside moves of the same record', async () => {
  const { id, recordId } = await cases.record('Case', {}, CASE.open);
  const writes = Array.from({ length: ROUNDS }, (_, i) =>
    i % 2 === 0
      ? move(cases.as('ann'), recordId, CASE.open)
      : cases.as('ann').update('Case', { Title: `t${i}` }, byId(id)),
  );
  expect(new Set(statuses(await Promise.all(writes)))).toEqual(new Set([200]));
  expect(await cases.as('ann').row('Case', id)).toMatchObject({ RowVersion: 1 + ROUNDS, StatusId: CASE.open });
  expect(await cases.history(recordId)).toHaveLength(1 + ROUNDS / 2);
});

// Requirement: R171
it('answers 404 to a move that waited for a delete', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, recordId } = await cases.record('Case');
    const [deleted, moved] = await Promise.all([
      cases.as('ann').delete('Case', byId(id)),
      move(cases.as('ann'), recordId, CASE.void),
    ]);
    expect([deleted.status, [200, 404].includes(moved.status)]).toEqual([200, true]);
    expect(await cases.history(recordId)).toHaveLength(moved.status === 200 ? 2 : 1);
  }
});

// Requirement: R170
it('judges other records as they are when the record is locked', async () => {
  const { id, recordId } = await cases.record('Case', {}, CASE.open);
  const copied = ['"Id"', '"RecordInformationId"', '"OwnerId"', '"CreatedBy"', '"UpdatedBy"'];
  const insert = `INSERT INTO SCHEMA."Task" (${copied.join()}, "CaseId")
    SELECT gen_random_uuid(), gen_random_uuid(), "OwnerId", "OwnerId", "OwnerId", "Id" FROM SCHEMA."Case" WHERE "Id" = '${id}'`;
  const answer = await behindLock(id, 1, () => move(cases.as('ann'), recordId, CASE.done), insert);
  expect([answer.status, answer.body.Errors]).toEqual([400, ['A task is open.']]);
});

// Requirement: T43
it('refuses a move whose permission was taken away after it was offered', async () => {
  const { recordId } = await cases.record('Case', {}, CASE.review);
  const offered = await cases.as('tim').get(`/status/available?recordId=${recordId}`);
  expect(offered.body.Result.ToStatusList).toEqual(
    expect.arrayContaining([expect.objectContaining({ Name: 'Approve' })]),
  );
  const rows = await cases.as('root').select('RolePermission');
  await cases.as('root').delete('RolePermission', byId(rows.body.Result[0].Id));
  const answer = await move(cases.as('tim'), recordId, CASE.done);
  expect([answer.status, codes(answer)]).toEqual([400, ['TransitionNotAllowed']]);
});

describe('a role that is taken away after a move was offered', () => {
  /** A case of a new user who has both roles, and to whom the transition of clerks was offered. */
  const offeredTo = async (name: string) => {
    const root = cases.as('root');
    const UserId = await root.inserted('User', { UserName: name, DisplayName: name });
    for (const role of ['Clerk', 'Typist']) await root.inserted('UserRole', { UserId, RoleId: match('Name', role) });
    const { id, recordId } = await cases.record('Case', { OwnerId: UserId }, CASE.review);
    const { body } = await available(cases.as(name), recordId);
    expect(body.Result.ToStatusList).toEqual(expect.arrayContaining([expect.objectContaining({ Name: 'Mine' })]));
    return { UserId, id, recordId };
  };
  const takeAway = (UserId: string, role: object): Promise<Answer> =>
    cases.as('root').delete('UserRole', { Filters: [{ FieldName: 'UserId', Operator: 3, Value: UserId }, role] });

  // Requirement: R161, T43
  it.each<[string, string, object, number, string]>([
    [
      'with update scope left',
      'zoe',
      { FieldName: 'RoleId.Name', Operator: 3, Value: 'Clerk' },
      400,
      'TransitionNotAllowed',
    ],
    ['with no role left', 'zac', { FieldName: 'RoleId', Operator: 'IsNotNULL' }, 404, 'NotFound'],
  ])('refuses the move of a user %s', async (_, ...[name, role, status, code]) => {
    const { UserId, id, recordId } = await offeredTo(name);
    expect((await takeAway(UserId, role)).body.Errors).toEqual([]);
    await refused(cases.app, () => move(cases.as(name), recordId, CASE.open), status, code);
    expect(await cases.as('root').row('Case', id)).toMatchObject({ StatusId: CASE.review, RowVersion: 1 });
    expect(await cases.history(recordId)).toHaveLength(1);
  });
});

// Requirement: R174
it('moves each record of concurrent bulk updates once', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => cases.record('Case')));
  const ids = made.map(({ recordId }) => recordId);
  const bulk = (RecordIds: readonly string[]): Promise<Answer> =>
    cases.as('ann').send('POST', '/status/bulk-update', { RecordIds, NextStatusId: CASE.void });
  const answers = await Promise.all([bulk(ids), bulk(ids.toReversed()), bulk(ids)]);
  expect(answers.reduce((sum, { body }) => sum + (body.RecordAffected as number), 0)).toBe(ids.length);
  for (const id of ids) expect(await cases.history(id)).toHaveLength(2);
});
