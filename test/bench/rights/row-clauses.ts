import pg from 'pg';
import type { Finding } from '../findings.js';
import { LargeTable, type Times } from '../many/large-table.js';
import type { Bed } from '../rig/bed.js';
import { stop } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { median } from '../rig/rounds.js';
import { environmentOf } from '../rig/seed.js';
import { equal, RightsNode } from './rights-node.js';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const SHARES = 10_000;

const [PAGE_MS, SHARED_MS] = [5, 10];
const BY_ID = 1.15;
const CALLS = 41;
/** Calls of both callers in turns of `TURN`, so that noise meets both. */
const [PAIRED_CALLS, TURN] = [600, 20];

const ENTITY = 'Customer';
const SELECTED = { EntityName: ENTITY, SelectedFields: ['Id', 'Name'] };
const NEWEST = {
  ...SELECTED,
  Sort: [{ FieldName: 'CreatedOn', Direction: 2 }],
  Pager: { PageSize: 50, Count: 'None' },
};

/** Clauses of roles that read all customers: by an indexed field, one row of ten and of a hundred, and by a lookup's field. */
const CLAUSES = {
  'without a clause': undefined,
  'a field, 1 of 10': equal({ Segment: 'Retail' }),
  'a field, 1 of 100': equal({ CreditLimit: '7.00' }),
  'a field of a lookup': equal({ 'RegionId.Code': 'NO' }),
} as const;
type Clause = keyof typeof CLAUSES;

/** Pages of a large table in the order of its newest rows, and single records, by roles with clauses and by shares. */
export async function rowClauseFindings(bed: Bed): Promise<readonly Finding[]> {
  const table = await LargeTable.of(bed, ROWS);
  try {
    for (const field of ['CreditLimit', 'Segment']) await table.index(field);
    const node = await RightsNode.on(table.node);
    const readers = new Map<Clause, CallHeaders>();
    for (const [n, [name, ReadWhere]] of Object.entries(CLAUSES).entries()) {
      const role = await node.role(`Clause ${n}`, ENTITY, ReadWhere && { ReadWhere });
      readers.set(name as Clause, await node.user(`clause.${n}`, role));
    }
    const pages: Finding[] = [];
    for (const [name, headers] of readers) pages.push(await pageFinding(table, name, headers, PAGE_MS));
    pages.push(await byIdFinding(table, readers));
    await node.update('Entity', { EntityName: ENTITY }, { AllowShares: true });
    await share(table.url);
    for (const caller of ['Own', 'Team'] as const)
      pages.push(await pageFinding(table, `${caller} with ${SHARES} shares`, caller, SHARED_MS));
    return pages;
  } finally {
    await stop(table.node.process);
  }
}

const textOf = ({ request, service, fastest }: Times): string =>
  `${request.toFixed(1)} ms (fastest ${fastest.toFixed(1)}, in the service ${service})`;

type Caller = Parameters<LargeTable['select']>[0];

async function pageFinding(table: LargeTable, name: string, caller: Caller, limitMs: number): Promise<Finding> {
  const times = await table.times(() => table.select(caller, NEWEST), CALLS);
  return {
    isReached: times.service < limitMs,
    text: `50 newest of ${ROWS}, ${name}: ${textOf(times)}, of ${limitMs} ms`,
  };
}

/** A record by Id that the caller's clause shows, beside one of a caller without a clause. */
async function byIdFinding(table: LargeTable, readers: ReadonlyMap<Clause, CallHeaders>): Promise<Finding> {
  const done: Readonly<Record<'clause' | 'plain', number[]>> = { clause: [], plain: [] };
  const [clause, plain] = [readers.get('a field, 1 of 10')!, readers.get('without a clause')!];
  const { Result } = await table.select(clause, NEWEST);
  const call = (caller: CallHeaders) => (n: number) =>
    table.select(caller, { ...SELECTED, WhereClause: equal({ Id: Result[n % Result.length].Id }) });
  for (let n = 0; n < PAIRED_CALLS; n += TURN) {
    done.clause.push((await table.times(call(clause), TURN)).request);
    done.plain.push((await table.times(call(plain), TURN)).request);
  }
  const [one, other] = [median(done.clause), median(done.plain)];
  const text = `by Id with a clause: ${(one / other).toFixed(2)} of ${BY_ID} × (${one.toFixed(2)} and ${other.toFixed(2)} ms)`;
  return { isReached: one / other <= BY_ID, text };
}

/** Shares customers of others, spread over the table, with the caller whose scope is Own. */
async function share(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { schema, userId } = await environmentOf(client);
    await client.query(`
      INSERT INTO "${schema}"."RecordShare" ("RecordId", "UserId", "Read", "Update", "OwnerId", "CreatedBy", "UpdatedBy")
      SELECT c."RecordInformationId", u."Id", true, false, u."Id", u."Id", u."Id"
      FROM (SELECT * FROM "${schema}"."${ENTITY}" TABLESAMPLE SYSTEM (20) LIMIT ${SHARES}) c
      CROSS JOIN (SELECT "Id" FROM "${schema}"."User" WHERE "Id" = '${userId}' OR "UserName" = 'mona.manager') u`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
