import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';
import { boxTrigger, FREIGHT, FREIGHT_FLOW, loadFreight } from '../../../support/freight-fixture.js';
import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { prepareTemplate } from '../../../support/prepare-template.js';
import { cases, SEED } from '../../../support/seed.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { type Answer, byId, type Caller, type Row, where } from '../../../support/test-app.js';
import { until as untilWithin } from '../../../support/until.js';
import { comparedOf, expectedRuns, keyOf, type LoggedRow, type ModelRun, type ModelTrigger } from './firing-model.js';
import { BoxWriter, type RandomWrite, randomWrites } from './random-writes.js';

const SETTINGS = { ROLES: 'api,worker', RUN_LEASE_MS: '1500', WRITE_LEASE_MS: '1500', WAIT_WINDOW_MS: '30000' };
const NODES = 3;
const WRITERS = 4;
/** Writes of each writer. */
const WRITES = cases(60);
/** Parts of the writes behind which a node is killed, and PostgreSQL. */
const KILLS = [0.2, 0.4, 0.8];
const CRASH = 0.6;
const TIMEOUT_MS = 240_000;
const WAIT_MS = 120_000;
const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);

const { idle, idleToo, empty } = FREIGHT_FLOW;
const always = (): boolean => true;
const FIELD_CHANGES = [{ FieldName: 'Weight' }, { FieldName: 'Shelf' }];
const DEFINED: readonly (readonly [fields: Row, holds: ModelTrigger['holds']])[] = [
  [{ TriggerEvent: 'CreatedOrEdited', WorkflowIds: [idle, idleToo] }, always],
  [{ FieldCriteria: 'AnyOfFields', FieldChanges: FIELD_CHANGES }, always],
  [{ FieldCriteria: 'AllOfFields', FieldChanges: FIELD_CHANGES }, always],
  [{ FieldCriteria: 'AnyOfFields', FieldChanges: [{ FieldName: 'Shelf', From: null, To: 2 }] }, always],
  [{ FieldCriteria: 'AllOfFields', FieldChanges: [{ FieldName: 'Weight', To: 0 }, { FieldName: 'Shelf' }] }, always],
  [{ FieldCriteria: 'AllOfFields', FieldChanges: [{ FieldName: 'StatusId' }] }, always],
  [{ FieldCriteria: 'AnyOfFields', FieldChanges: [{ FieldName: 'Total' }] }, always],
  [
    { TriggerEvent: 'CreatedOrEdited', WhereClause: where('Weight', 'GreaterThan', 5) },
    ({ Weight }) => Weight !== null && Number(Weight) > 5,
  ],
  [{ TriggerEvent: 'Deleted', WhereClause: where('Shelf', 'IsNULL') }, ({ Shelf }) => Shelf === null],
  [{ EntityName: 'Part', TriggerEvent: 'Created' }, always],
  [{ EntityName: 'Part', TriggerEvent: 'Edited' }, always],
  [{ EntityName: 'Part', TriggerEvent: 'Deleted' }, always],
  // What it changes fires the others, and itself again, which stops.
  [{ FieldCriteria: 'AnyOfFields', FieldChanges: [{ FieldName: 'Weight', To: 7 }], WorkflowIds: [empty] }, always],
];

let folder: string;
let server: EmbeddedPostgres;
let proxy: PostgresProxy;
let schema: string;
const nodes: ServiceProcess[] = [];

const databaseUrl = (): Promise<string> => ensureDatabase(server, 'service');
const startNode = async (): Promise<void> => void nodes.push(await ServiceProcess.start(proxy.url, SETTINGS));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-firings-'));
  await chmod(folder, 0o755); // The server's user must get in.
  server = await startEmbeddedPostgres({ dataDir: folder });
  await prepareTemplate(await databaseUrl());
  await loadFreight({ databaseUrl: await databaseUrl() });
  proxy = await PostgresProxy.start(await databaseUrl());
  await Promise.all(Array.from({ length: NODES }, startNode));
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

async function stored<Found>(text: string, values: readonly unknown[] = []): Promise<readonly Found[]> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Found[];
  } finally {
    await client.end();
  }
}

const callers = new Map<ServiceProcess, Promise<Caller>>();

/** A caller of one of the nodes that live. */
function anyCaller(n: number): Promise<Caller> {
  const node = nodes[n % nodes.length];
  const known = callers.get(node) ?? node.as('root', undefined, FREIGHT);
  callers.set(node, known);
  known.catch(() => callers.delete(node));
  return known;
}

/** Kills a node, and starts another one beside the writes, when PostgreSQL is there. */
function killNode(starts: Promise<void>[], crashed: Promise<void> | undefined): void {
  const [victim] = nodes.splice(0, 1);
  starts.push(Promise.all([victim.kill(), crashed]).then(startNode));
}

/** Ends PostgreSQL by a signal to its first process, and starts it again. */
async function crashPostgres(): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await sleep(500);
  server = await startEmbeddedPostgres({ dataDir: folder });
  proxy.lead(await databaseUrl());
}

/** All changes of boxes and parts, and of triggers, in the order of the log. */
const logged = (): Promise<readonly LoggedRow[]> =>
  stored<LoggedRow>(
    `SELECT c.entity, c.operation, c.record_id AS id, c.row_version::text AS version, c.old, c.new, c.source
     FROM ${LOGGED_CHANGES} c
     JOIN platform.environment e ON e.id = c.environment_id
     WHERE e.schema_name = $1 AND c.entity IN ('Box', 'Part', 'Trigger')
     ORDER BY c.position`,
    [schema],
  );

