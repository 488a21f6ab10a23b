import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';
import { ORDER } from '../../../support/demo.js';
import { codes, newOrder, RECORD, STATUS } from './statuses.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const UNKNOWN = '00000000-0000-4000-8000-000000000001';

const bulkMove = (
  user: string,
  RecordIds: unknown,
  NextStatusId: string = STATUS.submitted,
  more = {},
): Promise<Answer> => app.as(user).send('POST', '/status/bulk-update', { RecordIds, NextStatusId, ...more });

const outcomes = ({ body }: Answer): readonly (readonly [string, boolean, string, string | null])[] =>
  body.Result.map((each: Record<string, unknown>) => [each.RecordId, each.IsSuccess, each.StatusCode, each.StatusId]);

// Requirement: R173, R174, T44
it('answers an outcome per record in the order of the request', async () => {
  const [first, second, empty] = await Promise.all([newOrder(app), newOrder(app), newOrder(app, {}, 0)]);
  const since = await app.mark();
  const ids = [second.recordId, UNKNOWN, empty.recordId, RECORD.o3, first.recordId, second.recordId, ORDER.o1];
  const answer = await bulkMove('nina.north', ids, STATUS.submitted, { Comment: 'All of them.' });
  expect(answer.status).toBe(200);
  expect(outcomes(answer)).toEqual([
    [second.recordId, true, '200', STATUS.submitted],
    [UNKNOWN, false, '404', null],
    [empty.recordId, false, '400', STATUS.draft],
    [RECORD.o3, false, '404', null],
    [first.recordId, true, '200', STATUS.submitted],
    [second.recordId, false, '400', null],
    [ORDER.o1, false, '404', null],
  ]);
  expect(answer.body.Result[2]).toMatchObject({
    Errors: ['An order needs at least one line.'],
    ErrorDetails: [{ Code: 'ValidatorFailed', RecordId: empty.recordId, Path: 'RecordIds[2]' }],
  });
  expect(answer.body.RecordAffected).toBe(2);
  expect((await app.changes(since)).toSorted()).toEqual([
    'Create StatusHistory',
    'Create StatusHistory',
    'Update Order',
    'Update Order',
  ]);
  const history = await app.as('ada.admin').select('StatusHistory', {
    WhereClause: where('RecordId', 'EqualTo', first.recordId),
    Sort: [{ FieldName: 'ChangedOn', Direction: 2 }],
  });
  expect(history.body.Result[0]).toMatchObject({ Comment: 'All of them.', CorrelationId: answer.body.CorrelationId });
});

// Requirement: R173, T44
it('answers 200 where every record is refused, and changes nothing', async () => {
  const since = await app.mark();
  const answer = await bulkMove('nina.north', [UNKNOWN, RECORD.o2], STATUS.closed);
  expect([answer.status, answer.body.RecordAffected]).toEqual([200, 0]);
  expect(outcomes(answer).map(([, , status]) => status)).toEqual(['404', '400']);
  expect(codes({ ...answer, body: answer.body.Result[1] })).toEqual(['TransitionNotAllowed']);
  expect(await app.changes(since)).toEqual([]);
});

// Requirement: R173
it.each<[string, string, string, string, object, string]>([
  ['a record outside update scope', 'otto.audit', RECORD.o2, STATUS.cancelled, {}, '403'],
  ['an unknown status', 'nina.north', RECORD.o2, UNKNOWN, {}, '400'],
  ['a record of another entity', 'ada.admin', RECORD.i4, STATUS.submitted, { EntityName: 'Order' }, '400'],
  ['a stale version', 'mona.manager', RECORD.o2, STATUS.draft, { Options: { ExpectedVersion: 99 } }, '412'],
])('refuses %s in its place', async (_, ...[user, id, statusId, more, expected]) => {
  const answer = await bulkMove(user, [id], statusId, more);
  expect([answer.status, outcomes(answer)[0][2]]).toEqual([200, expected]);
});

// Requirement: R173, T44
it.each([
  ['an empty list', { RecordIds: [], NextStatusId: STATUS.draft }, 400, ['Validation']],
  ['no list and no status', {}, 400, ['Validation', 'Validation']],
  [
    'an id that is no UUID',
    { RecordIds: [RECORD.o1, 'o1', 7], NextStatusId: STATUS.draft },
    400,
    ['Validation', 'Validation'],
  ],
  [
    'too many ids',
    { RecordIds: Array.from({ length: 1_001 }, () => UNKNOWN), NextStatusId: STATUS.draft },
    400,
    ['Validation'],
  ],
  [
    'an unknown entity',
    { RecordIds: [UNKNOWN], NextStatusId: STATUS.draft, EntityName: 'Ordr' },
    404,
    ['UnknownEntity'],
  ],
  [
    'an entity without a lifecycle',
    { RecordIds: [UNKNOWN], NextStatusId: STATUS.draft, EntityName: 'Note' },
    400,
    ['Validation'],
  ],
  ['a misspelt member', { RecordId: [UNKNOWN], NextStatusId: STATUS.draft }, 400, ['UnknownMember']],
])('refuses %s as a whole', async (_, body, status, expected) => {
  const answer = await app.as('nina.north').send('POST', '/status/bulk-update', body);
  expect([answer.status, codes(answer)]).toEqual([status, expected]);
});

// Requirement: T44
it('refuses an entity that the caller may not read as a whole', async () => {
  const answer = await bulkMove('wim.ware', [RECORD.i4], STATUS.draft, { EntityName: 'Invoice' });
  expect([answer.status, codes(answer)]).toEqual([403, ['ScopeNone']]);
});

// Requirement: R173
it('moves records of several entities, and replays the answer of a repeated request', async () => {
  const { recordId } = await newOrder(app);
  const body = { RecordIds: [RECORD.i4, recordId], NextStatusId: STATUS.cancelled };
  const headers = { 'Idempotency-Key': 'bulk-move-1' };
  const send = (): Promise<Answer> => app.as('ada.admin').send('POST', '/status/bulk-update', body, headers);
  const first = await send();
  expect(outcomes(first).map(([, , status]) => status)).toEqual(['400', '200']);
  const again = await send();
  expect([again.body.Result, again.body.CorrelationId]).toEqual([first.body.Result, first.body.CorrelationId]);
});

// Requirement: R173
it('leaves nothing behind in a dry run', async () => {
  const { id, recordId } = await newOrder(app);
  const answer = await bulkMove('nina.north', [recordId], STATUS.submitted, { Options: { DryRun: true } });
  expect(outcomes(answer)).toEqual([[recordId, true, '200', STATUS.submitted]]);
  expect((await app.as('nina.north').select('Order', { WhereClause: byId(id) })).body.Result[0].StatusId).toBe(
    STATUS.draft,
  );
});
