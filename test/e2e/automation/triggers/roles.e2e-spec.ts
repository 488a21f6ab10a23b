import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, TestApp } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

/** A node that matches triggers does so within 0.3 seconds, one that follows the clock fires within 0.5. */
const LONG_ENOUGH_MS = 2_000;

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start({ ROLES: 'api' })));
afterAll(() => app.stop());

// Requirement: R193, R195
it('leaves triggers and schedules to nodes with the role worker', async () => {
  const ada = app.as('ada.admin');
  const Actions = [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'It was started.' }];
  const WorkflowIds = [await ada.inserted('Workflow', { Name: 'W', Type: 'Triggered', Actions })];
  const fields = { EntityName: 'Note', WorkflowIds };
  const members = { Name: 'Event', TriggerType: 'EventBased', TriggerEvent: 'Created', ...fields };
  const event = await ada.inserted('Trigger', members);
  const timed = { Name: 'Time', TriggerType: 'Scheduled', CronExpression: '* * * * * *', ...fields };
  const schedule = await ada.inserted('Trigger', timed);
  await ada.inserted('Note', { Subject: 'before' });
  const fired = async (): Promise<readonly string[]> => {
    const { body } = await ada.select('WorkflowRun', { SelectedFields: ['TriggerId'] });
    return body.Result.map(({ TriggerId }: Row) => TriggerId as string);
  };
  await sleep(LONG_ENOUGH_MS);
  expect(await fired()).toEqual([]);
  const other = await app.startAnother(ENQUEUES_ONLY);
  await until('a worker has fired both', async () => {
    const ids = await fired();
    return ids.includes(event) && ids.includes(schedule);
  });
  await other.stop();
});
