import type pg from 'pg';

/** Tells whether an environment has all indexes of its current definitions. @param schema of the environment */
export async function hasIndexes(client: Pick<pg.Client, 'query'>, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM platform.environment WHERE schema_name = $1 AND indexed_version = definitions_version`,
    [schema],
  );
  return rows.length === 1;
}
