import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClonedEnvironment } from '../../support/clone-environments.js';
import type { Finding } from '../findings.js';
import { makeEnvironments, selectById, TOKEN } from '../many/environments.js';
import type { Bed } from '../rig/bed.js';
import { cpuMs, familyCpuMs, rssBytes, type Server, stop } from '../rig/processes.js';
import { median } from '../rig/rounds.js';
import { startService } from '../rig/service.js';
import { routerFindings } from './router-costs.js';

const COUNT = Number(process.env.BENCH_ENVIRONMENTS ?? 1_000);
/** Environments that callers use; caches hold all of them. */
const IN_USE = Math.min(200, COUNT);
/** Environments that an upgrade completes; all of them take minutes. */
const UPGRADED = Math.min(50, COUNT);
const SETTINGS = { CATALOGUE_MEMORY_MB: '512', LOG_LEVEL: 'warn' };
const IDLE_MS = 20_000;
const DIRECTORY_CALLS = 5;

const found = (text: string): Finding => ({ isReached: true, text });
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Measures what one cell with many environments takes: catalogue, disk, memory, connections, reading of the log, starts. */
export async function cellCostFindings(bed: Bed): Promise<readonly Finding[]> {
  const url = await bed.newDatabase('cell');
  const begun = performance.now();
  const copies = await makeEnvironments(url, COUNT);
  const made = found(`${COUNT} environments were copied by SQL in ${seconds(performance.now() - begun)}`);
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    const few = await nodeFindings(bed, bed.databaseUrl, 'few environments', []);
    return [
      made,
      found(await catalogueText(client, copies[0])),
      ...few,
      ...(await nodeFindings(bed, url, `${COUNT} environments`, copies)),
      ...(await startFindings(bed, url, client, copies)),
      ...(await routerFindings(bed)),
    ];
  } finally {
    await client.end();
  }
}

/** Relations, rows and bytes of a copy, and the whole catalogue of the database divided by its environments. */
async function catalogueText(client: pg.Client, { id, schema }: ClonedEnvironment): Promise<string> {
  await client.query('VACUUM ANALYZE pg_class, pg_attribute, pg_index, pg_depend, pg_constraint');
  const { rows: kinds } = await client.query<{ kind: string; count: number; bytes: string; columns: number }>(
    `SELECT c.relkind AS kind, count(*)::int AS count, sum(pg_relation_size(c.oid)) AS bytes,
       sum((SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid))::int AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 GROUP BY 1 ORDER BY 1`,
    [schema],
  );
  const { rows: toast } = await client.query<{ count: number; bytes: string }>(
    `SELECT count(*)::int AS count, sum(pg_total_relation_size(t.oid)) AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_class t ON t.oid = c.reltoastrelid WHERE n.nspname = $1`,
    [schema],
  );
  const { rows: catalogue } = await client.query<{ name: string; bytes: string; total: string }>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes,
       sum(pg_total_relation_size(c.oid)) OVER () AS total
     FROM pg_class c WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r' ORDER BY 2 DESC LIMIT 6`,
  );
  const { rows: sizes } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  const parts = kinds.map(
    ({ kind, count, bytes, columns }) => `${kind}: ${count}, ${columns} columns, ${megabytes(Number(bytes))}`,
  );
  const largest = catalogue.map(({ name, bytes }) => `${name} ${kilobytes(Number(bytes) / COUNT)}`).join(', ');
  return (
    `a copy has ${parts.join('; ')}; TOAST ${toast[0].count}, ${megabytes(Number(toast[0].bytes))}; ` +
    `${await platformRows(client, id)}; catalogue ${kilobytes(Number(catalogue[0].total) / COUNT)} each (${largest}); ` +
    `database ${megabytes(Number(sizes[0].bytes) / COUNT)} each`
  );
}

