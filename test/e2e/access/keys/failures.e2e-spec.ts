import { USER } from '../../../support/demo.js';
import { bySecret, keyOf, told } from '../../../support/keys.js';
import { type Answer, byId, SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { scrape, sumOf } from '../../platform/metrics/scraped.js';

describe('failed calls by key', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const me = async (secret: string, headers = {}): Promise<string> =>
    told(await app.send('GET', '/api/v1/me', undefined, { Authorization: `Bearer ${secret}`, ...headers }));

  it('are counted by their result', async () => {
    const { secret, id } = await keyOf(app, USER.nina);
    const counts = async (): Promise<readonly number[]> => {
      const samples = await scrape(app.url);
      return ['admitted', 'ended', 'context'].map((result) => sumOf(samples, 'key_admissions_total', { result }));
    };
    const before = await counts();
    await me(secret);
    await me(secret, { TenantId: SOUTHBAY.TenantId });
    await app.as('ada.admin').delete('ApiKey', byId(id));
    await me(secret);
    expect((await counts()).map((count, i) => count - before[i])).toEqual([1, 1, 1]);
  });

  it('are refused 429 after 20 wrong keys of an address in a minute; known keys go on', async () => {
    const { secret } = await keyOf(app, USER.nina);
    expect(await me(secret)).toBe('200');
    const answers = new Set<string>();
    let last: Answer | undefined;
    for (let n = 0; n < 30; n++) {
      last = await bySecret(app, `dws_00000000_${'B'.repeat(40)}${100 + n}`).get('/me');
      answers.add(told(last));
    }
    expect(answers).toEqual(new Set(['401 TokenInvalid', '429 RateLimited']));
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await me(secret)).toBe('200');
  });
});
