import { randomUUID } from 'node:crypto';
import { DueSchedules } from '#automation/clock/due-schedules.repository.js';
import { EnvironmentsWithRuns } from '#automation/queue/environments-with-runs.js';
import { RunQueueRepository } from '#automation/queue/run-queue.repository.js';
import { TriggerCursors } from '#automation/triggers/trigger-cursors.repository.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { CommandRepository } from '#platform/operations/command.repository.js';
import { RawSocket } from '../../../support/raw-socket.js';
import { HUB, HubListener, tokenOf } from '../../../support/hub-client.js';
import { keyOf, told } from '../../../support/keys.js';
import { DEVELOPMENT, type Place, SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { customer, USER } from '../../../support/demo.js';
import { until } from '../../../support/until.js';
import { comeInto, environmentId } from './state.js';

let app: TestApp;
beforeEach(async () => void (app = await TestApp.start({ ROLES: 'api' })));
afterEach(() => app.stop());

const answer = (user: string, place: Place) => app.as(user, place).select('Customer');

it('answers 421 with the name of the cell, after the token and the headers, and before the membership', async () => {
  const id = await environmentId(app, SOUTHBAY);
  await comeInto(app, SOUTHBAY, 'Moved', 'b');
  const { status, headers, body } = await answer('bob.bay', SOUTHBAY);
  expect([status, headers.get('retry-after'), body.ErrorDetails]).toEqual([
    421,
    '1',
    [{ Code: 'OtherCell', Message: expect.stringContaining("cell 'b'"), Params: { Cell: 'b' } }],
  ]);
  const anyCase = { TenantId: 'SOUTHBAY', AppId: 'ordertocash', EnvironmentId: id.toUpperCase() };
  expect(told(await answer('omar.outside', anyCase))).toBe('421 OtherCell');
  expect(told(await answer('bob.bay', { ...SOUTHBAY, EnvironmentId: 'no name' }))).toBe('400 ContextInvalid');
  const withoutToken = await app.send('POST', '/api/v1/queries/select', { EntityName: 'Customer' }, { ...SOUTHBAY });
  expect(told(withoutToken)).toBe('401 TokenMissing');
  expect(told(await answer('bob.bay', { ...SOUTHBAY, EnvironmentId: 'Test' }))).toBe('403 NotMember');
  expect((await answer('nina.north', DEVELOPMENT)).status).toBe(200);
});

it('refuses reads and writes that a cached catalogue would serve', async () => {
  const nina = app.as('nina.north');
  expect((await nina.select('Customer')).status).toBe(200);
  await app.query(`UPDATE platform.environment SET state = 'Moved', cell = 'b', definitions_version = definitions_version + 1
    WHERE id = '${await environmentId(app, DEVELOPMENT)}'`);
  // No node was notified: the write finds that its definitions are stale, and refreshes them.
  expect(told(await nina.insert('Customer', customer()))).toBe('421 OtherCell');
  expect(told(await nina.select('Customer'))).toBe('421 OtherCell');
});

it('answers calls by key with 421', async () => {
  const { caller } = await keyOf(app, USER.nina);
  expect((await caller.select('Customer')).status).toBe(200);
  await comeInto(app, DEVELOPMENT, 'Moved', 'b');
  await until('the key is refused', async () => told(await caller.select('Customer')) === '421 OtherCell');
});

it('lists no environment that has moved or is being copied', async () => {
  const listed = async () => (await app.as('ada.admin').get('/environments')).body.Result.length as number;
  const before = await listed();
  expect(before).toBeGreaterThan(0);
  for (const state of ['Moved', 'Copying'] as const) {
    await comeInto(app, DEVELOPMENT, state, 'b');
    expect(await listed()).toBe(before - 1);
  }
});

it('treats an environment that is being copied as one that does not exist', async () => {
  await comeInto(app, SOUTHBAY, 'Copying');
  await until('it is gone', async () => told(await answer('bob.bay', SOUTHBAY)) === '403 NotMember');
});

it.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)(
  'lets clients of the hub connect again over %s, and answers them 421',
  async (transport) => {
    const token = await tokenOf(app, 'bob.bay');
    const listener = await HubListener.served(app, 'bob.bay', { place: SOUTHBAY, transport, reconnectAfterMs: [0] });
    const refusals: unknown[] = [];
    listener.connection.onreconnecting((error) => void refusals.push(String(error)));
    await comeInto(app, SOUTHBAY, 'Moved', 'b');
    await listener.closed;
    expect(refusals).toEqual([expect.stringContaining('The environment has moved to another cell.')]);
    const headers = { Authorization: `Bearer ${token}`, ...SOUTHBAY };
    const { status, text } = await app.send('POST', `${HUB}/negotiate?negotiateVersion=1`, undefined, headers);
    expect([status, text]).toEqual([421, expect.stringContaining('OtherCell: ')]);
    await expect(RawSocket.open(app.url + HUB, headers)).rejects.toThrow('421');
  },
);

