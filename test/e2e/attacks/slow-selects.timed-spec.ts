import { type Answer, SOUTHBAY, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { expectHealthy, AttackedNodes } from './attacked-nodes.js';

const SETTINGS = { DATABASE_POOL_SIZE: '10' };
const GREEDY = ['nina.north', 'nils.north', 'sara.south', 'fia.clerk', 'otto.audit'];
const VICTIMS = {
  ofTheTenant: (node: TestApp): Promise<Answer> => node.as('mona.manager').select('Region'),
  ofAnother: (node: TestApp): Promise<Answer> => node.as('bob.bay', SOUTHBAY).select('Region'),
};

// Requirement: S17
describe.each([1, 2])('slow selects on %i node(s)', (count) => {
  let attacked: AttackedNodes;
  let schema: string;
  beforeAll(async () => {
    attacked = await AttackedNodes.start(count, SETTINGS);
    for (const node of attacked.nodes) for (const call of Object.values(VICTIMS)) await call(node);
    schema = `"${await attacked.first.schema()}"`;
    await attacked.first.query(`ALTER TABLE ${schema}."Note" RENAME TO "AllNotes"`);
  });
  afterAll(() => attacked.stop());

  /** Makes each select of notes take this time from now on. */
  async function slowDown(seconds: number): Promise<void> {
    await attacked.first.query(
      `CREATE OR REPLACE VIEW ${schema}."Note" AS
       SELECT * FROM ${schema}."AllNotes" WHERE (SELECT pg_sleep(${seconds})) IS NOT NULL`,
    );
  }

  const sleeping = async (): Promise<number> =>
    (
      await attacked.first.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      )
    ).length;

  // Requirement: R214
  it('of one user keep nobody else waiting: the user gets answers, or 429 with Retry-After', async () => {
    await slowDown(1.5);
    const attack = attacked.attack((node) => node.as('nina.north').select('Note'), 20);
    await until('the attack began', async () => (await sleeping()) >= 4);

    const { victims, health } = await attacked.suffer(VICTIMS, 6_000);
    await attack.end();

    for (const victim of Object.values(victims)) {
      expect(victim.statuses).toEqual([200]);
      // Less than a slow select takes, on a busy machine too.
      expect(victim.quantile(0.99)).toBeLessThan(1_000);
    }
    expect(attack.calls.statuses).toEqual([200, 429]);
    for (const { status, headers } of attack.calls.answers)
      if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]$/);
    expectHealthy(health);
  });

  it('of five users of a tenant are cancelled with an explanation when others wait', async () => {
    await slowDown(6);
    const attacks = GREEDY.map((user) => attacked.attack((node) => node.as(user).select('Note'), 4));
    await until('the attack began', async () => (await sleeping()) >= 5 * count);

    const { victims, health } = await attacked.suffer(VICTIMS, 8_000);
    await Promise.all(attacks.map(({ end }) => end()));

    for (const { statuses, ms } of Object.values(victims)) {
      expect(statuses).toEqual([200]);
      // The first requests meet reads that have not been long yet.
      expect(Math.max(...ms.slice(Math.ceil(ms.length / 4)))).toBeLessThan(1_000);
    }
    const refused = attacks.flatMap(({ calls }) => calls.answers.filter(({ status }) => status === 429));
    const messages = refused.map(({ body }) => body.Errors[0] as string);
    expect(messages).toContainEqual(expect.stringMatching(/^The request was stopped: others wait/));
    expect(refused.every(({ headers }) => /^[1-9]$/.test(headers.get('retry-after') ?? ''))).toBe(true);
    expectHealthy(health);
  });
});
