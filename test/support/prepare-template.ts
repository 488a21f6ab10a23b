import { migrate } from '../../src/platform/database/migrate.js';

/** Gives a new database what every test starts with. Runs once per test run; each test file gets a copy of the outcome. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
}
