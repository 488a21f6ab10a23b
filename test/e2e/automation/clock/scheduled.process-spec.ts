import { AutomationApp, type RunRow } from '../../../support/automation-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const EVERY_SECOND = '* * * * * *';
const YEARLY = '0 0 1 1 *';

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open({ ROLES: 'api,worker' });
  workflowId = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at.close());

const schedule = (CronExpression: string, fields: Row = {}): Promise<string> =>
  at.trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression, WorkflowIds: [workflowId], ...fields });
const setActive = (id: string, IsActive: boolean) => at.stock.as('root').update('Trigger', { IsActive }, byId(id));
const stored = async (id: string): Promise<Row> => at.stock.as('root').row('Trigger', id);
const nextTimes = async (id: string): Promise<readonly string[]> =>
  (await stored(id)).NextFireTimes as readonly string[];

/** Due times of a trigger that have fired, in seconds. */
async function fireTimes(id: string): Promise<readonly number[]> {
  const rows = await at.stock.app.query<{ at: string }>(
    'SELECT extract(epoch FROM due_at) AS at FROM platform.fire_time WHERE trigger_id = $1 ORDER BY due_at',
    [id],
  );
  return rows.map((row) => Number(row.at));
}

/** Moves the next due time into the past, as if no node had been there since. */
const missSince = (id: string, ago: string) =>
  at.stock.app.query(
    `UPDATE platform.schedule SET next_due_at = date_trunc('second', now() - $2::interval) WHERE id = $1`,
    [id, ago],
  );

/** Waits until the next due time is settled. */
async function settled(id: string): Promise<void> {
  await until('the next due time is in the future', async () => {
    const [row] = await at.stock.app.query('SELECT 1 FROM platform.schedule WHERE id = $1 AND next_due_at > now()', [
      id,
    ]);
    return row !== undefined;
  });
}

// Requirement: R193, R198
it('starts one run for each fire time, without a record and by nobody', async () => {
  const id = await schedule('*/2 * * * * *');
  const runs = await at.fired(id, 2);
  await setActive(id, false);
  expect(runs[0]).toMatchObject({ WorkflowId: workflowId, RunAs: 'Service', EntityName: null, RecordId: null });
  expect(runs[0]).toMatchObject({ UserId: null, Chain: [{ DefinitionId: id, RecordId: null }], Input: {} });
  const times = await fireTimes(id);
  expect(times.every((second) => second % 2 === 0)).toBe(true);
  expect(await at.runs(id)).toHaveLength(times.length);
});

// Requirement: R197
it('starts a run for each active workflow and one for the notifications', async () => {
  const inactive = await at.workflow({ EntityName: 'Crate', IsActive: false });
  const Notifications = [{ ToUser: 'kim', Message: 'Count the crates.' }];
  const id = await schedule(EVERY_SECOND, { WorkflowIds: [workflowId, inactive], Notifications });
  await at.fired(id, 2);
  await setActive(id, false);
  const runs = await at.runs(id);
  const workflows = runs.map((run: RunRow) => run.WorkflowId);
  expect(new Set(workflows)).toEqual(new Set([workflowId, null]));
  expect(runs).toHaveLength(2 * (await fireTimes(id)).length);
});

// Requirement: R193
it('does not fire while it is inactive, nor for times before it was activated again', async () => {
  const id = await schedule(EVERY_SECOND);
  await at.fired(id, 1);
  await setActive(id, false);
  const before = await fireTimes(id);
  expect((await stored(id)).NextFireTimes).toBeNull();
  const marker = await schedule(EVERY_SECOND);
  await at.fired(marker, 2);
  await setActive(marker, false);
  expect(await fireTimes(id)).toEqual(before);
  const [{ at: now }] = await at.stock.app.query<{ at: string }>('SELECT extract(epoch FROM now()) AS at');
  await setActive(id, true);
  await at.fired(id, before.length + 1);
  await setActive(id, false);
  const later = (await fireTimes(id)).slice(before.length);
  expect(later[0]).toBeGreaterThan(Number(now));
});

