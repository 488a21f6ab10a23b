import { type Answer, type Place, SOUTHBAY, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { expectHealthy, AttackedNodes } from './attacked-nodes.js';

const SLEEP_SECONDS = 3;
/** Objects of one user that a node runs at once. */
const USER_SHARE = 2;
/** A call opens a connection, which takes long on a busy machine: so victims stay users of few calls. */
const PAUSE_MS = 1_000;

const sleep =
  (user: string, seconds: number, place?: Place) =>
  (node: TestApp): Promise<Answer> =>
    node.as(user, place).send('POST', '/database/execute', {
      ObjectName: 'SleepTest',
      ObjectType: 2,
      Parameters: [{ Name: 'Seconds', Value: seconds }],
    });

const VICTIMS = { ofTheTenant: sleep('mona.manager', 0), ofAnother: sleep('bob.bay', 0, SOUTHBAY) };

describe.each([1, 2])('sleeping database routines on %i node(s)', (count) => {
  let attacked: AttackedNodes;
  beforeAll(async () => {
    attacked = await AttackedNodes.start(count, {});
    for (const node of attacked.nodes) for (const call of Object.values(VICTIMS)) await call(node);
  });
  afterAll(() => attacked.stop());

  const asleep = async (): Promise<number> =>
    (
      await attacked.first.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      )
    ).length;

  it.each([
    ['one user', ['omar.outside'], USER_SHARE],
    ['two users', ['omar.outside', 'nina.north'], USER_SHARE + 1],
  ])('of %s keep no calls of others waiting', async (_, users, atOnce) => {
    const attacks = users.map((user) => attacked.attack(sleep(user, SLEEP_SECONDS), 10));
    await until('the attack began', async () => (await asleep()) >= atOnce * count);

    const { victims, health } = await attacked.suffer(VICTIMS, 10_000, PAUSE_MS);
    const atLast = await asleep();
    await Promise.all(attacks.map(({ end }) => end()));

    for (const victim of Object.values(victims)) {
      expect(victim.statuses).toEqual([200]);
      expect(victim.quantile(0.9)).toBeLessThan(1_000);
    }
    expect(atLast).toBeLessThanOrEqual(atOnce * count);
    for (const { calls } of attacks) {
      expect(calls.statuses).toEqual([200, 429]);
      for (const { status, headers } of calls.answers)
        if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]$/);
    }
    expectHealthy(health);
  });
});