const kilobytes = (bytes: number): string => `${(bytes / 2 ** 10).toFixed(0)} KB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Rows of schema platform that name an environment. */
async function platformRows(client: pg.Client, id: string): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'platform'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'environment_id'`,
  );
  const counts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE environment_id = $1`,
      [id],
    );
    if (rows[0].count > 0) counts.push(`${name} ${rows[0].count}`);
  }
  return `rows of platform: ${counts.join(', ') || 'its own, its app and its tenant'}`;
}

/** Figures of one node on a database: start, memory, idling, connections. */
async function nodeFindings(
  bed: Bed,
  url: string,
  name: string,
  copies: readonly ClonedEnvironment[],
): Promise<readonly Finding[]> {
  const { node, text } = await started(bed, url);
  try {
    const findings = [found(`${name}: ${text}`), found(`${name}: idle ${await idleText(bed, node)}`)];
    if (copies.length > 0) {
      findings.push(found(await directoryText(node)));
      findings.push(found(`before use ${residentText(node)}; ${await backendText(url, name)}`));
      for (const copy of copies.slice(0, IN_USE)) await selectById(node, copy);
      await sleep(IDLE_MS);
      findings.push(found(`${IN_USE} in use: ${residentText(node)}; ${await backendText(url, name)}`));
      for (const copy of copies) await selectById(node, copy);
      findings.push(found(`after a read in all: ${residentText(node)}; ${await backendText(url, name)}`));
    }
    return findings;
  } finally {
    await stop(node.process);
  }
}

const residentText = ({ process: { pid } }: Server): string => `${megabytes(rssBytes(pid!))} resident`;

/** Starts a node, with what it takes until it is ready. */
async function started(bed: Bed, url: string): Promise<{ readonly node: Server; readonly text: string }> {
  const [begun, postgresMs] = [performance.now(), familyCpuMs(bed.postgres)];
  const node = await startService(url, [], SETTINGS);
  const took = performance.now() - begun;
  const cpu = `${seconds(cpuMs(node.process.pid!))} of CPU, PostgreSQL ${seconds(familyCpuMs(bed.postgres) - postgresMs)}`;
  return { node, text: `ready after ${seconds(took)}, ${cpu}, ${residentText(node)}` };
}

async function idleText({ postgres }: Bed, { process: { pid } }: Server): Promise<string> {
  await sleep(IDLE_MS);
  const before = [cpuMs(pid!), familyCpuMs(postgres)];
  await sleep(IDLE_MS);
  const [node, server] = [cpuMs(pid!) - before[0], familyCpuMs(postgres) - before[1]].map((ms) => ms / IDLE_MS);
  return `${percent(node)} of a core, PostgreSQL with the other node of the bench ${percent(server)}`;
}

/** Lists the environments of a person who is a user in all of them. */
async function directoryText({ port }: Server): Promise<string> {
  const times: number[] = [];
  let count = 0;
  for (let i = 0; i < DIRECTORY_CALLS; i++) {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/environments`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The environments were not listed: ${text}`);
    count = text.split('"EnvironmentId"').length - 1;
    times.push(performance.now() - begun);
  }
  return `GET /environments lists ${count}: first ${seconds(times[0])}, then ${seconds(median(times.slice(1)))}`;
}

/** Number of backends of a node, and their own memory. */
async function backendText(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
       AND application_name <> 'bench'`,
  );
  await client.end();
  const bytes = rows.map(({ pid }) => privateBytes(pid)).toSorted((a, b) => a - b);
  const sum = bytes.reduce((total, each) => total + each, 0);
  return (
    `${rows.length} backends of ${name}, ${megabytes(sum)} of their own: median ${megabytes(bytes[bytes.length >> 1])}, ` +
    `most ${megabytes(bytes.at(-1)!)}`
  );
}

const privateBytes = (pid: number): number =>
  1_024 * Number(/Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]);

/** Starts as after upgrades: one that has nothing to change in some environments, and one that adds a column to each. */
async function startFindings(
  bed: Bed,
  url: string,
  client: pg.Client,
  copies: readonly ClonedEnvironment[],
): Promise<readonly Finding[]> {
  const schemas = copies.slice(0, UPGRADED).map(({ schema }) => schema);
  const before = await startText(bed, url);
  await client.query('UPDATE platform.environment SET completed_by = NULL WHERE schema_name = ANY($1)', [schemas]);
  const unchanged = await startText(bed, url);
  for (const schema of schemas)
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(schema)}."WorkflowRun" DROP COLUMN "Error"`);
  await client.query('UPDATE platform.environment SET completed_by = NULL WHERE schema_name = ANY($1)', [schemas]);
  const changed = await startText(bed, url);
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attname = 'Error' AND attnum > 0 AND attrelid = ANY(
       SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relname = 'WorkflowRun' AND n.nspname = ANY($1))`,
    [schemas],
  );
  if (rowCount !== UPGRADED) throw new Error(`The start added ${rowCount} of ${UPGRADED} columns.`);
  return [
    found(`a start without an upgrade: ${before}`),
    found(`after an upgrade that changes no table, ${UPGRADED} environments to look at: ${unchanged}`),
    found(`after an upgrade that adds a column, ${UPGRADED} environments: ${changed}`),
  ];
}

async function startText(bed: Bed, url: string): Promise<string> {
  const { node, text } = await started(bed, url);
  await stop(node.process);
  return text;
}
