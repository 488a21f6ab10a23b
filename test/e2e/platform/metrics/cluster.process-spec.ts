import { customer } from '../../../support/demo.js';
import { type ServiceProcess, START_MS } from '../../../support/service-process.js';
import type { Caller } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { ClusteredService } from '../cluster/nodes.js';
import { scrape, sumOf } from './scraped.js';

const WORKERS = 2;
const INSERTED = { route: '/api/v1/records/insert', status: '200' };

describe('GET /metrics with CLUSTER', () => {
  let cluster: ClusteredService;
  let service: ServiceProcess;
  let atEach: readonly Caller[];
  const inserted = async (): Promise<number> =>
    sumOf(await scrape(service.url), 'http_request_duration_seconds_count', INSERTED);
  beforeAll(async () => {
    cluster = await ClusteredService.start(WORKERS);
    ({ service, atEach } = cluster);
  }, START_MS);
  afterAll(() => cluster.stop());

  it('tells of all workers, whichever is asked', async () => {
    for (const caller of atEach) expect((await caller.insert('Customer', customer())).status).toBe(200);
    for (let n = 0; n < 4; n++) await until('both inserts are counted', async () => (await inserted()) === 2);
    expect(sumOf(await scrape(service.url), 'process_resident_memory_bytes')).toBeGreaterThan(WORKERS * 80e6);
  });

  it(
    'counts on when a worker is killed and replaced',
    async () => {
      const before = await inserted();
      const [killed] = service.workers;
      process.kill(killed, 'SIGKILL');
      await until('the worker has gone', () => !service.workers.includes(killed));
      expect(await inserted()).toBe(before);
      await until(
        'another worker has come',
        async () => service.workers.length === WORKERS && (await inserted()) >= before,
      );
      const again = await service.as('nina.north');
      for (let n = 0; n < 4; n++) expect((await again.insert('Customer', customer())).status).toBe(200);
      await until('its inserts are counted too', async () => (await inserted()) === before + 4);
    },
    START_MS,
  );

  it('answers while a worker is stopped, with what it reported last', async () => {
    const before = await inserted();
    const [stopped] = service.workers;
    process.kill(stopped, 'SIGSTOP');
    try {
      await until('a scrape is answered', async () => (await inserted().catch(() => 0)) === before);
    } finally {
      process.kill(stopped, 'SIGCONT');
    }
  });

  it('answers many scrapes at once', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, inserted));
    expect(new Set(counts).size).toBe(1);
  });
});
