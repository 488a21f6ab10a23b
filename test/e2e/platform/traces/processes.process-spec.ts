import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collector } from '../../../support/collector.js';
import { customer } from '../../../support/demo.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const LOADED = join(tmpdir(), `loaded-${process.pid}.txt`);
const LISTS_PACKAGES = {
  NODE_OPTIONS: `--import ${new URL('../../../support/loaded-packages.mjs', import.meta.url).href}`,
  LOADED_PACKAGES_FILE: LOADED,
};

/** Packages of OpenTelemetry among loaded files. */
const packagesIn = (files: string): Set<string> =>
  new Set([...files.matchAll(/@opentelemetry\/([\w-]+)/g)].map(([, name]) => name));

describe('traces of processes', () => {
  let database: TestDatabase;
  let collector: Collector;
  let traced: Readonly<Record<string, string>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    collector = await Collector.start();
    traced = { TRACES_ENDPOINT: collector.url, TRACES_SAMPLE_RATIO: '1' };
  });
  afterEach(() => ServiceProcess.killAll());
  afterAll(async () => {
    rmSync(LOADED, { force: true });
    await collector.stop();
    await database.drop();
  });

  /** Files of packages that a process has loaded, which has served a request. */
  async function loadedWith(settings: Readonly<Record<string, string>>): Promise<string> {
    const service = await ServiceProcess.startUnbundled(database.url, { ...settings, ...LISTS_PACKAGES });
    expect((await (await service.as('nina.north')).insert('Customer', customer())).status).toBe(200);
    expect(await service.stop()).toBe(0);
    return readFileSync(LOADED, 'utf8');
  }

  it(
    'loads no library of OpenTelemetry without traces',
    async () => {
      const without = await loadedWith({});
      expect(without.includes('prom-client')).toBe(true);
      // Which prom-client uses.
      expect(packagesIn(without)).toEqual(new Set(['api']));
      expect(packagesIn(await loadedWith(traced))).toContain('sdk-trace');
    },
    2 * START_MS,
  );

  it(
    'sends what it has before it stops',
    async () => {
      const service = await ServiceProcess.start(database.url, traced);
      const nina = await service.as('nina.north');
      const { body } = await nina.insert('Customer', customer());
      const later = (await nina.insert('Note', { Subject: 'SLOW:700' }, { Prefer: 'respond-async' })).body;
      expect(await service.stop()).toBe(0);
      expect(collector.of(body.CorrelationId).map(({ name }) => name)).toContain('POST /api/v1/records/insert');
      expect(collector.of(later.CorrelationId).map(({ name }) => name)).toContain('write insert');
    },
    START_MS,
  );

  it(
    'stops in time while the collector does not answer',
    async () => {
      const silent = await Collector.start();
      silent.answers = false;
      const service = await ServiceProcess.start(database.url, { ...traced, TRACES_ENDPOINT: silent.url });
      expect((await (await service.as('nina.north')).insert('Customer', customer())).status).toBe(200);
      const beganMs = performance.now();
      expect(await service.stop()).toBe(0);
      expect(performance.now() - beganMs).toBeLessThan(15_000);
      await silent.stop();
    },
    START_MS,
  );

  it(
    'sends spans of each worker',
    async () => {
      const settings = { ...traced, CLUSTER: '2', NODE_ORIGIN: 'http://localhost:1' };
      const service = await ServiceProcess.start(database.url, settings);
      const senders = (): Set<unknown> => new Set(collector.spans.map(({ pid }) => pid));
      await until('both have sent', async () => {
        // A connection of its own, which the primary gives to one of them.
        await (await fetch(`${service.url}/swagger`, { headers: { Connection: 'close' } })).text();
        return service.workers.every((pid) => senders().has(pid));
      });
      expect(await service.stop()).toBe(0);
    },
    START_MS,
  );

  it(
    'goes on with a write of a killed process in the trace of its request',
    async () => {
      const lease = { ...traced, WRITE_LEASE_MS: '500' };
      const first = await ServiceProcess.start(database.url, lease);
      const note = { Subject: 'SLOW:3000 taken over' };
      const { body } = await (await first.as('nina.north')).insert('Note', note, { Prefer: 'respond-async' });
      const id = body.CorrelationId as string;
      await collector.first('of the request', ({ attributes }) => attributes['correlation.id'] === id);
      await first.kill();
      const second = await ServiceProcess.start(database.url, lease);
      const write = await collector.first(
        'of the write',
        ({ name, attributes }) => name === 'write insert' && attributes['correlation.id'] === id,
      );
      const request = collector.of(id).find(({ name }) => name === 'POST /api/v1/records/insert')!;
      expect(write).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId, pid: second.pid });
      expect(write.attributes['write.attempt']).toBe(2);
      expect(await second.stop()).toBe(0);
    },
    2 * START_MS,
  );
});
