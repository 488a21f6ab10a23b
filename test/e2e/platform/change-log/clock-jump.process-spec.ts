import jwt from 'jsonwebtoken';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { HubListener } from '../../../support/hub-client.js';
import { customer } from '../../../support/demo.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { TestApp } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const DAYS_MS = 30 * 86_400_000;

describe('a node whose clock jumps ahead by a month', () => {
  let database: TestDatabase;
  let node: ServiceProcess;
  let other: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    other = await TestApp.on(database.url);
    node = await ServiceProcess.start(database.url, {
      NODE_OPTIONS: `--import ${new URL('../../../support/skewed-clock.mjs', import.meta.url).href}`,
      CLOCK_SKEW_MS: String(DAYS_MS),
      CLOCK_JUMPS: 'true',
    });
  }, START_MS);
  afterAll(async () => {
    await node.kill();
    await other.stop();
    await database.drop();
  });

  const insert = async (): Promise<string> =>
    (await other.as('nina.north').insert('Customer', customer())).body.Result.Id;

  it('goes on telling its clients of every change, missed ones included', async () => {
    // The node closes connections whose token has expired by its clock.
    const token = jwt.sign({ sub: 'nina.north' }, DEVELOPMENT_SECRET, { expiresIn: '60d' });
    const client = await HubListener.registered(node, 'nina.north', ['Customer'], { token });
    const before = await insert();
    const { Cursor } = await client.next(({ Id }) => Id === before);
    process.kill(node.pid, 'SIGUSR2');
    const after = await insert();
    await client.next(({ Id }) => Id === after);
    const streamed: (string | null)[] = [];
    let failure: unknown;
    const stream = client.connection.stream('StreamChanges', 'Customer', Cursor).subscribe({
      next: ({ Id }) => void streamed.push(Id),
      complete: () => undefined,
      error: (error: unknown) => (failure = error),
    });
    await until('the missed change is streamed', () => streamed.includes(after) || failure !== undefined);
    expect(failure).toBeUndefined();
    stream.dispose();
    await client.stop();
  });
});
