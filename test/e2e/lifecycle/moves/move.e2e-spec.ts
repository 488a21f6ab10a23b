import { assignments, TestApp, where } from '../../../support/test-app.js';
import { available, move, newOrder, STATUS } from './statuses.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const historyOf = async (recordId: string): Promise<readonly Record<string, unknown>[]> =>
  (
    await app.as('ada.admin').select('StatusHistory', {
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'ChangedOn' }],
    })
  ).body.Result;

// Requirement: R164, R166, R167, T61
it('moves without a body, and answers the move with what may follow', async () => {
  const { id, recordId } = await newOrder(app);
  const since = await app.mark();
  const { status, body } = await move(app.as('nina.north'), recordId, STATUS.submitted);
  expect(status).toBe(200);
  const [first, second] = await historyOf(recordId);
  expect(body.Result).toEqual({
    RecordId: recordId,
    FromStatusId: STATUS.draft,
    StatusId: STATUS.submitted,
    StatusName: 'Submitted',
    TransitionId: 'fa779be7-f18d-4191-87fd-6f6393c6a582',
    HistoryId: second.Id,
    ToStatusList: [],
  });
  expect(body.RecordAffected).toBe(1);
  expect(first).toMatchObject({ FromStatusId: null, ToStatusId: STATUS.draft, SecondsInStatus: null });
  expect(second).toMatchObject({
    RecordId: recordId,
    EntityName: 'Order',
    FromStatusId: STATUS.draft,
    ToStatusId: STATUS.submitted,
    TransitionId: 'fa779be7-f18d-4191-87fd-6f6393c6a582',
    CorrelationId: body.CorrelationId,
    Comment: null,
    SecondsInStatus: expect.any(Number),
    RowVersion: 1,
  });
  expect(await app.as('nina.north').row('Order', id)).toMatchObject({ StatusId: STATUS.submitted, RowVersion: 2 });
  expect(await app.changes(since)).toEqual(['Update Order', 'Create StatusHistory']);
});

// Requirement: R164, R171, R179
it('offers no further move when it starts an approval, which locks the record', async () => {
  const discount = (DiscountPercent: string): unknown => ({ Fields: assignments({ DiscountPercent }) });
  const offered = async (body: unknown): Promise<number> => {
    const { recordId } = await newOrder(app);
    const answer = await move(app.as('ada.admin'), recordId, STATUS.submitted, { body });
    expect(answer.body.Errors).toEqual([]);
    const { ToStatusList } = (await available(app.as('ada.admin'), recordId)).body.Result;
    // Outcomes have no labels.
    expect(ToStatusList).toEqual(answer.body.Result.ToStatusList.map((each: object) => expect.objectContaining(each)));
    expect(answer.text).not.toContain('"Label"');
    return ToStatusList.length as number;
  };
  expect(await offered(discount('5.00'))).toBeGreaterThan(0);
  expect(await offered(discount('20.00'))).toBe(0);
});
