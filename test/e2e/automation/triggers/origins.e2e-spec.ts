import type { RunRow } from '../../../support/automation-fixture.js';
import { CUSTOMER, PRODUCT, USER } from '../../../support/demo.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

let app: TestApp;
let WorkflowIds: readonly string[];
beforeAll(async () => {
  app = await TestApp.start(ENQUEUES_ONLY);
  const action = { Name: 'Tell', Type: 'SendNotification', ToUser: 'ada.admin', Message: 'Fired.' };
  WorkflowIds = [await ada().inserted('Workflow', { Name: 'Any', Type: 'Triggered', Actions: [action] })];
});
afterAll(() => app.stop());

const ada = () => app.as('ada.admin');

const trigger = (fields: Row & { readonly EntityName: string }): Promise<string> =>
  ada().inserted('Trigger', { Name: `T ${fields.EntityName}`, TriggerType: 'EventBased', WorkflowIds, ...fields });

async function fired(triggerId: string, count: number): Promise<readonly RunRow[]> {
  const runs = async () =>
    (await ada().select('WorkflowRun', { WhereClause: where('TriggerId', 'EqualTo', triggerId) })).body.Result;
  await until(`${count} runs`, async () => (await runs()).length >= count);
  return runs();
}

// Requirement: R195
it('does not fire for the records of a definition file, which brings triggers', async () => {
  const { body } = await ada().select('Trigger', { WhereClause: where('Name', 'EqualTo', 'PaymentReceived') });
  const [{ Id }] = body.Result;
  // In both tenants of the demo.
  expect(await app.query('SELECT FROM platform.trigger WHERE id = $1', [Id])).toHaveLength(2);
  const other = await trigger({ EntityName: 'Note', TriggerEvent: 'Created' });
  await ada().inserted('Note', { Subject: 'marker' });
  await fired(other, 1);
  // The demo has a schedule, which fires at its time of day.
  const Filters = [
    { FieldName: 'TriggerId', Operator: 'NotEqualTo', Value: other },
    { FieldName: 'EntityName', Operator: 'IsNotNULL' },
  ];
  expect((await ada().select('WorkflowRun', { WhereClause: { Filters } })).body.Result).toEqual([]);
});

// Requirement: R195
it('fires for a change of rollups, in the name of the user whose write has caused it', async () => {
  const OrderLines = [{ LineNumber: 1, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '2.00' }];
  const fields = { CustomerId: CUSTOMER.alpenmarkt, OrderDate: '2026-05-01', OrderLines };
  const { body } = await app.as('nina.north').insert('Order', fields);
  const OrderId = body.Result.Id as string;
  const FieldChanges = [{ FieldName: 'LineCount', To: 2 }];
  const rollup = await trigger({
    EntityName: 'Order',
    TriggerEvent: 'Edited',
    FieldCriteria: 'AllOfFields',
    FieldChanges,
  });
  await app.as('nina.north').inserted('OrderLine', { ...OrderLines[0], LineNumber: 2, OrderId });
  const [run] = await fired(rollup, 1);
  expect(run).toMatchObject({
    UserId: USER.nina,
    Input: { Old: { LineCount: 1 }, Record: { Id: OrderId, LineCount: 2 } },
  });
});

// Requirement: R193
it('stands on users and notifications', async () => {
  const users = await trigger({ EntityName: 'User', TriggerEvent: 'Edited' });
  const notes = await trigger({ EntityName: 'Notification', TriggerEvent: 'Created' });
  await ada().update('User', { DisplayName: 'Nina N.' }, byId(USER.nina));
  const [run] = await fired(users, 1);
  expect(run.Input.Record).toMatchObject({ Id: USER.nina, DisplayName: 'Nina N.' });
  await ada().inserted('Notification', { OwnerId: USER.nina, Message: 'Hello' });
  const [note] = await fired(notes, 1);
  expect(note.Input.Record).toMatchObject({ Message: 'Hello' });
});
