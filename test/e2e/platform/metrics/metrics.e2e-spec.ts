import { readFileSync } from 'node:fs';
import { customer } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { scrape, sumOf } from './scraped.js';

// Requirement: R23
describe('GET /metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    await app.query(`
      INSERT INTO platform.environment_move (environment_id, id, is_target, cell, step, step_on)
      SELECT gen_random_uuid(), gen_random_uuid(), isTarget, 'b', 'Freeze', now() - interval '600 seconds'
      FROM unnest(ARRAY[true, false]) AS isTarget`);
  });
  afterAll(() => app.stop());

  it('answers without token and context headers, in the text format of Prometheus', async () => {
    const response = await fetch(`${app.url}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#')))
      expect(line).toMatch(/^[a-z_\d]+(\{[^{}]*\})? (-?[\d.e+-]+|[Nn]a[Nn]|\+Inf)$/);
  });

  it('counts requests by route and status, with the pattern of the path', async () => {
    const nina = app.as('nina.north');
    const before = await scrape(app.url);
    await nina.insert('Customer', customer());
    await nina.insert('Customer', {});
    await nina.get('/operations/00000000-0000-7000-8000-000000000001');
    await nina.get('/operations/00000000-0000-7000-8000-000000000002');
    const counted = (labels: Readonly<Record<string, string>>): number =>
      sumOf(after, 'http_request_duration_seconds_count', labels) -
      sumOf(before, 'http_request_duration_seconds_count', labels);
    let after = before;
    await until('the answers are counted', async () => {
      after = await scrape(app.url);
      return counted({ route: '/api/v1/operations/:correlationId' }) === 2;
    });
    expect(counted({ method: 'POST', route: '/api/v1/records/insert', status: '200' })).toBe(1);
    expect(counted({ method: 'POST', route: '/api/v1/records/insert', status: '400' })).toBe(1);
  });

  it('has one label for all paths that no route serves, and for all odd methods', async () => {
    for (const n of [1, 2, 3]) await app.send('GET', `/nowhere/${n}`);
    await app.send('PROPFIND', '/health/live');
    const samples = await scrape(app.url);
    expect(samples.some(({ text }) => text.includes('nowhere') || text.includes('PROPFIND'))).toBe(false);
    expect(sumOf(samples, 'http_request_duration_seconds_count', { route: 'other' })).toBeGreaterThanOrEqual(3);
  });

  it('shows pools, shares, the change log, the queue of runs, the hub and the process', async () => {
    const client = await HubListener.registered(app, 'nina.north', ['Customer']);
    const samples = await scrape(app.url);
    for (const pool of ['callers', 'jobs', 'platform', 'log_tail'])
      expect(samples.filter(({ labels }) => labels.pool === pool)).not.toHaveLength(0);
    expect(sumOf(samples, 'share_refused_total', { share: 'database_connections' })).toBe(0);
    expect(sumOf(samples, 'change_log_read_age_seconds')).toBeLessThan(10);
    for (const consumer of ['definitions', 'feeds', 'triggers'])
      expect(samples.filter(({ labels }) => labels.consumer === consumer)).toHaveLength(1);
    expect(sumOf(samples, 'workflow_runs_due')).toBeGreaterThanOrEqual(0);
    expect(sumOf(samples, 'hub_connections')).toBe(1);
    expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(50e6);
    await client.stop();
  });

  it('counts environments by their state, and times moves by their step', async () => {
    const samples = await scrape(app.url);
    const states = ['Active', 'Draining', 'Copying', 'Frozen', 'Moved'];
    expect(states.map((state) => sumOf(samples, 'environments', { state }))).toEqual([4, 0, 0, 0, 0]);
    const moves = samples.filter(({ name }) => name === 'environment_move_step_seconds');
    expect(moves.map(({ labels, value }) => [labels.step, value >= 600 && value < 700])).toEqual([['Freeze', true]]);
  });

  it('counts the processor time of the process from its start', async () => {
    const { user, system } = process.cpuUsage();
    const counted = sumOf(await scrape(app.url), 'process_cpu_seconds_total');
    expect(counted).toBeGreaterThan((user + system) / 1_000_000);
    expect(counted).toBeLessThan((user + system) / 1_000_000 + 0.5);
  });

  it('has only metrics that docs/operations.md explains', async () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    for (const { name } of await scrape(app.url)) {
      const metric = name.replace(/_(bucket|sum|count)$/, '');
      if (!/^(nodejs|process)_/.test(metric)) expect(page).toContain(`\`${metric}\``);
    }
  });

  it('names no tenant, environment, user or entity', async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    for (const name of ['Northgate', 'Southbay', 'OrderToCash', 'nina', 'Customer', 'North'])
      expect(text).not.toContain(name);
  });

  it('is not there with METRICS=false', async () => {
    const without = await app.startAnother({ METRICS: 'false' });
    expect((await without.send('GET', '/metrics')).status).toBe(404);
    await without.stop();
  });
});
