import { CASE, CaseApp, LETTER } from '../../../support/case-fixture.js';
import type { Answer, Row } from '../../../support/test-app.js';

let cases: CaseApp;
beforeAll(async () => void (cases = await CaseApp.open()));
afterAll(() => cases.close());

// Requirement: R173, R174, T44, T82
it.each<[string, string, string | undefined, string, string, readonly [string, string]]>([
  ['a validator', 'Case', CASE.open, CASE.review, 'no', ['ValidatorFailed', 'The judge refuses.']],
  ['a hook before updates', 'Letter', undefined, LETTER.sent, 'no', ['HookRejected', 'No letter says no.']],
  ['a hook as a record', 'Case', undefined, CASE.done, 'big', ['HookRejected', 'A big case is never done.']],
])('moves the records that %s lets pass, and names each other one', async (_, ...row) => {
  const [entity, from, NextStatusId, refusedTitle, [Code, Message]] = row;
  const titles = [refusedTitle, 'a', refusedTitle, 'b', refusedTitle];
  const made = await Promise.all(titles.map((Title) => cases.record(entity, { Title }, from)));
  const before = (await cases.as('ann').row(entity, made[0].id)).StatusId as string;
  const since = await cases.app.mark();
  const RecordIds = made.map(({ recordId }) => recordId);
  const answer: Answer = await cases.as('ann').send('POST', '/status/bulk-update', { RecordIds, NextStatusId });
  expect([answer.status, answer.body.RecordAffected]).toEqual([200, 2]);
  const expected = titles.map((title, i) => {
    const RecordId = RecordIds[i];
    if (title !== refusedTitle) return { RecordId, IsSuccess: true, StatusCode: '200', StatusId: NextStatusId };
    const detail = expect.objectContaining({ Code, Message, RecordId, Path: `RecordIds[${i}]` });
    return { RecordId, IsSuccess: false, StatusCode: '400', Errors: [Message], ErrorDetails: [detail] };
  });
  expect(answer.body.Result).toMatchObject(expected);
  for (const [i, { id, recordId }] of made.entries()) {
    const isMoved = titles[i] !== refusedTitle;
    const stored: Row = await cases.as('ann').row(entity, id);
    expect(stored).toMatchObject({ StatusId: isMoved ? NextStatusId : before, RowVersion: isMoved ? 2 : 1 });
    expect(await cases.history(recordId)).toHaveLength(isMoved ? 2 : 1);
  }
  const changes = [`Update ${entity}`, 'Create StatusHistory'];
  expect((await cases.app.changes(since)).toSorted()).toEqual([...changes, ...changes].toSorted());
});
