import { NOTE, ORDER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, assignments, byId, DEVELOPMENT, SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { codes, move, newOrder, RECORD, STATUS } from './statuses.js';

const NOT_FOUND =
  'There is no such record with a status, or you may not see it: this endpoint takes the record-information id.';

let app: TestApp;
let deleted: string;
beforeAll(async () => {
  app = await TestApp.start();
  const { id, recordId } = await newOrder(app);
  deleted = recordId;
  await app.as('nina.north').delete('Order', byId(id));
});
afterAll(() => app.stop());

// Requirement: R163, R171, R173, T44
describe.each<[string, string, () => string]>([
  ['the Id instead of the record-information id', 'nina.north', () => ORDER.o1],
  ['an unknown id', 'nina.north', () => '00000000-0000-4000-8000-000000000001'],
  ['a record that the caller may not read', 'nina.north', () => RECORD.o3],
  ['a record of another tenant', 'bob.bay', () => RECORD.o1],
  ['a record without a lifecycle', 'nina.north', () => NOTE.n1],
  ['a deleted record', 'nina.north', () => deleted],
  ['the id of a status', 'nina.north', () => STATUS.draft],
])('%s', (_, user, recordId) => {
  const caller = () => app.as(user, user === 'bob.bay' ? SOUTHBAY : DEVELOPMENT);

  it('is 404 with the same text in a move', async () => {
    const call = (): Promise<Answer> => move(caller(), recordId(), STATUS.submitted);
    const [detail, ...others] = await refused(app, call, 404, 'NotFound');
    expect([others, detail]).toEqual([[], { Code: 'NotFound', Message: NOT_FOUND, Path: 'recordId' }]);
  });

  it('is 404 with the same text in its place in a bulk move', async () => {
    const since = await app.mark();
    const body = { RecordIds: [recordId()], NextStatusId: STATUS.submitted };
    const answer = await caller().send('POST', '/status/bulk-update', body);
    const [result] = answer.body.Result;
    expect([answer.status, answer.body.RecordAffected, await app.changes(since)]).toEqual([200, 0, []]);
    expect(result).toMatchObject({ RecordId: recordId(), StatusCode: '404', StatusId: null, Errors: [NOT_FOUND] });
  });
});

// Requirement: R164, R165
it.each<[string, string, unknown, number, readonly string[]]>([
  ['no query string', '', undefined, 400, ['Validation', 'Validation']],
  ['no next status', `recordId=${RECORD.o1}`, undefined, 400, ['Validation']],
  ['an empty next status', `recordId=${RECORD.o1}&nextStatusId=`, undefined, 400, ['Validation']],
  ['a status of no lifecycle', `recordId=${RECORD.o1}&nextStatusId=Sent`, undefined, 400, ['Validation']],
  ['a malformed id', 'recordId=1&nextStatusId=2', undefined, 400, ['Validation']],
  [
    'a repeated next status',
    `recordId=${RECORD.o1}&nextStatusId=${STATUS.draft}&NextStatusID=${STATUS.draft}`,
    undefined,
    400,
    ['Validation'],
  ],
  ['a misspelt name', `recordId=${RECORD.o1}&nextStatus=${STATUS.draft}`, undefined, 400, ['UnknownMember']],
  ['an unknown entity', 'to&entityName=Ordr', undefined, 404, ['UnknownEntity']],
  ['an entity without a lifecycle', 'to&entityName=Note', undefined, 400, ['Validation']],
  ['a readable record of another entity', 'to&entityName=Invoice', undefined, 400, ['Validation']],
  ['a body that is an array', 'to', [], 400, ['Validation']],
  ['a comment that is a number', 'to', { Comment: 7 }, 400, ['Validation']],
  ['a comment that cannot be stored', 'to', { Comment: 'x\u0000' }, 400, ['Validation']],
  ['fields that are an object', 'to', { Fields: { Notes: 'x' } }, 400, ['Validation']],
  ['a misspelt member', 'to', { Coment: 'x' }, 400, ['UnknownMember']],
  [
    'a field twice',
    'to',
    { Fields: [...assignments({ Notes: 'x' }), ...assignments({ notes: 'y' })] },
    400,
    ['Validation'],
  ],
  [
    'every faulty field',
    'to',
    { Fields: assignments({ Notez: 'x', OrderNumber: 'y' }) },
    400,
    ['Validation', 'UnknownField'],
  ],
])('refuses %s', async (_, query, body, ...[status, expected]) => {
  const to = `recordId=${RECORD.o1}&nextStatusId=${STATUS.submitted}`;
  const path = `/status/update?${query.replace(/^to/, to)}`;
  let answer: Answer | undefined;
  const call = async (): Promise<Answer> => (answer = await app.as('nina.north').send('PUT', path, body));
  await refused(app, call, status, expected[0]);
  expect(codes(answer!)).toEqual(expected);
});
