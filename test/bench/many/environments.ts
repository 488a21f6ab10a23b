import { setTimeout as sleep } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { cloneEnvironments, type ClonedEnvironment } from '../../support/clone-environments.js';
import { hasIndexes } from '../../support/has-indexes.js';
import { until } from '../../support/until.js';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { cpuMs, familyCpuMs, rssBytes, type Server, stop } from '../rig/processes.js';
import { median } from '../rig/rounds.js';
import { callHeaders, startService, TOKEN_SECRET } from '../rig/service.js';

/** Environments of the bench, each with `ENTITIES` entities of ten fields and two unique rules at most. */
const ENVIRONMENTS = Number(process.env.BENCH_ENVIRONMENTS ?? 200);
const ENTITIES = 20;
const WARM = Math.min(200, ENVIRONMENTS);
const CATALOGUE_MB = 256;

const READY_MS = 5_000;
const COLD_MS = 150;
const WARM_SHARE = 0.75;
const IDLE_SHARE = 0.03;

const IDLE_MS = 20_000;
/** Reads of a round: ten of each environment, however busy the machine is. */
const ROUND_CALLS = 10 * WARM;
const CALLERS = 8;
const ROUNDS = 3;
const COLD_CALLS = 60;

const ORIGINAL = { TenantId: 'Northgate', AppId: 'PeopleDesk', EnvironmentId: 'Development' } as const;
const ADMINISTRATOR = 'ada.admin';
const NO_RECORD = '00000000-0000-7000-8000-000000000001';

const FIELDS = [
  { FieldName: 'Code', FieldType: 'Text', Unique: true },
  { FieldName: 'Name', FieldType: 'Text' },
  { FieldName: 'Amount', FieldType: 'Decimal' },
  { FieldName: 'Count', FieldType: 'Int' },
  { FieldName: 'DueOn', FieldType: 'Date' },
  { FieldName: 'SentAt', FieldType: 'DateTime' },
  { FieldName: 'IsOpen', FieldType: 'Bool' },
  { FieldName: 'Note', FieldType: 'Text' },
];

/** Start, first requests, idling and reads of a node whose database has many environments. */
export async function environmentFindings(bed: Bed): Promise<readonly Finding[]> {
  const url = await bed.newDatabase('environments');
  const copies = await makeEnvironments(url, ENVIRONMENTS);
  const begun = performance.now();
  const node = await startService(url, [], { CATALOGUE_MEMORY_MB: String(CATALOGUE_MB) });
  const readyMs = performance.now() - begun;
  try {
    const idle = await idleShares(bed, node);
    const coldMs = await coldTimesMs(node, copies);
    const warm = await warmPairs(bed, node, copies.slice(0, WARM));
    const shares = warm.map(({ one, many }) => many.perSecond / one.perSecond);
    const micros = (side: 'one' | 'many'): string => median(warm.map((pair) => pair[side].micros)).toFixed(0);
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    const rss = `${Math.round(rssBytes(node.process.pid!) / 2 ** 20)} MB resident`;
    return [
      {
        isReached: readyMs < READY_MS,
        text: `${ENVIRONMENTS} environments: ready after ${readyMs.toFixed(0)} of ${READY_MS} ms`,
      },
      {
        isReached: idle[0] < IDLE_SHARE,
        text: `idle: ${percent(idle[0])} of a core, ${percent(IDLE_SHARE)} allowed; PostgreSQL ${percent(idle[1])}`,
      },
      {
        isReached: median(coldMs) < COLD_MS,
        text: `first request of a cold environment: ${median(coldMs).toFixed(0)} of ${COLD_MS} ms, at most ${Math.max(...coldMs).toFixed(0)}`,
      },
      {
        isReached: median(shares) >= WARM_SHARE,
        text: `select by Id over ${WARM} environments: ${median(shares).toFixed(2)} of ${WARM_SHARE} (${shares.map((share) => share.toFixed(2)).join(', ')}) of one; ${micros('many')} µs of both, one ${micros('one')} µs; ${rss}`,
      },
    ];
  } finally {
    await stop(node.process);
  }
}

