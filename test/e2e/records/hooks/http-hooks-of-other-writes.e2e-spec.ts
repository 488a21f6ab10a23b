import { HookRig, type SentCall } from '../../../support/hook-rig.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row } from '../../../support/test-app.js';
import { ApprovalCalls } from '../../approvals/requests/approval-calls.js';
import { move, newOrder, STATUS } from '../../lifecycle/moves/statuses.js';

describe('a hook over HTTP on writes of other paths', () => {
  let rig: HookRig;
  beforeAll(async () => void (rig = await HookRig.start()));
  afterAll(() => rig.stop());
  beforeEach(() => rig.answer());
  afterEach(() => rig.unhook());

  const refusing = ({ Records }: SentCall): unknown => ({
    Refusals: Records.map(({ Index }) => ({ Index, Message: 'No.' })),
    Set: [],
  });
  const sent = (): readonly unknown[] =>
    rig.calls.map(({ EntityName, Event, Records }) => [EntityName, Event, Records.map(({ Assigned }) => Assigned)]);

  it('is asked about the moves of one record and of many', async () => {
    const nina = rig.app.as('nina.north');
    const [first, second] = [await newOrder(rig.app), await newOrder(rig.app)];
    await rig.hook('Order', { Events: ['BeforeUpdate'] });
    rig.answer(refusing);
    await refused(rig.app, () => move(nina, first.recordId, STATUS.submitted), 400, 'HookRejected');
    expect(sent()).toEqual([['Order', 'BeforeUpdate', [['StatusId']]]]);
    rig.answer(({ Records }) => ({
      Refusals: Records.filter(({ Id }) => Id !== first.id).map(({ Index }) => ({ Index, Message: 'No.' })),
      Set: [],
    }));
    const body = { RecordIds: [first.recordId, second.recordId], NextStatusId: STATUS.submitted, EntityName: 'Order' };
    const { body: moved } = await nina.send('POST', '/status/bulk-update', body);
    expect(moved.Result).toMatchObject([{ IsSuccess: true }, { IsSuccess: false, StatusCode: '400' }]);
  });

  it('is asked about the move that follows a decision', async () => {
    const approvals = new ApprovalCalls(rig.app);
    const order = await approvals.order('20000.00');
    await rig.hook('Order', { Events: ['BeforeUpdate'] });
    rig.answer();
    await approvals.decide('mona.manager', order.requestId, 'Reject', { Comment: 'Too dear.' });
    expect(sent()).toContainEqual(['Order', 'BeforeUpdate', [['StatusId']]]);
    expect(await approvals.status(order.id)).toBe('Cancelled');
  });

  it('is asked about the writes of workflows', async () => {
    const Actions = [
      { Name: 'Add', Type: 'InsertRecord', EntityName: 'Parcel', Fields: [{ FieldName: 'Name', Value: 'Atlas' }] },
    ];
    const workflow = await rig.ada.inserted('Workflow', { Name: 'AddParcel', Type: 'Manual', Actions });
    const execute = (): Promise<Answer> => rig.ada.send('POST', `/workflows/execute/${workflow}`, {});
    await rig.hook('Parcel');
    expect((await execute()).text).toContain('"State" : "Completed"');
    expect(rig.calls.map(({ Records }) => Records[0].New!.Name)).toEqual(['Atlas']);
    rig.answer(refusing);
    expect((await execute()).text).toContain('No.');
  });

  it('is asked about each step of independent ones by itself', async () => {
    await rig.hook('Parcel');
    rig.answer((call) => (call.Records[0].New!.Name === 'B' ? refusing(call) : NOTHING));
    const Steps = ['A', 'B', 'C'].map((Value) => ({
      Operation: 'Insert',
      EntityName: 'Parcel',
      Fields: [{ FieldName: 'Name', Value }],
    }));
    const { body } = await rig.ada.batch(Steps, { Mode: 'Independent' });
    expect(body.Result.map(({ StatusCode }: Row) => StatusCode)).toEqual(['200', '400', '200']);
    expect(rig.calls.map(({ Records }) => Records.length)).toEqual([1, 1, 1]);
  });

  it('is not asked by restores', async () => {
    const id = await rig.ada.inserted('Parcel', { Name: 'Atlas' });
    await rig.ada.delete('Parcel', byId(id));
    await rig.hook('Parcel', { Events: ['BeforeInsert', 'BeforeUpdate'] });
    expect((await rig.ada.restore('Parcel', byId(id))).status).toBe(200);
    expect(rig.calls).toEqual([]);
  });

  it('is named by explanations of what it may refuse', async () => {
    await rig.hook('Parcel');
    const explain = async (operation: string): Promise<readonly Row[]> =>
      (await rig.ada.get(`/access/explain?entityName=Parcel&operation=${operation}`)).body.Result.Reasons;
    const Text = 'Another system, asked over HTTP, may refuse to create Parcel.';
    expect(await explain('Create')).toContainEqual(expect.objectContaining({ Kind: 'Hook', Name: 'Check', Text }));
    expect(await explain('Update')).toHaveLength(1);
  });
});

const NOTHING = { Refusals: [], Set: [] };
