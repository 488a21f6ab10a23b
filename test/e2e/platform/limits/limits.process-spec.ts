import { customer } from '../../../support/demo.js';
import { SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { sumOf, scrape } from '../metrics/scraped.js';

/** Longer than the tests, so that a limit is not renewed meanwhile; the window begins anew for each database. */
const WINDOW = { LIMIT_WINDOW_SECONDS: '86400' };

// Requirement: R214
describe('limits of requests', () => {
  let app: TestApp;
  beforeEach(async () => void (app = await TestApp.start({ ...WINDOW, USER_REQUESTS: '40', TENANT_REQUESTS: '70' })));
  afterEach(() => app.stop());

  it('refuse a user with 429, Retry-After and RateLimit headers, and let others work', async () => {
    const nina = app.as('nina.north');
    for (let n = 1; n <= 40; n++) {
      const { status, headers } = await nina.get('/access');
      expect(status).toBe(200);
      expect(headers.get('RateLimit-Limit')).toBe('40');
      expect(Number(headers.get('RateLimit-Remaining'))).toBeLessThanOrEqual(40 - n);
    }
    const refused = await nina.insert('Customer', customer());
    expect(refused.status).toBe(429);
    expect(refused.body.ErrorDetails).toMatchObject([{ Code: 'RateLimited', Params: { Limit: 40 } }]);
    expect(refused.headers.get('RateLimit-Remaining')).toBe('0');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit-Reset')).toBe(refused.headers.get('Retry-After'));
    expect((await app.as('ada.admin').get('/access')).status).toBe(200);
    expect((await app.as('bob.bay', SOUTHBAY).get('/access')).status).toBe(200);
    expect(sumOf(await scrape(app.url), 'rate_limited_total', { whose: 'user' })).toBe(1);
  });

  it('refuse a tenant whose users have used its limit together', async () => {
    const users = ['nina.north', 'ada.admin'].map((name) => app.as(name));
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => users[n % 2].get('/access')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(70);
    expect((await app.as('bob.bay', SOUTHBAY).get('/access')).status).toBe(200);
  });

  it('ignore addresses that a caller claims', async () => {
    const nina = app.as('nina.north');
    const forged = (n: number) => nina.send('GET', '/access', undefined, { 'X-Forwarded-For': `10.0.0.${n}` });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => forged(n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  });

  it('answer before the body is read, and after the checks of token and membership', async () => {
    const nina = app.as('nina.north');
    await Promise.all(Array.from({ length: 41 }, () => nina.get('/access')));
    expect((await nina.send('POST', '/records/insert', '{"Entity')).status).toBe(429);
    const stranger = { EnvironmentId: 'Nowhere' };
    expect((await nina.send('GET', '/access', undefined, stranger)).status).toBe(403);
  });

  it('do not count health, metrics and the sign-in page', async () => {
    const nina = app.as('nina.north');
    await Promise.all(Array.from({ length: 41 }, () => nina.get('/access')));
    for (const path of ['/health/live', '/health/ready', '/metrics', '/api/v1/openapi.json', '/swagger/'])
      expect((await app.send('GET', path)).status).toBe(200);
  });

  it('are shared by nodes within a fifth', async () => {
    const others = await Promise.all([1, 2].map(() => app.startAnother({ ...WINDOW, USER_REQUESTS: '400' })));
    try {
      const callers = others.map((node) => node.as('otto.audit'));
      const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => callers[n % 2].get('/access')));
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(taken).toBeLessThanOrEqual(480);
      expect(taken).toBeGreaterThanOrEqual(320);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    } finally {
      await Promise.all(others.map((node) => node.stop()));
    }
  });
});

describe('limits of execution', () => {
  it('refuse a user after the time that their requests took, until the window ends', async () => {
    const app = await TestApp.start({ LIMIT_WINDOW_SECONDS: '5', USER_EXECUTION_MS: '1000' });
    try {
      const nina = app.as('nina.north');
      await until('a request is refused', async () => {
        const { status } = await nina.insert('Note', { Subject: 'SLOW:400' });
        expect([200, 429]).toContain(status);
        return status === 429;
      });
      expect((await app.as('ada.admin').get('/access')).status).toBe(200);
      await until('the window has ended', async () => (await nina.get('/access')).status === 200);
    } finally {
      await app.stop();
    }
  });
});
