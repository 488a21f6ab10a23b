import pg from 'pg';
import { Caller } from '../load/caller.js';
import { NumberedRequest } from '../load/numbered-request.js';
import type { RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { bulkRequest, insertRequest } from '../rig/requests.js';

/** Most bytes of the change log for each byte of the created rows; both with their indexes. */
export const LOG_SHARE = 0.8;

const CREATED = 4_000;
const ROWS_PER_CALL = 1_000;

/** Bytes for each created customer. */
export interface LogSize {
  /** Of the table, and with its indexes. */
  readonly row: number;
  readonly indexedRow: number;
  readonly change: number;
  readonly indexedChange: number;
}

/** Creates customers one by one and in bulks, and measures what the table and the change log grew by. */
export async function logSizes({
  service,
  headers,
  databaseUrl,
  facts,
}: Bed): Promise<Readonly<Record<string, LogSize>>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const caller = await Caller.open(service.port);
  const create = async (template: RequestTemplate): Promise<LogSize> => {
    const before = await sizes(client, facts.schema);
    // Other values than those of the load's process.
    const request = new NumberedRequest({ ...template, body: template.body!.replaceAll('DE#', 'PT#') });
    for (let created = 0; created < CREATED; created += template.records ?? 1) {
      const { status, text } = await caller.call(request.next());
      if (status !== '200') throw new Error(`An insert failed: ${text()}`);
    }
    const after = await sizes(client, facts.schema);
    const grown = (name: keyof LogSize): number => (Number(after[name]) - Number(before[name])) / CREATED;
    return {
      row: grown('row'),
      indexedRow: grown('indexedRow'),
      change: grown('change'),
      indexedChange: grown('indexedChange'),
    };
  };
  try {
    const inserted = await create(insertRequest(headers));
    return { inserted, 'bulk-inserted': await create(bulkRequest(headers, ROWS_PER_CALL)) };
  } finally {
    caller.close();
    await client.end();
  }
}

async function sizes(client: pg.Client, schema: string): Promise<Readonly<Record<keyof LogSize, string>>> {
  const { rows } = await client.query<Record<keyof LogSize, string>>(`
    SELECT pg_table_size('"${schema}"."Customer"') AS row, pg_total_relation_size('"${schema}"."Customer"') AS "indexedRow",
      sum(pg_table_size(inhrelid)) AS change, sum(pg_total_relation_size(inhrelid)) AS "indexedChange"
    FROM pg_inherits WHERE inhparent = 'platform.change'::regclass`);
  return rows[0];
}