it('does no background work for it', async () => {
  const id = await environmentId(app, SOUTHBAY);
  const [{ tenant, application }] = await app.query<{ tenant: string; application: string }>(
    `SELECT a.tenant_id AS tenant, a.id AS application
     FROM platform.app a JOIN platform.environment e ON e.app_id = a.id WHERE e.id = $1`,
    [id],
  );
  const [commandId, runId, triggerId, none] = Array.from({ length: 4 }, () => randomUUID());
  const work = async () => {
    const wanted = { count: 5, held: { environments: [], hasSuspect: false }, share: 5 };
    const taken = await app.provider(CommandRepository).take(5, { userIds: [], tenantIds: [] }, true);
    const runs = app.provider(RunQueueRepository);
    const claimed = await runs.claim('all', wanted, new EnvironmentsWithRuns());
    const environments = app.provider(EnvironmentRepository);
    return {
      commands: taken.map(({ command }) => command.id),
      runs: claimed.flatMap((row) => row.runId ?? []),
      backlog: (await runs.backlog()).queued,
      elsewhere: await runs.isWaitingElsewhere([]),
      due: (await app.provider(DueSchedules).due()).some((due) => due.environmentId === id),
      triggers: (await app.provider(TriggerCursors).environments()).has(id),
      cursor: (await app.provider(TriggerCursors).find(id)) !== undefined,
      found: (await environments.byIds([id])).length,
      pending: (await environments.unmarked('completed', 'another')).some(({ environment }) => environment.id === id),
    };
  };
  const nothing = {
    commands: [],
    runs: [],
    backlog: 0,
    elsewhere: false,
    due: false,
    triggers: false,
    cursor: false,
    found: 0,
    pending: false,
  };
  await app.query(`DELETE FROM platform.run`);
  for (const state of ['Moved', 'Copying'] as const) {
    await comeInto(app, SOUTHBAY, state, 'b');
    if (state === 'Moved') {
      await app.query(
        `INSERT INTO platform.command (id, tenant_id, app_id, environment_id, user_id, route, operation, body, preferences, node,
           submitted_on, lease_until)
         VALUES ($1, $2, $3, $4, $5, 'POST /records/insert', 'Insert', '{}', '{}', $5, now(), now() - interval '1 s')`,
        [commandId, tenant, application, id, none],
      );
      await app.query(`INSERT INTO platform.run (id, environment_id) VALUES ($1, $2)`, [runId, id]);
      await app.query(
        `INSERT INTO platform.schedule (environment_id, id, kind, rule, next_due_at) VALUES ($1, $2, 'Scheduled', '', now())`,
        [id, triggerId],
      );
      await app.query(
        `INSERT INTO platform.trigger (environment_id, id, entity, active_since) VALUES ($1, $2, 'Customer', '3')`,
        [id, triggerId],
      );
      await app.query(
        `INSERT INTO platform.trigger_cursor (environment_id, begins_at, begins_on) VALUES ($1, '3', now())
         ON CONFLICT DO NOTHING`,
        [id],
      );
    }
    expect(await work()).toEqual(nothing);
  }
  await comeInto(app, SOUTHBAY, 'Active');
  expect(await work()).toEqual({
    // The node itself may have taken the write.
    commands: expect.anything(),
    runs: [runId],
    backlog: 1,
    elsewhere: false,
    due: true,
    triggers: true,
    cursor: true,
    found: 1,
    pending: true,
  });
});

it('starts without the tables of an environment that has moved', async () => {
  await comeInto(app, SOUTHBAY, 'Moved', 'b');
  await app.query(`DROP SCHEMA "${await app.schema(SOUTHBAY)}" CASCADE`);
  const another = await app.startAnother({ STUDIO: 'true' });
  try {
    expect((await another.send('GET', '/health/ready')).status).toBe(200);
    expect((await another.send('GET', '/studio/config.json')).status).toBe(200);
    expect(told(await another.as('bob.bay', SOUTHBAY).select('Customer'))).toBe('421 OtherCell');
    expect((await another.as('nina.north').select('Customer')).status).toBe(200);
    expect((await another.as('nina.north').get('/environments')).status).toBe(200);
  } finally {
    await another.stop();
  }
});
