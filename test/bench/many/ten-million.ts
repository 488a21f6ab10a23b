import pg from 'pg';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { type Server, stop } from '../rig/processes.js';
import { median } from '../rig/rounds.js';
import { environmentOf } from '../rig/seed.js';
import { callHeaders, startService } from '../rig/service.js';

/** Customers of the large table, and of the small one beside it. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const FEW = 10_000;
/** One row of this number belongs to the caller with scope Own: 1.4 million of 10 million. */
const OWN_PART = 7;

const FAST_MS = 5;
const SAME = 1.1;
const CALLS = 21;
const PAGE = 50;
const DEEP_PAGE = 1_000;
const MAX_PAGE = 1_000;
const OFFSET_PAGE = 5_000;

const CALLERS = { Own: 'nina.north', All: 'ada.admin' } as const;
const NEWEST = [{ FieldName: 'CreatedOn', Direction: 2 }];
const BY_NAME = [{ FieldName: 'Name' }];

interface Answer {
  readonly NextCursor: string | null;
}

/** A node on a database of its own with a number of customers. */
class Table {
  private constructor(
    readonly node: Server,
    private readonly headers: Readonly<Record<keyof typeof CALLERS, Readonly<Record<string, string>>>>,
  ) {}

  static async of(bed: Bed, rows: number): Promise<Table> {
    const url = await bed.newDatabase(`rows_${rows}`);
    const node = await startService(url, [], { ROLES: 'api' });
    await fill(url, rows);
    const headers = { Own: await callHeaders(node, CALLERS.Own), All: await callHeaders(node, CALLERS.All) };
    return new Table(node, headers);
  }

  async select(caller: keyof typeof CALLERS, body: object): Promise<Answer> {
    return this.#send(caller, 'queries/select', { EntityName: 'Customer', SelectedFields: ['Id', 'Name'], ...body });
  }

  /** Median milliseconds of a call, from the first byte to the last. */
  async medianMs(work: (n: number) => Promise<unknown>, calls = CALLS): Promise<number> {
    const times: number[] = [];
    for (let n = -2; n < calls; n++) {
      const begun = performance.now();
      await work(n + 2);
      if (n >= 0) times.push(performance.now() - begun);
    }
    return median(times);
  }

  byIdMs(): Promise<number> {
    const one = (n: number): object => ({
      WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: idOf(n * OWN_PART) }] },
    });
    return this.medianMs((n) => this.select('Own', one(n)), 200);
  }

  insertMs(): Promise<number> {
    const fields = { Name: 'New', TaxId: 'DE123456789', Segment: 'Wholesale', CreditLimit: '100.00', IsActive: true };
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
    return this.medianMs(() => this.#send('Own', 'records/insert', { EntityName: 'Customer', Fields }), 200);
  }

  async #send(caller: keyof typeof CALLERS, path: string, body: object): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.node.port}/api/v1/${path}`, {
      method: 'POST',
      headers: { ...this.headers[caller], 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Answer;
  }
}

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Stores customers straight into their table, without change rows: every seventh is the caller's. */
async function fill(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { schema, userId, teamId } = await environmentOf(client);
    await client.query(`
      INSERT INTO "${schema}"."Customer" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "UpdatedBy",
        "CreatedOn", "UpdatedOn", "CustomerNumber", "Name", "TaxId", "Segment", "CreditLimit", "IsActive", "OnboardedOn")
      SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), owner, '${teamId}', owner,
        owner, at, at, 'CUS-S' || n, 'Customer ' || md5(n::text), 'SE' || lpad(n::text, 12, '0'), 'Wholesale', 7500.00,
        true, '2025-01-15'
      FROM generate_series(0, ${rows - 1}) n,
        LATERAL (SELECT '2024-01-01'::timestamptz + n * interval '5 seconds' AS at) a,
        LATERAL (SELECT CASE WHEN n % ${OWN_PART} = 0 THEN '${userId}'::uuid
          ELSE ('10000000-0000-7000-8000-' || lpad((n % 97)::text, 12, '0'))::uuid END AS owner) o`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** The cursor behind `pages` pages, walked in large steps. */
async function cursorBehind(table: Table, caller: keyof typeof CALLERS, Sort: object, pages: number): Promise<string> {
  let Cursor: string | undefined;
  for (let rows = 0; rows < pages * PAGE; rows += MAX_PAGE) {
    const { NextCursor } = await table.select(caller, { Sort, Pager: { PageSize: MAX_PAGE, Count: 'None', Cursor } });
    if (NextCursor === null) break;
    Cursor = NextCursor;
  }
  return Cursor!;
}

/** Pages, counts, reads and writes of a table with many rows, in the scope of one owner and of all. */
export async function tenMillionFindings(bed: Bed): Promise<readonly Finding[]> {
  const [few, many] = [await Table.of(bed, FEW), await Table.of(bed, ROWS)];
  try {
    const findings: Finding[] = [];
    for (const caller of ['Own', 'All'] as const) findings.push(...(await pageFindings(many, caller)));
    const [fewById, manyById] = [await few.byIdMs(), await many.byIdMs()];
    const [fewInsert, manyInsert] = [await few.insertMs(), await many.insertMs()];
    const ratio = (name: string, large: number, small: number): Finding => ({
      isReached: large / small <= SAME,
      text: `${name}: ${(large / small).toFixed(2)} of ${SAME} × that with ${FEW} rows (${large.toFixed(1)} and ${small.toFixed(1)} ms)`,
    });
    return [...findings, ratio('by Id', manyById, fewById), ratio('insert', manyInsert, fewInsert)];
  } finally {
    for (const { node } of [few, many]) await stop(node.process);
  }
}

async function pageFindings(table: Table, caller: keyof typeof CALLERS): Promise<readonly Finding[]> {
  const page = (Sort: object, Pager: object, more: object = {}) => {
    const body = { Sort, Pager: { PageSize: PAGE, Count: 'None', ...Pager }, ...more };
    return table.medianMs(() => table.select(caller, body), 5);
  };
  const fast = async (name: string, Sort: object): Promise<readonly Finding[]> => {
    const first = await page(Sort, {});
    const deep = await page(Sort, { Cursor: await cursorBehind(table, caller, Sort, DEEP_PAGE) });
    return [
      { isReached: first < FAST_MS, text: `${caller}, ${name}, first page: ${first.toFixed(1)} of ${FAST_MS} ms` },
      {
        isReached: deep < FAST_MS,
        text: `${caller}, ${name}, page ${DEEP_PAGE} by cursor: ${deep.toFixed(1)} of ${FAST_MS} ms`,
      },
    ];
  };
  const contains = { WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'Contains', Value: 'abcdef' }] } };
  const others: Readonly<Record<string, number>> = {
    'exact count': await page([], { Count: 'Exact' }),
    'estimated count': await page([], { Count: 'Estimated' }),
    'no count': await page([], {}),
    [`page ${OFFSET_PAGE} by number`]: await page([], { PageNumber: OFFSET_PAGE }),
    contains: await page([], {}, contains),
  };
  return [
    ...(await fast('newest first', NEWEST)),
    ...(await fast('by Name', BY_NAME)),
    ...Object.entries(others).map(([name, ms]) => ({
      isReached: true,
      text: `${caller}, ${name}: ${ms.toFixed(1)} ms`,
    })),
  ];
}
