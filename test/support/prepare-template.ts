import { createApp } from '#app.js';
import { testConfig } from './test-config.js';

/**
 * Gives a new database what every test starts with: the platform's schema and the demo environments, loaded by the
 * service itself. Runs once per test run; each test file gets a copy of the outcome.
 */
export async function prepareTemplate(url: string): Promise<void> {
  const app = await createApp(testConfig(url, { DEMO: 'true' }));
  await app.init();
  await app.close();
}
