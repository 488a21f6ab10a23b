import { randomUUID } from 'node:crypto';
import { AutomationApp } from '../../../support/automation-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open();
  workflowId = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at.close());

const crate = (): Promise<string> => at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode() });

/** Changes a crate as a step of a run would. */
async function changedBy(runId: string, id: string, fields: Row): Promise<void> {
  await at.whileNothingIsMatched(async () => {
    const { body } = await at.stock.as('kim').update('Crate', fields, byId(id));
    await at.addStep(runId, body.CorrelationId as string);
  });
}

// Requirement: R196, T52
it('stops a chain that comes back to the same trigger and record, and keeps what it has written', async () => {
  const edited = await at.trigger({ Name: 'Weigh', TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  const id = await crate();
  await at.stock.as('kim').update('Crate', { Weight: 1 }, byId(id));
  const [first] = await at.fired(edited, 1);
  await changedBy(first.Id as string, id, { Weight: 2 });
  const [, second] = await at.fired(edited, 2);
  expect(first).toMatchObject({ State: 'Running', CausedBy: null, Chain: [{ DefinitionId: edited, RecordId: id }] });
  expect(second).toMatchObject({ State: 'Stopped', CausedBy: first.Id });
  expect(second.Error).toEqual({
    Message: `The chain Weigh (${id}) → Weigh (${id}) was stopped: Weigh has fired for this record before.`,
  });
  expect(second.Chain).toHaveLength(2);
  expect(await at.stock.as('kim').row('Crate', id)).toMatchObject({ Weight: 2 });
  await at.stock.as('kim').update('Crate', { Weight: 3 }, byId(id));
  expect((await at.fired(edited, 3)).map(({ State }) => State)).toEqual(['Running', 'Stopped', 'Running']);
  await at.stock.as('root').delete('Trigger', byId(edited));
});

// Requirement: R196, T52
it('stops a chain of more than eight firings, and one that a workflow without a trigger has begun', async () => {
  const edited = await at.trigger({ Name: 'Pass', TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  await at.stock.as('kim').update('Crate', { Weight: 1 }, byId(await crate()));
  for (let length = 2; length <= 9; length++) {
    const last = (await at.fired(edited, length - 1)).at(-1)!;
    await changedBy(last.Id as string, await crate(), { Weight: 1 });
  }
  const runs = await at.fired(edited, 9);
  expect(runs.map(({ State }) => State)).toEqual([...Array<string>(8).fill('Running'), 'Stopped']);
  expect(runs[8].Error).toMatchObject({
    Message: expect.stringMatching(
      /^The chain (Pass \([-0-9a-f]{36}\) → ){8}Pass .* was stopped: it is longer than 8\.$/,
    ),
  });
});

// Requirement: R195
it('takes no other correlation id for a step', async () => {
  const created = await at.trigger({ WorkflowIds: [workflowId] });
  await crate();
  const [run] = await at.fired(created, 1);
  await at.addStep(run.Id as string, randomUUID());
  await crate();
  const [, second] = await at.fired(created, 2);
  expect(second).toMatchObject({ CausedBy: null, Chain: [{ DefinitionId: created }] });
});
