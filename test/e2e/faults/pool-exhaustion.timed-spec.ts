import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER } from '../../support/demo.js';
import { outcomeOf } from '../../support/outcome-of.js';
import { type Answer, byId, type Caller, TestApp } from '../../support/test-app.js';

const POOL_SIZE = 4;
const CALLS = 200;
/** A request waits two seconds for a connection; one of very many reads of a user, two more for memory. */
const REFUSED_WITHIN_MS = 6_000;

/** Writes that answered 202 are tried again every few seconds, and then one after the other without a pause. */
const DONE_WITHIN_MS = 15_000;

/** One user may take all connections, so that what happens when none is left can be seen. */
const ONE_SHARE = { DATABASE_USER_SHARE: '4', DATABASE_TENANT_SHARE: '4', DATABASE_KEPT: '0' };

let app: TestApp;
let nina: Caller;
let mona: Caller;
beforeAll(async () => {
  const pool = { DATABASE_POOL_SIZE: String(POOL_SIZE), ...ONE_SHARE };
  app = await TestApp.start({ ...pool, WAIT_WINDOW_MS: '1000', WRITE_LEASE_MS: '3000', LOCK_TIMEOUT_MS: '25000' });
  nina = app.as('nina.north');
  mona = app.as('mona.manager');
  for (const user of [nina, mona]) await user.select('Note');
});
afterAll(() => app.stop());

/** Answers with how long they took. */
async function timed(call: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly ms: number }> {
  const startedAt = performance.now();
  const answer = await call();
  return { answer, ms: performance.now() - startedAt };
}

/** Takes every connection of the node by writes that wait for a lock. @returns what ends it */
async function exhaust(): Promise<() => Promise<readonly Answer[]>> {
  const holder = await app.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM "${await app.schema()}"."Customer" WHERE "Id" = $1 FOR UPDATE`, [CUSTOMER.bistro]);
  const held = Array.from({ length: POOL_SIZE }, (_, i) =>
    nina.update('Customer', { Name: `Bistro ${i}` }, byId(CUSTOMER.bistro)),
  );
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await app.query(waiting)).length < POOL_SIZE) await sleep(10);
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
    return Promise.all(held);
  };
}

it('refuses reads early, answers writes with 202 and health, and recovers when the locks are released', async () => {
  const release = await exhaust();
  const other = timed(() => mona.select('Note'));
  const calls = Array.from({ length: CALLS }, (_, i) =>
    timed(() => (i % 2 === 0 ? nina.select('Note') : nina.insert('Note', { Subject: `waits ${i}` }))),
  );
  const answered = Promise.all(calls);
  const isOver = answered.then(() => true);
  const live: number[] = [];
  do {
    const { answer, ms } = await timed(() => app.send('GET', '/health/live'));
    expect(answer.status).toBe(200);
    live.push(ms);
  } while (!(await Promise.race([isOver, sleep(50, false)])));
  const answers = await answered;

  expect(new Set(answers.map(({ answer }) => answer.status))).toEqual(new Set([202, 429]));
  // A user without any connection is refused because none is free, not for too much use.
  expect((await other).answer.status).toBe(503);
  for (const { answer, ms } of [...answers, await other]) {
    expect(ms).toBeLessThan(REFUSED_WITHIN_MS);
    if (answer.status !== 202) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect(live.toSorted((a, b) => a - b)[Math.floor(live.length / 2)]).toBeLessThan(200);
  expect(Math.max(...live)).toBeLessThan(1_000);

  await release();
  const releasedAt = performance.now();
  while ((await nina.select('Note')).status !== 200);
  expect(performance.now() - releasedAt).toBeLessThan(2_000);
  const accepted = answers.filter(({ answer }) => answer.status === 202);
  for (const { answer } of accepted) expect(await outcomeOf(nina, answer)).toMatchObject({ Status: 'Completed' });
  expect(performance.now() - releasedAt).toBeLessThan(DONE_WITHIN_MS);
  const written = await app.query(`SELECT FROM "${await app.schema()}"."Note" WHERE "Subject" LIKE 'waits %'`);
  expect(written).toHaveLength(accepted.length);
});