interface StoredRun {
  readonly trigger: string;
  readonly workflow: string;
  readonly record: Row;
  readonly old: Row | null;
  readonly state: string;
  readonly ended: string;
}

/** Runs of triggers in the order in which they were enqueued. */
const storedRuns = (): Promise<readonly StoredRun[]> =>
  stored<StoredRun>(
    `SELECT "TriggerId" AS trigger, "WorkflowId" AS workflow, "Input" -> 'Record' AS record, "Input" -> 'Old' AS old,
       "State" AS state, "EndedOn"::text AS ended
     FROM "${schema}"."WorkflowRun"
     WHERE "TriggerId" IS NOT NULL
     ORDER BY "StartedOn", "Id"`,
  );

function grouped(runs: readonly StoredRun[]): ReadonlyMap<string, readonly StoredRun[]> {
  const groups = new Map<string, StoredRun[]>();
  for (const run of runs) {
    const key = keyOf(run.trigger, run.workflow, run.record.Id);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return groups;
}

const sorted = <Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Defines the triggers. A change from before them must not fire. */
async function defineTriggers(root: Caller): Promise<readonly ModelTrigger[]> {
  await root.inserted('Box', { Code: 'before', Weight: 7 });
  const triggers: ModelTrigger[] = [];
  for (const [n, [given, holds]] of DEFINED.entries()) {
    const fields = { ...boxTrigger(`T${n}`, { WorkflowIds: [idle] }), ...given } as unknown as ModelTrigger['fields'];
    triggers.push({ id: await root.inserted('Trigger', fields), fields, holds });
  }
  return triggers;
}

// Requirement: R195, R196, F1, F2, F15
it(
  'starts the runs that a model computes from the log, in its order, while nodes and PostgreSQL are killed',
  async () => {
    const root = await anyCaller(0);
    [{ schema }] = await stored<{ schema: string }>(
      `SELECT schema_name AS schema FROM platform.environment WHERE id = 'f4e16400-0000-4000-8000-000000000003'`,
    );
    const triggers = await defineTriggers(root);
    const starts: Promise<void>[] = [];
    const answers: Answer[] = [];
    let crashed: Promise<void> | undefined;
    let sent = 0;

    const step = async (writer: BoxWriter, write: RandomWrite): Promise<void> => {
      const progress = sent++ / (WRITERS * WRITES);
      if (nodes.length > 1 && progress >= (KILLS[starts.length] ?? Infinity)) killNode(starts, crashed);
      if (progress >= CRASH) crashed ??= Promise.all(starts).then(crashPostgres);
      try {
        answers.push(await writer.write(await anyCaller(sent), write));
      } catch {
        await sleep(50);
      }
    };
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, n) => {
        const writer = new BoxWriter(`w${n}`);
        for (const write of randomWrites(WRITES, SEED + n)) await step(writer, write);
      }),
    );
    await crashed;
    await Promise.all(starts);
    // Kills for which too few nodes were there.
    while (starts.length < KILLS.length) {
      killNode(starts, crashed);
      await starts.at(-1);
    }
    expect(answers.filter(({ status }) => status === 500)).toEqual([]);

    let marked = 0;
    await until('a change behind the others is matched', async () => {
      const inserted = await (await anyCaller(0)).insert('Part', { Size: ++marked });
      return inserted.status === 200;
    });
    // Changes of which random writes make few: some runs have none.
    const rare = await (await anyCaller(0)).inserted('Box', { Code: 'rare', Weight: 3 });
    await (await anyCaller(0)).update('Box', { Weight: 0, Shelf: 2 }, byId(rare));
    const isIdle = async (): Promise<boolean> => (await stored('SELECT FROM platform.run LIMIT 1')).length === 0;
    const expected = async (): Promise<ReadonlyMap<string, readonly ModelRun[]>> => {
      const changes = await logged();
      const first = changes.findLastIndex(({ entity }) => entity === 'Trigger') + 1;
      const records = (all: readonly LoggedRow[]) => all.filter(({ entity }) => entity !== 'Trigger');
      return expectedRuns(triggers, records(changes), records(changes.slice(0, first)).length);
    };
    const count = (map: ReadonlyMap<string, readonly unknown[]>): number => [...map.values()].flat().length;
    await until('all runs have ended', async () => {
      const runs = await storedRuns();
      return runs.length >= count(await expected()) && (await isIdle());
    });
    const [groups, model] = [grouped(await storedRuns()), await expected()];
    const started = new Map(
      [...groups].map(([key, runs]) => [
        key,
        runs.map(({ record, old }) => ({ record: comparedOf(record), old: old && comparedOf(old) })),
      ]),
    );
    expect(sorted(started)).toEqual(sorted(model));
    for (const runs of groups.values()) {
      const ends = runs.filter(({ state }) => state === 'Completed').map(({ ended }) => ended);
      expect(ends).toEqual(ends.toSorted());
    }
    // Each trigger has fired, so that each has tested something.
    const fired = new Set([...groups.keys()].map((key) => key.split(' ')[0]));
    expect(triggers.filter(({ id }) => !fired.has(id)).map(({ fields }) => fields.Name)).toEqual([]);
  },
  TIMEOUT_MS,
);