// Requirement: R198
it.each([
  ['None', '6 hours', 0],
  ['Last', '6 hours', 1],
  ['All', '6 hours', 6],
  ['All', '200 hours', 100],
])('catches up %s of what was missed for %s', async (CatchUp, ago, expected) => {
  const minute = new Date(Date.now() - 1_800_000).getUTCMinutes();
  const id = await schedule(`${minute} * * * *`, { CatchUp });
  await missSince(id, ago);
  await settled(id);
  const times = await fireTimes(id);
  expect(times).toHaveLength(expected);
  expect(await at.runs(id)).toHaveLength(expected);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  const now = Date.now() / 1_000;
  for (const [i, time] of times.toReversed().entries()) expect(Math.floor((now - time) / 3_600)).toBe(i);
});

// Requirement: R198
it('fires a time of the last minute whatever CatchUp says', async () => {
  const late = new Date(Date.now() - 30_000);
  const cron = `${late.getUTCSeconds()} ${late.getUTCMinutes()} ${late.getUTCHours()} * * *`;
  const id = await schedule(cron, { CatchUp: 'None' });
  await missSince(id, '31 seconds');
  await settled(id);
  expect(await fireTimes(id)).toEqual([Math.floor(late.getTime() / 1_000)]);
});

// Requirement: R198
it('fires a time once, even when it is due again', async () => {
  const id = await schedule(EVERY_SECOND);
  await at.fired(id, 3);
  for (let round = 0; round < 3; round++) {
    await missSince(id, '5 seconds');
    await settled(id);
  }
  await setActive(id, false);
  const times = await fireTimes(id);
  expect(await at.runs(id)).toHaveLength(times.length);
  expect(new Set(times).size).toBe(times.length);
});

// Requirement: R194
it('shows the next five fire times in the answer of the write, on a read and after each fire', async () => {
  const fields = { Name: 'Shown', EntityName: 'Crate', TriggerType: 'Scheduled', CronExpression: '30 2 * * *' };
  const { body } = await at.stock.as('root').insert('Trigger', { ...fields, TimeZone: 'Europe/Berlin' });
  const shown = body.Result.NextFireTimes as readonly string[];
  expect(shown).toHaveLength(5);
  for (const time of shown) expect(time).toMatch(/^\d{4}-\d\d-\d\dT0[01]:30:00Z$/);
  expect(shown.toSorted()).toEqual(shown);
  const id = body.Result.Id as string;
  expect(await nextTimes(id)).toEqual(shown);
  await at.stock.as('root').update('Trigger', { CronExpression: YEARLY, TimeZone: 'UTC' }, byId(id));
  expect((await nextTimes(id)).every((time) => /^\d{4}-01-01T00:00:00Z$/.test(time))).toBe(true);
  await at.stock.as('root').update('Trigger', { CronExpression: '*/3 * * * * *' }, byId(id));
  const [first, second] = await nextTimes(id);
  const before = await stored(id);
  await until('the first has fired', async () => (await fireTimes(id)).length > 0);
  const after = await stored(id);
  expect((after.NextFireTimes as readonly string[])[0] > first).toBe(true);
  expect(second > first).toBe(true);
  expect({ ...after, NextFireTimes: null }).toEqual({ ...before, NextFireTimes: null });
  await setActive(id, false);
});

// Requirement: R194
it('keeps the next time when another field is written, and refuses the field itself', async () => {
  const id = await schedule(YEARLY);
  const due = 'SELECT next_due_at::text AS at FROM platform.schedule WHERE id = $1';
  await at.stock.app.query(`UPDATE platform.schedule SET next_due_at = '2990-01-01' WHERE id = $1`, [id]);
  await at.stock.as('root').update('Trigger', { Description: 'Once a year' }, byId(id));
  expect(await at.stock.app.query(due, [id])).toEqual([{ at: expect.stringMatching(/^2990/) }]);
  const { status, text } = await at.stock.as('root').update('Trigger', { NextFireTimes: [] }, byId(id));
  expect([status, text]).toEqual([400, expect.stringContaining('NextFireTimes')]);
  await at.stock.as('root').delete('Trigger', byId(id));
  expect(await at.stock.app.query(due, [id])).toEqual([]);
});
