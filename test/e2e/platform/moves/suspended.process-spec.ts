import { type MoveStep, STEPS } from '#platform/database/moves/move-row.js';
import type { RunningCommand } from '../../../support/environment-command.js';
import { told } from '../../../support/keys.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { type Answer, DEVELOPMENT, where } from '../../../support/test-app.js';
import { environmentId } from '../cells/state.js';
import { Cells } from './cells.js';
import { hold, type LetGo } from './holds.js';
import { OrderWriter, verifyOrders } from './order-writer.js';

const SETTINGS = { ROLES: 'api,worker', WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500', RUN_LEASE_MS: '1500' };

let cells: Cells;
beforeEach(async () => void (cells = await Cells.start(SETTINGS)), 60_000);
afterEach(async () => {
  await ServiceProcess.killAll();
  await cells.stop();
}, 60_000);

const BUSY = 'Another process moves an environment of this database.';

/** Subjects of the notes that a cell has. */
async function subjects(cell: Cells['source'], schema: string): Promise<readonly string[]> {
  const notes = await cell.query<{ subject: string }>(
    `SELECT "Subject" AS subject FROM "${schema}"."Note" WHERE "Subject" LIKE '%suspended%' ORDER BY 1`,
  );
  return notes.map(({ subject }) => subject);
}

/** A node of the source that is suspended, with writes that wait for it. */
interface Suspended {
  readonly node: ServiceProcess;
  readonly answers: readonly Promise<Answer>[];
}

/** Suspends a node and sends it writes. */
async function suspend(node: ServiceProcess): Promise<Suspended> {
  const ada = await node.as('ada.admin');
  node.signal('SIGSTOP');
  const answers = [
    ada.insert('Note', { Subject: 'to a suspended node' }),
    ada.insert('Note', { Subject: 'to a suspended node, later' }, { Prefer: 'respond-async' }),
    ada.insert('Note', { Subject: 'to a suspended node, with a key' }, { 'Idempotency-Key': `suspended ${node.pid}` }),
    ada.update('Note', { Body: 'suspended' }, where('Subject', 'IsNotNull')),
  ];
  return { node, answers };
}

it('stores nothing by nodes that were suspended during the move', async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => ServiceProcess.start(cells.source.databaseUrl, SETTINGS)));
  const schema = await cells.source.schema();
  const writer = new OrderWriter(cells);
  const slow = await (await nodes[0].as('ada.admin')).insert('Note', { Subject: 'SLOW:14000 suspended' });
  expect(slow.status).toBe(202);
  const suspended: Suspended[] = [];
  let letGo = await hold(cells, 'Drain');
  const moving = cells.begin('--to', 'b');
  for (const [i, step] of (['Drain', 'Freeze', 'Transfer'] as const).entries()) {
    await cells.reached(step);
    suspended.push(await suspend(nodes[i]));
    const letGoNext = step === 'Transfer' ? undefined : await hold(cells, step === 'Drain' ? 'Freeze' : 'Transfer');
    await letGo();
    if (letGoNext) letGo = letGoNext;
  }
  expect(await moving.ended).toMatchObject({ code: 0 });
  await writer.more(3);
  for (const { node, answers } of suspended) {
    node.signal('SIGCONT');
    for (const answer of await Promise.all(answers)) expect(told(answer)).toMatch(/^(421 OtherCell|503 Unavailable)$/);
  }
  expect(await outcomeOf(cells.target.as('ada.admin'), slow)).toMatchObject({ Status: 'Completed', HttpStatus: 200 });
  await writer.stop();
  await verifyOrders(writer, cells.target);
  expect(await subjects(cells.target, schema)).toEqual(['SLOW:14000 suspended']);
  // A slow machine stores it before the freeze, and then it is copied.
  expect(['SLOW:14000 suspended']).toEqual(expect.arrayContaining([...(await subjects(cells.source, schema))]));
}, 180_000);

it('goes on when its process was suspended in each step, and lets no second one move meanwhile', async () => {
  const writer = new OrderWriter(cells);
  let letGo = await hold(cells, 'Copy');
  let moving = cells.begin('--to', 'b');
  for (const [i, step] of STEPS.entries()) {
    moving = await reachedBy(moving, step);
    moving.signal('SIGSTOP');
    expect(await cells.run('--to', 'b')).toMatchObject({ code: 2, errors: expect.stringContaining(BUSY) });
    expect(await cells.run('--roll-back')).toMatchObject({ code: 2, errors: expect.stringContaining(BUSY) });
    const letGoNext = step === 'Moved' ? undefined : await hold(cells, STEPS[i + 1]);
    moving.signal('SIGCONT');
    await letGo();
    if (letGoNext) letGo = letGoNext;
  }
  const outcome = await moving.ended;
  expect(outcome.code === 0 ? outcome : await cells.run('--to', 'b')).toMatchObject({ code: 0 });
  await writer.more(3);
  await writer.stop();
  await verifyOrders(writer, cells.target);
}, 180_000);

/**
 * Waits until a move is in a step. The server ends a session that is suspended while it holds locks of tables: then the
 * move is called again.
 */
async function reachedBy(moving: RunningCommand, step: MoveStep): Promise<RunningCommand> {
  const reached = cells.reached(step);
  const outcome = await Promise.race([reached.then(() => undefined), moving.ended]);
  if (outcome === undefined || outcome.code === 0) return moving;
  const again = cells.begin('--to', 'b');
  await reached;
  return again;
}

/** Suspends the process of a move in a step, and ends the session that has its lock, as a router does that forgets it. */
async function loseLock(step: MoveStep): Promise<RunningCommand> {
  let letGo: LetGo | undefined = step === 'Freeze' ? undefined : await hold(cells, step);
  const moving = cells.begin('--to', 'b');
  if (step === 'Freeze') {
    await cells.reached('CatchUp');
    letGo = await hold(cells, step);
  }
  await cells.reached(step);
  moving.signal('SIGSTOP');
  await cells.source.query(
    `SELECT pg_terminate_backend(l.pid, 10000)
     FROM pg_locks l
     WHERE l.relation = 'platform.environment_move'::regclass AND l.mode = 'ShareUpdateExclusiveLock'`,
  );
  await letGo?.();
  return moving;
}

it.each<readonly [MoveStep, readonly string[], 'source' | 'target']>([
  ['Drain', ['--roll-back'], 'source'],
  ['Freeze', ['--to', 'b'], 'target'],
  ['Transfer', ['--roll-back'], 'source'],
  ['Transfer', ['--to', 'b'], 'target'],
])(
  'changes nothing when it wakes up from step %s and another process has gone on by %p',
  async (step, options, cell) => {
    const writer = new OrderWriter(cells);
    const first = await loseLock(step);
    expect(await cells.run(...options)).toMatchObject({ code: 0 });
    await writer.more(3);
    first.signal('SIGCONT');
    expect((await first.ended).code).not.toBe(0);
    await writer.more(3);
    await writer.stop();
    await verifyOrders(writer, cells[cell]);
    const [{ state }] = await cells.source.query<{ state: string }>(
      'SELECT state FROM platform.environment WHERE id = $1',
      [await environmentId(cells.source, DEVELOPMENT)],
    );
    expect(state).toBe(cell === 'source' ? 'Active' : 'Moved');
  },
  120_000,
);
