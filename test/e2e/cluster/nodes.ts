import pg from 'pg';
import type { TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

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
