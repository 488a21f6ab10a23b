import { createApp } from '#app.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { type Answer, TestApp } from '../../../support/test-app.js';
import { testConfig } from '../../../support/test-config.js';
import { adminUrlOf, runAsAdmin } from '../../../support/test-database.js';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

describe('the database login of the service', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('has no superuser rights, which production refuses', async () => {
    const production = {
      NODE_ENV: 'production',
      DEV_TOKENS: 'false',
      JWT_SECRET: 'a secret of some length, for a test',
    };
    const refused = DatabaseServer.start(testConfig(adminUrlOf(nameOf(app.databaseUrl)), production));
    await expect(refused).rejects.toThrow(/superuser.*docs\/security\.md/);
    const server = await DatabaseServer.start(testConfig(app.databaseUrl, production));
    await expect(server.stop()).resolves.toBeUndefined();
  });

  it('runs no database routine while every role can exhaust the lock table, unless a setting allows it', async () => {
    await runAsAdmin(app.databaseUrl, 'GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO PUBLIC');
    const strict = await app.startAnother({ ALLOW_SHARED_FUNCTIONS: 'false' });
    const call = (node: TestApp): Promise<Answer> =>
      node.as('nina.north').send('POST', '/database/execute', {
        ObjectName: 'SleepTest',
        ObjectType: 2,
        Parameters: [{ Value: 0 }],
      });
    try {
      const { status, headers, body } = await call(strict);
      expect({ status, code: body.ErrorDetails[0].Code }).toEqual({ status: 503, code: 'Unavailable' });
      expect(headers.get('retry-after')).not.toBeNull();
      expect((await call(app)).status).toBe(200);
      await runAsAdmin(app.databaseUrl, 'REVOKE EXECUTE ON FUNCTION pg_advisory_lock(bigint) FROM PUBLIC');
      expect((await call(strict)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  it('is set up by one node at a time', async () => {
    const other = await createApp(testConfig(app.databaseUrl));
    const another = await createApp(testConfig(app.databaseUrl));
    await expect(Promise.all([other.init(), another.init()])).resolves.toHaveLength(2);
    await Promise.all([other.close(), another.close()]);
  });
});
