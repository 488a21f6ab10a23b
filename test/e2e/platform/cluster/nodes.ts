import pg from 'pg';
import { ServiceProcess } from '../../../support/service-process.js';
import type { Caller } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

/** Origins of the nodes on a database, once there is this number of them; stopped ones stay known for a while. */
export async function nodesOf({ url }: TestDatabase, count: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let origins: readonly string[] = [];
  await until(`there are ${count} nodes`, async () => {
    const { rows } = await client.query<{ origin: string }>('SELECT origin FROM platform.node');
    origins = rows.map(({ origin }) => origin);
    return origins.length >= count;
  });
  await client.end();
  return origins;
}

/** The service with CLUSTER on a database of its own. */
export class ClusteredService {
  private constructor(
    readonly service: ServiceProcess,
    readonly database: TestDatabase,
    /** Calls of nina.north to each worker. */
    readonly atEach: readonly Caller[],
  ) {}

  static async start(workers: number): Promise<ClusteredService> {
    const database = await createTestDatabase();
    const settings = { CLUSTER: String(workers), NODE_ORIGIN: 'http://localhost:1' };
    const service = await ServiceProcess.start(database.url, settings);
    const origins = await nodesOf(database, workers);
    const atEach = await Promise.all(origins.map((origin) => service.as('nina.north', origin)));
    return new ClusteredService(service, database, atEach);
  }

  async stop(): Promise<void> {
    await this.service.kill();
    await this.database.drop();
  }
}
