import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { outcomeOf } from '../../support/outcome-of.js';
import { ServiceProcess } from '../../support/service-process.js';
import { byId, type Answer } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const LOSSES = 5;
/** A statement that waits for a lock does not end before its process. */
const PATIENCE = { LOCK_TIMEOUT_MS: '600000', STATEMENT_TIMEOUT_MS: '600000' };
const SETTINGS = { WRITE_LEASE_MS: '1000', WAIT_WINDOW_MS: '300', DATABASE_POOL_SIZE: '4', ...PATIENCE };
const ASYNC = { Prefer: 'respond-async' };
const TIMEOUT_MS = 300_000;
const WAIT_MS = 60_000;
const BLOCKED_LOOP = fileURLToPath(new URL('../../support/blocked-loop.mjs', import.meta.url));

let database: TestDatabase;
let direct: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterEach(() => ServiceProcess.killAll());
afterAll(async () => {
  await direct.end();
  await database.drop();
});

interface Command {
  readonly node: string;
  readonly attempt: number;
  readonly losses: number;
  readonly ended: boolean;
}

const start = (more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> =>
  ServiceProcess.start(database.url, { ...SETTINGS, ...more });
const idOf = ({ body }: Answer): string => body.CorrelationId as string;
async function command(id: string): Promise<Command> {
  const { rows } = await direct.query<Command>(
    'SELECT node, attempt, losses, finished_on IS NOT NULL AS ended FROM platform.command WHERE id = $1',
    [id],
  );
  return rows[0];
}
const accept = async (node: ServiceProcess, Subject: string): Promise<Answer> => {
  const answer = await (await node.as('nina.north')).insert('Note', { Subject }, ASYNC);
  expect(answer.status).toBe(202);
  return answer;
};
/** A write that waits for a lock of the test as long as its process lives. */
async function poisonOn(
  node: ServiceProcess,
): Promise<{ readonly answer: Answer; readonly free: () => Promise<void> }> {
  const ada = await node.as('ada.admin');
  const id = await ada.inserted('Note', { Subject: 'Locked' });
  const holder = await direct.connect();
  const { rows } = await holder.query<{ name: string }>(
    `SELECT e.schema_name AS name FROM platform.environment e JOIN platform.change c ON c.environment_id = e.id
     ORDER BY c.position DESC LIMIT 1`,
  );
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM ${rows[0].name}."Note" WHERE "Id" = $1 FOR UPDATE`, [id]);
  const answer = await ada.update('Note', { Subject: 'Poison' }, byId(id), undefined, ASYNC);
  expect(answer.status).toBe(202);
  const free = async (): Promise<void> => {
    await holder.query('ROLLBACK');
    holder.release();
  };
  return { answer, free };
}
/** Other writes that a node has taken over and not ended. */
async function besides(id: string, node: string): Promise<readonly string[]> {
  const { rows } = await direct.query<{ id: string }>(
    `SELECT id FROM platform.command
     WHERE finished_on IS NULL AND node = $2 AND id <> $1 AND attempt > 1 AND lease_until > now()`,
    [id, node],
  );
  return rows.map((row) => row.id);
}

it(
  'a write that ends each process that executes it fails after a few attempts, and those beside it do not',
  async () => {
    let node = await start();
    const { answer: poison, free } = await poisonOn(node);
    const others = [await accept(node, 'SLOW:901'), await accept(node, 'SLOW:902'), await accept(node, 'SLOW:903')];
    for (let losses = 1; losses < LOSSES; losses++) {
      await node.kill();
      node = await start();
      await until(`loss ${losses} is counted`, async () => (await command(idOf(poison))).losses === losses, WAIT_MS);
      const { node: taker } = await command(idOf(poison));
      if (losses > 1) expect(await besides(idOf(poison), taker)).toEqual([]);
      others.push(await accept(node, `SLOW:91${losses}`));
    }
    await node.kill();
    node = await start();
    const nina = await node.as('nina.north');
    const outcome = await outcomeOf(await node.as('ada.admin'), poison);
    expect(outcome).toMatchObject({ Status: 'Failed', HttpStatus: 503, ErrorDetails: [{ Code: 'Unavailable' }] });
    expect(outcome.ErrorDetails[0].Message).toBe(
      `Each of ${LOSSES} attempts ended with its process or without a result. Nothing was stored.`,
    );
    for (const other of others) expect(await outcomeOf(nina, other)).toMatchObject({ Status: 'Completed' });
    expect(await command(idOf(poison))).toMatchObject({ attempt: LOSSES + 1, ended: true });
    await free();
  },
  TIMEOUT_MS,
);

it(
  'the same on two nodes, of which the other one goes on',
  async () => {
    let [holder, other] = await Promise.all([start(), start()]);
    const { answer: poison, free } = await poisonOn(holder);
    for (let losses = 1; losses < LOSSES; losses++) {
      await holder.kill();
      await until(`loss ${losses} is counted`, async () => (await command(idOf(poison))).losses === losses, WAIT_MS);
      const replacement = await start();
      const own = await accept(replacement, `SLOW:40${losses}`);
      expect(await outcomeOf(await replacement.as('nina.north'), own)).toMatchObject({ Status: 'Completed' });
      [holder, other] = [other, replacement];
    }
    await holder.kill();
    const outcome = await outcomeOf(await other.as('ada.admin'), poison);
    expect(outcome).toMatchObject({ Status: 'Failed', ErrorDetails: [{ Code: 'Unavailable' }] });
    await free();
  },
  TIMEOUT_MS,
);

it(
  'a node whose event loop is blocked keeps its writes; one that dies loses them',
  async () => {
    const blocking = { NODE_OPTIONS: `--import ${BLOCKED_LOOP}`, BLOCK_MS: '9000', WRITE_LEASE_MS: '3000' };
    const [blocked, other] = await Promise.all([start(blocking), start()]);
    const kept = await accept(blocked, 'SLOW:1500');
    blocked.signal('SIGUSR2');
    const nina = await other.as('nina.north');
    expect(await outcomeOf(nina, kept)).toMatchObject({ Status: 'Completed' });
    expect(await command(idOf(kept))).toMatchObject({ attempt: 1, losses: 0 });
    const lost = await accept(blocked, 'SLOW:2000');
    blocked.signal('SIGUSR2');
    await blocked.kill();
    expect(await outcomeOf(nina, lost)).toMatchObject({ Status: 'Completed' });
    expect(await command(idOf(lost))).toMatchObject({ attempt: 2, losses: 1 });
  },
  TIMEOUT_MS,
);
