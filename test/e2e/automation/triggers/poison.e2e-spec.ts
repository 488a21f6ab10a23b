import { AutomationApp } from '../../../support/automation-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** More than a page. */
const CHANGES = 1_100;

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open();
  workflowId = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at.close());

const kim = () => at.stock.as('kim');
const heavy = { Filters: [{ FieldName: 'Weight', Operator: 'GreaterThan', Value: 10 }] };
const crate = (fields: Row = {}): Promise<string> => kim().inserted('Crate', { Code: at.stock.newCode(), ...fields });

/** Changes the stored values of the last change of a crate. */
async function spoilLog(id: string, old: string): Promise<void> {
  await at.stock.app.query(
    `UPDATE platform.change SET old = $2::json
     WHERE record_id = $1 AND position = (SELECT max(position) FROM platform.change WHERE record_id = $1)`,
    [id, old],
  );
}

// Requirement: R195, T51
it('leaves failed runs of a trigger whose clause no longer fits, and goes on with the others', async () => {
  const broken = await at.trigger({ Name: 'Broken', WhereClause: heavy, WorkflowIds: [workflowId] });
  const sound = await at.trigger({ WhereClause: heavy, WorkflowIds: [workflowId] });
  await at.stock.app.query(`UPDATE "${await at.stock.schema()}"."Trigger" SET "WhereClause" = $2 WHERE "Id" = $1`, [
    broken,
    JSON.stringify({ Filters: [{ FieldName: 'Gone', Operator: 'EqualTo', Value: 1 }] }),
  ]);
  await at.trigger({ EntityName: 'Label' });
  const ids = [await crate({ Weight: 20 }), await crate({ Weight: 1 })];
  const failed = await at.fired(broken, 2);
  expect(failed.map(({ State }) => State)).toEqual(['Failed', 'Failed']);
  expect(failed.map(({ Input }) => Input.Record.Id)).toEqual(ids);
  expect(failed[0].Error).toMatchObject({
    Message: expect.stringMatching(/^Trigger Broken could not be judged: .*Gone/),
  });
  const [run] = await at.fired(sound, 1);
  expect(run).toMatchObject({ State: 'Running', Input: { Record: { Id: ids[0] } } });
  await at.stock.as('root').delete('Trigger', byId(broken));
});

// Requirement: R195, T51
it('leaves a failed run of a change that cannot be judged, and judges the others', async () => {
  const edited = await at.trigger({ TriggerEvent: 'Edited', WhereClause: heavy, WorkflowIds: [workflowId] });
  const always = await at.trigger({ TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  const [one, two] = [await crate(), await crate()];
  await at.whileNothingIsMatched(async () => {
    await kim().update('Crate', { Weight: 20 }, byId(one));
    await kim().update('Crate', { Weight: 30 }, byId(two));
    await kim().update('Crate', { Weight: 40 }, byId(two));
    await spoilLog(two, '{"Weight":"heavy"}');
  });
  const runs = await at.fired(edited, 3);
  expect(runs.map(({ State, Input }) => [State, Input.Record.Weight])).toEqual([
    ['Running', 20],
    ['Failed', 'heavy'],
    ['Running', 40],
  ]);
  const all = await at.fired(always, 3);
  expect(all.map(({ State }) => State)).toEqual(['Running', 'Running', 'Running']);
});

// Requirement: R195, T51
it('leaves a failed run of a record that cannot be read, and reads the others', async () => {
  const edited = await at.trigger({ TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  const [spoilt, other] = [await crate(), await crate({ Weight: 0 })];
  await at.whileNothingIsMatched(async () => {
    await kim().update('Crate', { Weight: 5 }, byId(spoilt));
    // The next change of the record is in the next page.
    await at.changeOften(other, CHANGES);
    await kim().update('Crate', { Weight: 6 }, byId(spoilt));
    await spoilLog(spoilt, '5');
  });
  await until('all runs', async () => (await at.runCount(edited)) === CHANGES + 2);
  const failed = (await at.runs(edited)).filter(({ State }) => State === 'Failed');
  expect(failed).toMatchObject([{ Error: { Message: expect.stringMatching(/^The record could not be read/) } }]);
});
