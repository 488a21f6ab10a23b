import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bed } from '../rig/bed.js';
import type { Server } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { median } from '../rig/rounds.js';
import { environmentOf, idOf } from '../rig/seed.js';
import { callHeaders, startService } from '../rig/service.js';

/** One row of this number belongs to the caller with scope Own: 1.4 million of 10 million. */
export const OWN_PART = 7;
/** Of 97 other owners those with a lower number are in the team of the callers: a third of all rows, with their own. */
const TEAM_OWNERS = 22;
const OTHER_TEAM = '10000000-0000-7000-8000-000000000000';
const ROWS_PER_INSERT = 1_000_000;

/** User of the demo for each read scope on customers. */
export const CALLERS = { Own: 'nina.north', Team: 'mona.manager', All: 'ada.admin' } as const;
export type Caller = keyof typeof CALLERS;

const INDEX_POLL_MS = 250;
const INDEX_TIMEOUT_MS = 1_800_000;

interface Answer {
  readonly Result: readonly { readonly [field: string]: unknown }[];
  readonly NextCursor: string | null;
  readonly TotalExecutionTime: number;
}

/** Medians of calls in milliseconds: from the first byte to the last, and what the service itself took, in whole ones. */
export interface Times {
  readonly request: number;
  readonly service: number;
  /** Shortest request: what it takes where nothing else keeps the machine busy. */
  readonly fastest: number;
}

/** A node on a database of its own with a number of customers, whose Name is indexed. */
export class LargeTable {
  #inserted = 0;

  private constructor(
    readonly node: Server,
    readonly url: string,
    readonly rows: number,
    private readonly headers: Readonly<Record<Caller, CallHeaders>>,
  ) {}

  static async of(bed: Bed, rows: number): Promise<LargeTable> {
    const url = await bed.newDatabase(`rows_${rows}`);
    const node = await startService(url, [], { ROLES: 'api' });
    await fill(url, rows);
    const [Own, Team, All] = await Promise.all(Object.values(CALLERS).map((user) => callHeaders(node, user)));
    const table = new LargeTable(node, url, rows, { Own, Team, All });
    await table.index('Name');
    return table;
  }

  select(caller: Caller | CallHeaders, body: object): Promise<Answer> {
    return this.#send(caller, 'POST', 'queries/select', body);
  }

  /** Times of a call that is repeated, the first of which does not count. */
  async times(work: (n: number) => Promise<Answer>, calls: number): Promise<Times> {
    const requests: number[] = [];
    const inService: number[] = [];
    await work(0);
    for (let n = 1; n <= calls; n++) {
      const begun = performance.now();
      inService.push((await work(n)).TotalExecutionTime);
      requests.push(performance.now() - begun);
    }
    return { request: median(requests), service: median(inService), fastest: Math.min(...requests) };
  }

  /** Inserts a customer of the caller with scope Own. */
  insert(): Promise<Answer> {
    const TaxId = `DE${String((this.#inserted += 1)).padStart(12, '0')}`;
    const RegionId = { Match: { FieldName: 'Code', Value: 'NO' } };
    const fields = { Name: 'New', TaxId, Segment: 'Wholesale', CreditLimit: '100.00', IsActive: true, RegionId };
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
    return this.#send('Own', 'POST', 'records/insert', { EntityName: 'Customer', Fields });
  }

  /** Declares that a field of customers is indexed, and waits until the service has made the index. */
  async index(FieldName: string): Promise<void> {
    const filters = { 'EntityId.EntityName': 'Customer', FieldName };
    const WhereClause = {
      Filters: Object.entries(filters).map(([name, Value]) => ({ FieldName: name, Operator: 'EqualTo', Value })),
    };
    const Fields = [{ FieldName: 'Indexed', Value: true }];
    await this.#send('All', 'PUT', 'records/update', { EntityName: 'Field', Fields, WhereClause });
    for (const deadline = performance.now() + INDEX_TIMEOUT_MS; performance.now() < deadline;) {
      const { Result } = await this.select('All', { EntityName: 'Field', SelectedFields: ['IndexState'], WhereClause });
      if (Result[0].IndexState === 'Ready') return;
      await sleep(INDEX_POLL_MS);
    }
    throw new Error('The index was not made in time.');
  }

  async #send(caller: Caller | CallHeaders, method: string, path: string, body: object): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.node.port}/api/v1/${path}`, {
      method,
      headers: { ...(typeof caller === 'string' ? this.headers[caller] : caller), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Answer;
  }
}

/** Stores customers straight into their table, without change rows. */
async function fill(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { schema, userId, teamId } = await environmentOf(client);
    const table = `"${schema}"."Customer"`;
    await client.query(`SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`);
    const restore = await takeDown(client, table);
    for (let from = 0; from < rows; from += ROWS_PER_INSERT) {
      const to = Math.min(rows, from + ROWS_PER_INSERT) - 1;
      await client.query(`
        INSERT INTO ${table} ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "UpdatedBy", "CreatedOn",
          "UpdatedOn", "CustomerNumber", "Name", "TaxId", "Segment", "CreditLimit", "IsActive", "OnboardedOn", "RegionId")
        SELECT ${idOf('n')}, ${idOf('n')}, owner, team, owner, owner, at, at, 'CUS-S' || n, 'Customer ' || md5(n::text),
          'SE' || lpad(n::text, 12, '0'), CASE WHEN n % 10 = 0 THEN 'Retail' ELSE 'Wholesale' END, n % 100, true,
          '2025-01-15', regions[1 + n % cardinality(regions)]
        FROM (SELECT array_agg("Id") AS regions FROM "${schema}"."Region") r, generate_series(${from}, ${to}) n,
          LATERAL (SELECT '2024-01-01'::timestamptz + n * interval '5 seconds' AS at) a,
          LATERAL (
            SELECT CASE WHEN n % ${OWN_PART} = 0 THEN '${userId}'::uuid
                ELSE ('10000000-0000-7000-8000-' || lpad((n % 97)::text, 12, '0'))::uuid END AS owner,
              CASE WHEN n % ${OWN_PART} = 0 OR n % 97 < ${TEAM_OWNERS} THEN '${teamId}'::uuid
                ELSE '${OTHER_TEAM}'::uuid END AS team
          ) o`);
    }
    for (const definition of restore) await client.query(definition);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/**
 * Drops the foreign keys of a table, and indexes that no constraint rests on: making them after the rows takes a
 * fraction of the time. @returns statements that make them again
 */
export async function takeDown(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
    FROM pg_index
    WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    UNION ALL
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint
    WHERE conrelid = $1::regclass AND contype = 'f'`,
    [table],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}

/** Id of the customer with this number. */
export const customerId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
