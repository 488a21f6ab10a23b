import { byId, TestApp } from '../../../support/test-app.js';
import { NOTE, ORDER } from '../../../support/demo.js';
import { available, codes, RECORD, STATUS } from './statuses.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const names = (list: readonly { readonly ToStatusName: string }[]): readonly string[] =>
  list.map(({ ToStatusName }) => ToStatusName);

// Requirement: R162, R163
it('answers the transitions that the caller may take now', async () => {
  const { status, body } = await available(app.as('nina.north'), RECORD.o1);
  expect(status).toBe(200);
  expect(body.Result).toEqual({
    RecordId: RECORD.o1,
    FromStatusId: STATUS.draft,
    FromStatusName: 'Draft',
    FromStatusLabel: 'Draft',
    ToStatusList: [
      {
        Id: 'fa779be7-f18d-4191-87fd-6f6393c6a582',
        Name: 'Submit',
        Label: 'Submit',
        ToStatusId: STATUS.submitted,
        ToStatusName: 'Submitted',
        ToStatusLabel: 'Submitted',
        Color: '#3b82f6',
        RequiredFields: [],
      },
      expect.objectContaining({ Name: 'CancelDraft', ToStatusName: 'Cancelled' }),
    ],
  });
  expect(body.TotalRecords).toBe(2);
});

// Requirement: R162, R169
it.each([
  ['roles that may take nothing', 'wim.ware', RECORD.o1, [], []],
  ['a permission that is missing', 'fia.clerk', RECORD.o2, [], []],
  ['an Administrator, who passes roles but no validators', 'ada.admin', RECORD.o9, ['Cancelled'], ['Submitted']],
  ['an entity that the roles may not read', 'wim.ware', RECORD.o4, [], []],
])('regards %s', async (_, user, recordId, open, blocked) => {
  const { body } = await available(app.as(user), recordId, { includeBlocked: 'true' });
  expect([names(body.Result.ToStatusList), names(body.Result.Blocked)]).toEqual([open, blocked]);
});

// Requirement: R163
it('names the failing validators of blocked transitions only where they are asked for', async () => {
  const nils = app.as('nils.north');
  const { body } = await available(nils, RECORD.o9, { includeBlocked: 'TRUE' });
  expect(body.Result.Blocked).toEqual([
    expect.objectContaining({
      Name: 'Submit',
      Reasons: ['An order needs at least one line.'],
      ErrorDetails: [{ Code: 'ValidatorFailed', Message: 'An order needs at least one line.' }],
    }),
  ]);
  expect((await available(nils, RECORD.o9)).body.Result).not.toHaveProperty('Blocked');
});

// Requirement: R171
it('offers nothing without update scope, and tells so where blocked transitions are asked for', async () => {
  const { body } = await available(app.as('otto.audit'), RECORD.o1, { includeBlocked: 'true' });
  expect(body.Result).toMatchObject({ FromStatusName: 'Draft', ToStatusList: [], Blocked: [] });
});

// Requirement: R163
it.each([
  ['the Id instead of the record-information id', 'nina.north', ORDER.o1],
  ['an unknown id', 'nina.north', '00000000-0000-4000-8000-000000000001'],
  ['a record that the caller may not read', 'nina.north', RECORD.o3],
  ['a record of another tenant', 'bob.bay', RECORD.o1],
  ['a record without a lifecycle', 'nina.north', NOTE.n1],
])('answers 404 with the same text to %s', async (_, user, recordId) => {
  const place =
    user === 'bob.bay' ? { TenantId: 'Southbay', AppId: 'OrderToCash', EnvironmentId: 'Development' } : undefined;
  const answer = await available(app.as(user, place), recordId);
  expect(answer.status).toBe(404);
  expect(answer.body.Errors).toEqual([
    'There is no such record with a status, or you may not see it: this endpoint takes the record-information id.',
  ]);
});

// Requirement: R163
it('answers 404 to a deleted record, and finds it again when it is restored', async () => {
  const nina = app.as('nina.north');
  const [{ ri }] = await app.query<{ ri: string }>(
    `SELECT "RecordInformationId" AS ri FROM "${await app.schema()}"."Order" WHERE "Id" = $1`,
    [ORDER.o1],
  );
  expect((await available(nina, ri)).status).toBe(200);
  await nina.delete('Order', byId(ORDER.o1));
  expect((await available(nina, ri)).status).toBe(404);
  expect((await app.as('ada.admin').restore('Order', byId(ORDER.o1))).status).toBe(200);
  expect((await available(nina, ri)).status).toBe(200);
});

// Requirement: R163
it.each([
  ['no recordId', '', 400, ['Validation']],
  ['an empty recordId', 'recordId=', 400, ['Validation']],
  ['a malformed recordId', 'recordId=13723689', 400, ['Validation']],
  ['a repeated recordId', `recordId=${RECORD.o1}&RECORDID=${RECORD.o1}`, 400, ['Validation']],
  ['a misspelt name', `recordIdd=${RECORD.o1}`, 400, ['UnknownMember']],
  ['an unknown entity', `recordId=${RECORD.o1}&entityName=Ordr`, 404, ['UnknownEntity']],
  ['an entity without a lifecycle', `recordId=${RECORD.o1}&entityName=Customer`, 400, ['Validation']],
  ['a readable record of another entity', `recordId=${RECORD.o1}&entityName=Invoice`, 400, ['Validation']],
  ['a hidden record of another entity', `recordId=${RECORD.o3}&entityName=Invoice`, 404, ['NotFound']],
  ['a flag that is none', `recordId=${RECORD.o1}&includeBlocked=yes`, 400, ['Validation']],
])('refuses %s', async (_, query, status, expected) => {
  const answer = await app.as('nina.north').get(`/status/available?${query}`);
  expect([answer.status, codes(answer)]).toEqual([status, expected]);
});

// Requirement: R163
it('matches names of the query string and the entity in any letter case', async () => {
  const { status } = await app
    .as('nina.north')
    .get(`/status/available?RECORDID=${RECORD.o2.toUpperCase()}&EntityName=oRDER`);
  expect(status).toBe(200);
});
