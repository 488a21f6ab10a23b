import type { Type } from '@nestjs/common';
import { createApp } from '#app.js';
import { LoadDefinitions } from '#definitions/environments/load-definitions.service.js';
import type { TestApp } from './test-app.js';
import { testConfig } from './test-config.js';

/**
 * Adds the environments of a definition file to a running service's database, as another node would: by the product's
 * own loader.
 * @param modules with the hooks in code that the definitions name
 */
export async function loadEnvironment(
  app: Pick<TestApp, 'databaseUrl'>,
  definitions: object,
  modules: readonly Type[] = [],
): Promise<void> {
  const loader = await createApp(testConfig(app.databaseUrl, { DATABASE_POOL_SIZE: '2' }), modules);
  try {
    await loader.init();
    await loader.get(LoadDefinitions, { strict: false }).load(JSON.stringify(definitions));
  } finally {
    await loader.close();
  }
}