/** Defines one environment by the API, and copies it by SQL. */
export async function makeEnvironments(url: string, count: number): Promise<readonly ClonedEnvironment[]> {
  const node = await startService(url, [], { ROLES: 'api' });
  const headers = { ...(await callHeaders(node, ADMINISTRATOR)), ...ORIGINAL, 'Content-Type': 'application/json' };
  let parent: string | undefined;
  for (let n = 0; n < ENTITIES; n++) {
    const lookup = parent === undefined ? [] : [{ FieldName: 'ParentId', FieldType: 'Lookup', TargetId: parent }];
    const Fields = [
      { FieldName: 'EntityName', Value: `Thing${n}` },
      { FieldName: 'Field', Value: [...FIELDS, ...lookup] },
    ];
    const body = JSON.stringify({ EntityName: 'Entity', Fields });
    const response = await fetch(`${urlOf(node)}/records/insert`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`An entity was not defined: ${await response.text()}`);
    parent = ((await response.json()) as { readonly Result: { readonly Id: string } }).Result.Id;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string }>(
      `SELECT e.schema_name AS schema FROM platform.environment e
       JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
       WHERE (t.name, a.name, e.name) = ($1, $2, $3)`,
      Object.values(ORIGINAL),
    );
    const [{ schema }] = rows;
    // The copies take over that it has them, as after any start but the first.
    await until('the original has its indexes', () => hasIndexes(client, schema));
    await stop(node.process);
    return await cloneEnvironments(url, schema, count);
  } finally {
    await client.end();
  }
}

const urlOf = ({ port }: Server): string => `http://127.0.0.1:${port}/api/v1`;

async function idleShares({ postgres }: Bed, { process: { pid } }: Server): Promise<readonly [number, number]> {
  await sleep(IDLE_MS);
  const before = [cpuMs(pid!), familyCpuMs(postgres)];
  await sleep(IDLE_MS);
  return [(cpuMs(pid!) - before[0]) / IDLE_MS, (familyCpuMs(postgres) - before[1]) / IDLE_MS];
}

/** The copies have the users of the original under the same ids. */
export const TOKEN = jwt.sign({ sub: ADMINISTRATOR }, TOKEN_SECRET, { expiresIn: '1h' });

export async function selectById(node: Server, { place }: ClonedEnvironment): Promise<void> {
  const Filters = [{ FieldName: 'Id', Operator: 'EqualTo', Value: NO_RECORD }];
  const response = await fetch(`${urlOf(node)}/queries/select`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, ...place, 'Content-Type': 'application/json' },
    body: JSON.stringify({ EntityName: 'Thing3', WhereClause: { Filters } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`A select failed: ${text}`);
}

/** The last ones, which nothing has touched since the start. */
async function coldTimesMs(node: Server, copies: readonly ClonedEnvironment[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const copy of copies.slice(-COLD_CALLS)) {
    const begun = performance.now();
    await selectById(node, copy);
    times.push(performance.now() - begun);
  }
  return times;
}

interface Reads {
  readonly perSecond: number;
  /** CPU of service and PostgreSQL for each. */
  readonly micros: number;
}

async function warmPairs(
  bed: Bed,
  node: Server,
  copies: readonly ClonedEnvironment[],
): Promise<readonly { readonly one: Reads; readonly many: Reads }[]> {
  const [first] = copies;
  await reads(bed, node, [first]);
  await reads(bed, node, copies);
  await reads(bed, node, copies);
  const pairs: { one: Reads; many: Reads }[] = [];
  for (let i = 0; i < ROUNDS; i++)
    pairs.push({ one: await reads(bed, node, [first]), many: await reads(bed, node, copies) });
  return pairs;
}

/** Reads of a few callers, environment by environment. */
async function reads({ postgres }: Bed, node: Server, copies: readonly ClonedEnvironment[]): Promise<Reads> {
  const cpu = (): number => cpuMs(node.process.pid!) + familyCpuMs(postgres);
  const [before, begun] = [cpu(), performance.now()];
  let count = 0;
  const call = async (): Promise<void> => {
    while (count < ROUND_CALLS) await selectById(node, copies[count++ % copies.length]);
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return { perSecond: (count * 1_000) / (performance.now() - begun), micros: ((cpu() - before) * 1_000) / count };
}
