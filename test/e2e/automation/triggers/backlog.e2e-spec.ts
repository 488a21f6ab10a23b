import { formatLogCursor, parseLogCursor } from '#core/changes/log-cursor.js';
import { AutomationApp } from '../../../support/automation-fixture.js';
import { byId } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const CHANGES = 3_000;
const DAY_SECONDS = 86_400;

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open();
  workflowId = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at.close());

const crate = (): Promise<string> => at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode(), Weight: 0 });

// Requirement: R195
it('computes each change of a record with thousands of later ones', async () => {
  const edited = await at.trigger({ TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  const id = await crate();
  await at.whileNothingIsMatched(() => at.changeOften(id, CHANGES));
  await until(`${CHANGES} runs`, async () => (await at.runCount(edited)) === CHANGES);
  const weights = await at.stock.app.query(
    `SELECT ("Input" #>> '{Old,Weight}')::int AS old, ("Input" #>> '{Record,Weight}')::int AS new,
       ("Input" #>> '{Record,RowVersion}')::int AS version
     FROM "${await at.stock.schema()}"."WorkflowRun" WHERE "TriggerId" = $1 ORDER BY "Id"`,
    [edited],
  );
  expect(weights).toEqual(Array.from({ length: CHANGES }, (_, i) => ({ old: i, new: i + 1, version: i + 2 })));
});

// Requirement: R195
it('reads changes that are older than cursors of clients may be', async () => {
  const created = await at.trigger({ WorkflowIds: [workflowId] });
  const first = await crate();
  await at.fired(created, 1);
  let old = '';
  await at.whileNothingIsMatched(async (direct) => {
    old = await crate();
    const environment = `(SELECT id FROM platform.environment WHERE schema_name = '${await at.stock.schema()}')`;
    const { rows } = await direct.query<{ cursor: string }>(
      `SELECT cursor FROM platform.trigger_cursor WHERE environment_id = ${environment}`,
    );
    const { snapshot, log } = parseLogCursor(rows[0].cursor)!;
    const earlier = formatLogCursor({ log, snapshot: { ...snapshot, at: snapshot.at - 20 * DAY_SECONDS } });
    await direct.query(`UPDATE platform.trigger_cursor SET cursor = $1 WHERE environment_id = ${environment}`, [
      earlier,
    ]);
    // The log has no later change.
    await at.stock.app.query(`UPDATE platform.change SET occurred_at = occurred_at - interval '20 days'`);
  });
  const runs = await at.fired(created, 2);
  expect(runs.map(({ Input }) => Input.Record.Id)).toEqual([first, old]);
});

// Requirement: R195
it('begins again at the end of a log that was replaced', async () => {
  const created = await at.trigger({ WorkflowIds: [workflowId] });
  await crate();
  await at.fired(created, 1);
  await at.whileNothingIsMatched(async () => {
    await crate();
    await at.stock.app.query('UPDATE platform.log SET id = gen_random_uuid()');
  });
  await until('the cursor is in the new log', async () => {
    await crate();
    return (await at.runCount(created)) > 1;
  });
  await at.stock.as('kim').update('Crate', { Weight: 1 }, byId(await crate()));
});

// Requirement: R193
it('fires for no change from before the trigger was moved to another entity', async () => {
  const moved = await at.trigger({ WorkflowIds: [await at.workflow({})] });
  await at.stock.as('root').inserted('Item', { Position: 1 });
  const { body } = await at.stock.as('root').update('Trigger', { EntityName: 'item' }, byId(moved));
  expect(body.Errors).toEqual([]);
  await at.stock.as('root').inserted('Item', { Position: 2 });
  const runs = await at.fired(moved, 1);
  expect(runs.map(({ Input }) => Input.Record.Position)).toEqual([2]);
});
