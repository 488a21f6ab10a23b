import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Finding } from './findings.js';
import type { Bed } from './rig/bed.js';
import { cpuMs } from './rig/processes.js';
import { median } from './rig/rounds.js';
import { callHeaders } from './rig/service.js';

/** Most CPU of a write of a definition beside an insert of a customer, in the demo's environment and in a large one. */
const [DEMO_RATIO, LARGE_RATIO] = [6, 10];
/** Most CPU of a clone of a role with the accesses of one of the demo. */
const CLONE_MS = 60;
/** Size of the large environment. */
const [ENTITIES, FIELDS] = [500, 20];

/** Writes of one kind that are measured together, since the CPU of a process is counted in hundredths of a second. */
const [DEFINITIONS, CUSTOMERS] = [10, 200];
const ROUNDS = 3;
/** Time after which other work that follows from writes, such as a look at indexes, is over. */
const SETTLE_MS = 1_500;

const KINDS = ['RoleAccess', 'Field', 'ApprovalProcess'] as const;
type Fields = Readonly<Record<string, unknown>>;

const LARGE = {
  Entities: Array.from({ length: ENTITIES }, (_, i) => ({
    EntityName: `Wide${i}`,
    Fields: Array.from({ length: FIELDS }, (__, j) => ({ FieldName: `Field${j}`, FieldType: 'Text', MaxLength: 100 })),
  })),
};

/** Calls of the service, whose CPU it measures. */
class Writes {
  #count = 0;

  constructor(
    private readonly pid: number,
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  async send<Result>(path: string, body: object): Promise<Result> {
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed: ${text.slice(0, 2_000)}`);
    return (JSON.parse(text) as { readonly Result: Result }).Result;
  }

  async insert(EntityName: string, fields: Fields): Promise<string> {
    const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
    return (await this.send<{ readonly Id: string }>('/records/insert', { EntityName, Fields })).Id;
  }

  /** Sends writes one after the other. @returns milliseconds of CPU of one, with all that follows from it */
  async cpuMsOf(count: number, write: (n: number) => Promise<unknown>): Promise<number> {
    await sleep(SETTLE_MS);
    const before = cpuMs(this.pid);
    for (let i = 0; i < count; i++) await write(++this.#count);
    await sleep(SETTLE_MS);
    return (cpuMs(this.pid) - before) / count;
  }
}

/** Fields of a definition of this kind that differ from those of every other number. */
async function definitionsOf(writes: Writes): Promise<Readonly<Record<(typeof KINDS)[number], (n: number) => Fields>>> {
  const RoleId = await writes.insert('Role', { Name: `Bench ${randomUUID()}` });
  const EntityName = `Bench${randomUUID().replaceAll('-', '')}`;
  const EntityId = await writes.insert('Entity', { EntityName });
  // An access is of one role on one entity, so each has a role of its own.
  const roles = Array.from({ length: 4 * DEFINITIONS }, () => randomUUID());
  await writes.send('/records/bulk-insert', {
    EntityName: 'Role',
    Fields: ['Id', 'Name'],
    Values: roles.map((id) => [id, `Bench ${id}`]),
  });
  return {
    RoleAccess: () => ({ RoleId: roles.pop() ?? RoleId, EntityName, Read: 'All' }),
    Field: (n) => ({ EntityId, FieldName: `Extra${n}`, FieldType: 'Text', MaxLength: 10 }),
    ApprovalProcess: (n) => ({
      EntityName,
      Name: `Bench process ${n} ${EntityName}`,
      IsActive: false,
      Steps: [{ Name: 'First', Approvers: { Role: 'Administrator' } }],
    }),
  };
}

async function ratios(writes: Writes, target: number, where: string): Promise<readonly Finding[]> {
  const definitions = await definitionsOf(writes);
  const customer = { Name: 'Contoso', RegionId: '00000000-0000-7000-8000-000000000007' };
  const insertCustomer = (): Promise<string> =>
    writes.insert('Customer', { ...customer, TaxId: `DE${String(Math.random()).slice(2, 12)}` });
  const measured = new Map<string, { ratios: number[]; ms: number[] }>(
    KINDS.map((kind) => [kind, { ratios: [], ms: [] }]),
  );
  await writes.cpuMsOf(CUSTOMERS, insertCustomer);
  for (const kind of KINDS) await writes.cpuMsOf(3, (n) => writes.insert(kind, definitions[kind](n)));
  for (let round = 0; round < ROUNDS; round++) {
    const ofCustomer = await writes.cpuMsOf(CUSTOMERS, insertCustomer);
    for (const kind of KINDS) {
      const ms = await writes.cpuMsOf(DEFINITIONS, (n) => writes.insert(kind, definitions[kind](n)));
      measured.get(kind)!.ms.push(ms);
      measured.get(kind)!.ratios.push(ms / ofCustomer);
    }
  }
  return [...measured].map(([kind, found]) => ({
    isReached: median(found.ratios) <= target,
    text:
      `insert of ${kind} ${where}: ${median(found.ms).toFixed(1)} ms of CPU, ` +
      `${median(found.ratios).toFixed(1)} of ${target} × an insert of Customer`,
  }));
}

async function clones(writes: Writes): Promise<Finding> {
  const [{ Id: SourceRoleId }] = await writes.send<readonly { readonly Id: string }[]>('/queries/select', {
    EntityName: 'Role',
    WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'SalesRep' }] },
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const targets: string[] = [];
    for (let i = 0; i < DEFINITIONS; i++) targets.push(await writes.insert('Role', { Name: `Clone ${randomUUID()}` }));
    times.push(
      await writes.cpuMsOf(targets.length, () =>
        writes.send('/access/clone-role', { SourceRoleId, TargetRoleId: targets.pop() }),
      ),
    );
  }
  const ms = median(times);
  return { isReached: ms <= CLONE_MS, text: `clone of a role: ${ms.toFixed(1)} of ${CLONE_MS} ms of CPU` };
}

/** Waits until the service has made all indexes. */
async function indexesMade(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const pending = 'SELECT 1 FROM platform.environment WHERE indexed_version IS DISTINCT FROM definitions_version';
    while ((await client.query(pending)).rows.length > 0) await sleep(SETTLE_MS);
  } finally {
    await client.end();
  }
}

/** Measures the service's CPU of writes of definitions, in the demo's environment and after it has become large. */
export async function definitionWriteFindings({ service, databaseUrl }: Bed): Promise<readonly Finding[]> {
  const headers = await callHeaders(service, 'ada.admin');
  const writes = new Writes(service.process.pid!, `http://127.0.0.1:${service.port}/api/v1`, headers);
  const demo = await ratios(writes, DEMO_RATIO, 'in the demo');
  const clone = await clones(writes);
  await writes.send('/environment/apply', LARGE);
  await indexesMade(databaseUrl);
  return [...demo, clone, ...(await ratios(writes, LARGE_RATIO, `among ${ENTITIES} entities`))];
}
