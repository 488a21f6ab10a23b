import type { RunRow } from '../../../support/automation-fixture.js';
import { type Answer, type Row, TestApp, where } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';
import { newOrder, STATUS } from './statuses.js';

const NAMES = 'Draft, Submitted, Confirmed, Picking, Shipped, Invoiced, Closed, Cancelled';

// See docs/interface/lifecycle.md#status-moves
describe('statuses by name', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start(ENQUEUES_ONLY)));
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');

  const move = (recordId: string, status: string): Promise<Answer> =>
    app.as('nina.north').send('PUT', `/status/update?recordId=${recordId}&nextStatusId=${encodeURIComponent(status)}`);
  const bulkMove = (RecordIds: readonly string[], NextStatusId: string): Promise<Answer> =>
    app.as('nina.north').send('POST', '/status/bulk-update', { RecordIds, NextStatusId });

  it('move one record and many, in any letter case, as ids do', async () => {
    const orders = [await newOrder(app), await newOrder(app), await newOrder(app), await newOrder(app)];
    const [first, second, third, fourth] = orders.map(({ recordId }) => recordId);
    for (const [recordId, status] of [
      [first, 'submitted'],
      [second, STATUS.submitted],
    ]) {
      const { body } = await move(recordId, status);
      expect(body.Result).toMatchObject({ StatusId: STATUS.submitted, StatusName: 'Submitted' });
    }
    for (const [recordId, status] of [
      [third, 'SUBMITTED'],
      [fourth, STATUS.submitted.toUpperCase()],
    ]) {
      const { body } = await bulkMove([recordId], status);
      expect(body.Result).toMatchObject([{ RecordId: recordId, IsSuccess: true, StatusId: STATUS.submitted }]);
    }
  });

  it('are refused with the names of the lifecycle, or the close one', async () => {
    const { recordId } = await newOrder(app);
    const message = async (call: Promise<Answer>): Promise<Row> => {
      const { status, body } = await call;
      expect(status).toBe(400);
      return body.ErrorDetails[0];
    };
    expect(await message(move(recordId, 'Submited'))).toMatchObject({
      Code: 'Validation',
      Path: 'nextStatusId',
      Message: expect.stringMatching(
        /^nextStatusId: the lifecycle .* has no status 'Submited'\. Did you mean 'Submitted'\?$/,
      ),
    });
    expect(await message(bulkMove([recordId], 'Nowhere'))).toMatchObject({
      Path: 'NextStatusId',
      Message: expect.stringContaining(`has no status 'Nowhere'. Statuses: ${NAMES}.`),
    });
    expect((await message(move(recordId, ''))).Message).toBe('nextStatusId is required.');
  });

  it('are compared by triggers, and checked when these are saved', async () => {
    const action = { Name: 'Tell', Type: 'SendNotification', ToUser: 'ada.admin', Message: 'Moved.' };
    const workflowId = await ada().inserted('Workflow', { Name: 'Any', Type: 'Triggered', Actions: [action] });
    const trigger = (Name: string, change: Row): Promise<Answer> =>
      ada().insert('Trigger', {
        Name,
        EntityName: 'Order',
        TriggerType: 'EventBased',
        TriggerEvent: 'Edited',
        FieldCriteria: 'AnyOfFields',
        FieldChanges: [{ FieldName: 'StatusId', ...change }],
        WorkflowIds: [workflowId],
      });
    const refused = await trigger('None', { To: 'Nowhere' });
    expect(refused.status).toBe(400);
    expect(refused.body.ErrorDetails[0].Message).toContain(
      `StatusId must be a UUID or the name of a status: ${NAMES}.`,
    );
    const same = await trigger('Same', { From: 'Draft', To: STATUS.draft });
    expect(same.body.ErrorDetails[0].Message).toContain('From and To are the same value');
    const ids = new Map<string, string>();
    for (const [name, change] of Object.entries<Row>({
      other: { From: 'Submitted', To: 'Draft' },
      byName: { From: 'draft', To: 'Submitted' },
      byId: { To: STATUS.submitted },
    }))
      ids.set((await trigger(name, change)).body.Result.Id, name);
    expect((await move((await newOrder(app)).recordId, 'Submitted')).status).toBe(200);
    const fired = async (): Promise<readonly string[]> => {
      const WhereClause = where('WorkflowId', 'EqualTo', workflowId);
      const runs: readonly RunRow[] = (await ada().select('WorkflowRun', { WhereClause })).body.Result;
      return runs.map(({ TriggerId }) => String(ids.get(String(TriggerId)))).toSorted();
    };
    await until('two runs', async () => (await fired()).length >= 2);
    expect(await fired()).toEqual(['byId', 'byName']);
  });
});
