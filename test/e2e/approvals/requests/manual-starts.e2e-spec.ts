import { CREDIT_NOTE, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, match, type Row, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

const CREDIT_NOTE_APPROVAL = '7374facf-4f8b-4485-89f9-bee51e47afbe';
const ORDER_APPROVAL = '9d1654a3-4957-482b-8ccc-46e46d8b184d';

// Requirement: R186
describe('starts of approvals by hand', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  const submit = (user: string, fields: Row): Promise<Answer> => app.as(user).insert('ApprovalRequest', fields);

  it('starts the only process that fits, and locks the record', async () => {
    const note = await calls.creditNote();
    const { body } = await submit('fia.clerk', { RecordId: note.recordId, Comment: 'Please' });
    expect(body.Errors).toEqual([]);
    const requestId = body.Result.Id as string;
    expect(body.Result).toEqual(await calls.request(requestId));
    expect(body.Result).toMatchObject({
      EntityName: 'CreditNote',
      ProcessId: CREDIT_NOTE_APPROVAL,
      State: 'Pending',
      CurrentStep: 1,
      RequestedBy: USER.fia,
      OwnerId: USER.fia,
      Comment: 'Please',
      Steps: [expect.objectContaining({ Name: 'FinanceApproval' })],
    });
    expect(await calls.taskTexts(requestId)).toEqual(['1 frank.finance Open']);
    expect(await calls.lock('CreditNote', note.id)).toBe(requestId);
    expect((await calls.decide('frank.finance', requestId, 'Approve')).status).toBe(200);
    expect(await calls.stateOf({ ...note, requestId }, 'CreditNote')).toBe('Approved');
    expect(await calls.notes('fia.clerk', note.recordId)).toEqual([expect.stringContaining('approved by Frank')]);
  });

  it('starts the named process, by its Id or its name, also an automatic one', async () => {
    const note = await calls.creditNote();
    const { body } = await submit('fia.clerk', { RecordId: note.recordId, ProcessId: CREDIT_NOTE_APPROVAL });
    expect((await calls.request(body.Result.Id)).State).toBe('Pending');
    const order = await calls.order('10800.00');
    await calls.decide('nina.north', order.requestId, 'Recall');
    const again = await submit('ada.admin', { RecordId: order.recordId, ProcessId: match('Name', 'OrderApproval') });
    expect(again.body.Errors).toEqual([]);
    expect(await calls.request(again.body.Result.Id)).toMatchObject({
      State: 'Pending',
      RequestedBy: USER.ada,
      OwnerId: USER.nina,
      ProcessId: ORDER_APPROVAL,
    });
  });

  it('refuses a second open request', async () => {
    const note = await calls.submittedNote();
    const [detail] = await refused(app, () => submit('fia.clerk', { RecordId: note.recordId }), 409, 'Conflict');
    expect(detail).toMatchObject({ FieldName: 'RecordId', Path: 'Fields[0]' });
  });

  it('lets one of two requests win that are sent at once', async () => {
    const { recordId } = await calls.creditNote();
    const answers = await Promise.all([1, 2, 3].map(() => submit('fia.clerk', { RecordId: recordId })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    expect(await calls.requests(recordId)).toHaveLength(1);
  });

  it.each<[string, (id: string) => unknown]>([
    ['the Id of a record', (id) => id],
    ['an unknown id', () => '00000000-0000-4000-8000-000000000001'],
  ])('answers 404 with a hint for %s', async (_, idOf) => {
    const { id } = await calls.creditNote();
    const [detail] = await refused(app, () => submit('fia.clerk', { RecordId: idOf(id) }), 404, 'NotFound');
    expect(detail.Message).toContain('RecordInformationId');
  });

  it('answers 404 for deleted and unreadable records, and for those of an entity without a process', async () => {
    const deleted = await calls.creditNote();
    expect((await app.as('frank.finance').delete('CreditNote', byId(deleted.id))).body.RecordAffected).toBe(1);
    await refused(app, () => submit('fia.clerk', { RecordId: deleted.recordId }), 404, 'NotFound');
    const { body } = await app.as('ada.admin').select('Customer', { Pager: { PageNumber: 1, PageSize: 1 } });
    const call = (): Promise<Answer> => submit('ada.admin', { RecordId: body.Result[0].RecordInformationId });
    await refused(app, call, 404, 'NotFound');
  });

  it('refuses callers without create scope', async () => {
    const { recordId } = await calls.creditNote();
    await refused(app, () => submit('sven.manager', { RecordId: recordId }), 403, 'ScopeNone');
  });

  it.each<[string, Row, string]>([
    ['an unknown process', { ProcessId: '00000000-0000-4000-8000-000000000001' }, 'ProcessId'],
    ['a process of another entity', { ProcessId: ORDER_APPROVAL }, 'ProcessId'],
    ['another owner than that of the record', { OwnerId: USER.frank }, 'OwnerId'],
    ['a field of the service', { State: 'Approved' }, 'State'],
    ['an entity', { EntityName: 'Order' }, 'EntityName'],
    ['steps', { Steps: [] }, 'Steps'],
  ])('refuses %s', async (_, fields, fieldName) => {
    const { recordId } = await calls.creditNote();
    const call = (): Promise<Answer> => submit('fia.clerk', { RecordId: recordId, ...fields });
    expect((await refused(app, call, 400, 'Validation'))[0].FieldName).toBe(fieldName);
  });

  it('refuses records that do not meet the criteria', async () => {
    const { body } = await app.as('ada.admin').select('Order', { Pager: { PageNumber: 1, PageSize: 50 } });
    const small = body.Result.find(
      ({ Total, DiscountPercent }: Row) => Number(Total) < 9_000 && !(Number(DiscountPercent) > 15),
    );
    const call = (fields: Row) => (): Promise<Answer> =>
      submit('ada.admin', { RecordId: small.RecordInformationId, ...fields });
    await refused(app, call({}), 400, 'Validation');
    await refused(app, call({ ProcessId: ORDER_APPROVAL }), 400, 'Validation');
  });

  // Requirement: T46
  it('judges each row of a bulk insert by itself', async () => {
    const notes = await Promise.all([1, 2, 3].map(() => calls.creditNote()));
    const rows = [...notes.map(({ recordId }) => [recordId]), [notes[0].recordId], [CREDIT_NOTE.c4]];
    const body = { EntityName: 'ApprovalRequest', Fields: ['RecordId'], Values: rows, Options: { OnError: 'SkipRow' } };
    const answer = await app.as('fia.clerk').send('POST', '/records/bulk-insert', body);
    expect(answer.body.Errors).toEqual([]);
    expect(answer.body.Result).toMatchObject({
      Inserted: 3,
      Failed: 2,
      RowErrors: [
        { RowIndex: 3, Code: 'Conflict' },
        { RowIndex: 4, Code: 'NotFound' },
      ],
    });
    const requests = await Promise.all(notes.map(({ recordId }) => calls.requests(recordId)));
    expect(requests.map((each) => each.map(({ State }) => State))).toEqual([['Pending'], ['Pending'], ['Pending']]);
    const ids = requests.map(([{ Id }]) => Id as string);
    const decisions = ids.map((id) => [id, 'Approve']);
    const decided = await app.as('frank.finance').send('POST', '/records/bulk-insert', {
      EntityName: 'ApprovalDecision',
      Fields: ['ApprovalRequestId', 'Decision'],
      Values: [
        decisions[0],
        decisions[0],
        decisions[1],
        ['00000000-0000-4000-8000-000000000001', 'Approve'],
        decisions[2],
      ],
      Options: { OnError: 'SkipRow' },
    });
    expect(decided.body.Result).toMatchObject({
      Inserted: 3,
      Failed: 2,
      RowErrors: [
        { RowIndex: 1, Code: 'AlreadyDecided' },
        { RowIndex: 3, Code: 'OutOfScope' },
      ],
    });
    for (const [i, note] of notes.entries())
      expect(await calls.stateOf({ ...note, requestId: ids[i] }, 'CreditNote')).toBe('Approved');
  });

  it.each([
    ['Atomic', {}],
    ['Independent', {}],
    ['Independent', { 'Idempotency-Key': 'start in a batch' }],
  ])('answers the step of an %s batch with %j as it has started', async (Mode, headers) => {
    const { recordId } = await calls.creditNote();
    const step = {
      Operation: 'Insert',
      EntityName: 'ApprovalRequest',
      Fields: [{ FieldName: 'RecordId', Value: recordId }],
    };
    const send = (): Promise<Answer> =>
      app.as('fia.clerk').send('POST', '/records/batch', { Mode, Steps: [step] }, headers);
    const [{ Result }] = (await send()).body.Result;
    expect(Result).toMatchObject({ State: 'Pending', CurrentStep: 1, ProcessId: CREDIT_NOTE_APPROVAL });
    expect(Result).toEqual(await calls.request(Result.Id));
    if ('Idempotency-Key' in headers) expect((await send()).body.Result[0].Result).toEqual(Result);
  });

  it('starts and recalls in one batch', async () => {
    const { recordId, id } = await calls.creditNote();
    const Id = '0b7c1b4e-3c53-4c6c-9a53-000000000001';
    const field = (FieldName: string, Value: unknown) => ({ FieldName, Value });
    const { body } = await app.as('fia.clerk').batch(
      [
        { Operation: 'Insert', EntityName: 'ApprovalRequest', Fields: [field('Id', Id), field('RecordId', recordId)] },
        {
          Operation: 'Insert',
          EntityName: 'ApprovalDecision',
          Fields: [field('ApprovalRequestId', Id), field('Decision', 'Recall')],
        },
      ],
      { Mode: 'Atomic' },
    );
    expect(body.Errors).toEqual([]);
    expect(await calls.stateOf({ id, recordId, requestId: Id }, 'CreditNote')).toBe('Recalled');
  });
});
