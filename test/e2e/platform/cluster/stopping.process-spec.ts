import { WAYS } from '../../../support/hub-app.js';
import { HubListener } from '../../../support/hub-client.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

/** Longer than a test, so that no client reconnects. */
const NEVER_MS = [3_600_000];

// Requirement: R224, P11
describe('CLUSTER shutdown', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    // One user's slow writes run at once on either worker.
    const room = { DATABASE_POOL_SIZE: '12', DATABASE_USER_SHARE: '6' };
    // A busy machine needs longer than a slow write.
    const times = { DRAIN_DELAY_MS: '1500', WAIT_WINDOW_MS: '30000' };
    service = await ServiceProcess.start(database.url, { CLUSTER: '2', ...times, ...room });
  }, START_MS);
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });

  const isReady = async (): Promise<boolean> => (await service.send('GET', '/health/ready')).status === 200;

  it('replaces a worker that gets SIGTERM, without a failing request', async () => {
    const [leaving] = service.workers;
    const answers: boolean[] = [];
    process.kill(leaving, 'SIGTERM');
    await until('another one has its place', async () => {
      answers.push((await service.send('GET', '/health/live')).status === 200);
      return service.workers.length === 2 && !service.workers.includes(leaving);
    });
    expect(answers).not.toContain(false);
  });

  it('on SIGTERM turns unready, finishes running requests, redirects hub clients and exits cleanly', async () => {
    const clients = await Promise.all(
      WAYS.map((way) => HubListener.connect(service, 'nina.north', { ...way, reconnectAfterMs: NEVER_MS })),
    );
    const sentElsewhere = clients.map(
      ({ connection }) => new Promise<void>((resolve) => connection.onreconnecting(() => resolve())),
    );
    const nina = await service.as('nina.north');
    const begun = [1, 2, 3, 4].map(() => nina.insert('Note', { Subject: 'SLOW:2500' }));
    expect(await isReady()).toBe(true);
    const stopped = service.stop();
    await until('readiness says no', async () => !(await isReady()));
    // All workers are affected, not only the first that was notified.
    expect(await Promise.all([1, 2, 3, 4].map(isReady))).toEqual([false, false, false, false]);
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all(sentElsewhere);
    expect(await stopped).toBe(0);
    await expect(isReady()).rejects.toThrow('fetch failed');
    await Promise.all(clients.map((client) => client.stop()));
  });
});
