import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { note, RUN_PLACE } from '../../../support/run-fixture.js';
import { type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';
import { DEFINITIONS, KINDS, type StepKind } from './kinds-of-steps.js';

const WAIT_MS = 60_000;
/** Each run that is held keeps a connection and a place; the server must not end its transaction meanwhile. */
const HELD = {
  RUN_WORKERS: '80',
  RUN_LEASE_MS: '8000',
  JOB_CONNECTIONS: '60',
  STATEMENT_TIMEOUT_MS: '120000',
  HTTP_TIMEOUT_MS: '120000',
  SMTP_TIMEOUT_MS: '120000',
};
const NO_LIMIT = '?options=-c%20idle_in_transaction_session_timeout%3D120000';

/** Where the process that executes a run is killed. */
const MOMENTS = {
  /** The step before is stored, and the process does not know. */
  before: 'answer of the step before',
  /** All is done but stored. */
  in: 'step',
  /** Stored, but not committed. */
  atCommit: 'COMMIT',
  /** Committed, and the process does not know. */
  after: 'answer',
} as const;
type Moment = (typeof MOMENTS)[keyof typeof MOMENTS];

const momentsOf = ({ isWrite }: StepKind): readonly Moment[] =>
  isWrite ? Object.values(MOMENTS) : [MOMENTS.before, MOMENTS.in, MOMENTS.after];

type Planned = readonly [name: string, kind: StepKind, moment: Moment];
const PLANNED = Object.entries(KINDS).flatMap(([name, kind]) =>
  momentsOf(kind).map((moment): Planned => [name, kind, moment]),
);

const WORKFLOWS = (url: string): readonly object[] => [
  ...Object.entries(KINDS).map(([name, { actions }]) => ({
    Name: `Kind${name}`,
    AllowedRoles: ['Clerk'],
    RunAs: 'Service',
    Tokens: [
      { Name: 'Tag', Type: 'Text' },
      { Name: 'Parcel', Type: 'Uuid' },
    ],
    Actions: [note('First', 'first {{Tag}}'), ...actions(url), note('Last', 'last {{Tag}}')],
  })),
  {
    Name: 'Inner',
    AllowedRoles: ['Clerk'],
    RunAs: 'Service',
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [note('Inside', 'step {{Tag}}')],
  },
];

/** A run that is held at a moment. */
interface Held {
  readonly name: string;
  readonly kind: StepKind;
  readonly tag: string;
  readonly parcel: Row;
  readonly run: string;
}

let rig: FaultRig;
let proxy: PostgresProxy;
beforeAll(async () => {
  rig = await FaultRig.open(WORKFLOWS, DEFINITIONS);
  proxy = await PostgresProxy.start(rig.api.app.databaseUrl);
  await rig.setEmail('ann');
}, TIMEOUT_MS);
afterAll(async () => {
  await rig?.close();
  await proxy?.stop();
}, TIMEOUT_MS);

/** Follows the statements of the only run under way, up to a moment of one of its steps. */
class StepWatch {
  isReached = false;
  /** Of the step that was stored last. */
  connection = -1;
  #stored = 0;
  readonly #transactions = new Set<number>();

  constructor(
    private readonly moment: Moment,
    private readonly step: number,
  ) {}

  see(message: WireMessage): void {
    if (message.from === 'server') this.#answer(message);
    else if (message.type === 'B') this.#statement(message);
  }

  #statement({ text, connection }: WireMessage): void {
    if (text === 'BEGIN') this.#transactions.add(connection);
    if (text.includes('WITH fence AS')) {
      this.#stored++;
      this.connection = connection;
      this.isReached ||= this.#isAt(MOMENTS.in);
    }
    if (text === 'COMMIT' && connection === this.connection) this.isReached ||= this.#isAt(MOMENTS.atCommit);
  }

  #answer({ type, text, connection }: WireMessage): void {
    if (type !== 'C' || connection !== this.connection) return;
    if (text !== 'COMMIT' && this.#transactions.has(connection)) return;
    this.#transactions.delete(connection);
    this.isReached ||= this.#isAt(MOMENTS.after);
  }

  #isAt(moment: Moment): boolean {
    if (this.moment === MOMENTS.before) return moment === MOMENTS.after && this.#stored === this.step - 1;
    return moment === this.moment && this.#stored === this.step;
  }
}

/** Holds the connection that comes to a moment of the only run under way. */
function holdAt(moment: Moment, step: number): StepWatch {
  const others = proxy.judge;
  const watch = new StepWatch(moment, step);
  proxy.judge = (message) => {
    const other = others(message);
    if (other !== undefined) return other;
    if (!watch.isReached) watch.see(message);
    return watch.isReached && message.connection === watch.connection ? 'lost' : undefined;
  };
  return watch;
}

/** Parcels of the runs by their names. */
async function addParcels(count: number): Promise<ReadonlyMap<string, Row>> {
  const Values = Array.from({ length: count }, (_, i) => [`tag${i}`, 10]);
  const root = rig.api.as('root');
  const added = await root.send('POST', '/records/bulk-insert', {
    EntityName: 'Parcel',
    Fields: ['Name', 'N'],
    Values,
  });
  expect([added.status, added.text]).toEqual([200, added.text]);
  const { body } = await root.select('Parcel', {
    WhereClause: where('N', 'EqualTo', 10),
    Pager: { PageNumber: 1, PageSize: count },
  });
  return new Map((body.Result as readonly Row[]).map((parcel) => [String(parcel.Name), parcel]));
}

/** Starts a run, and holds it at a moment. */
async function hold([name, kind, moment]: Planned, parcel: Row): Promise<Held> {
  const tag = String(parcel.Name);
  const watch = holdAt(moment, kind.stored);
  const run = await rig.start(Object.keys(KINDS).indexOf(name), { Tag: tag, Parcel: parcel.RecordInformationId });
  await until(`${name} is held at ${moment}`, () => watch.isReached, WAIT_MS);
  return { name: `${name} at ${moment}`, kind, tag, parcel, run };
}

/** Number of effects of a run. */
async function effects({ kind, run, parcel, tag }: Held, schema: string): Promise<number> {
  const statement = kind.effects(`"${schema}"`);
  const [row] = await rig.api.app.query<{ count: number }>(
    `WITH q AS (SELECT $1::uuid, $2::uuid, $3::text) ${statement}`,
    [run, parcel.Id, tag],
  );
  return row.count;
}

// Requirement: P7, F1, F15, R192
it(
  'a process is killed before, in and after each kind of step: another one goes on, with one effect each',
  async () => {
    const [victim, heir] = await Promise.all([rig.node(HELD, proxy.url + NO_LIMIT), rig.node({ RUN_WORKERS: '8' })]);
    heir.signal('SIGSTOP');
    const parcels = await addParcels(PLANNED.length);
    const held: Held[] = [];
    for (const [i, planned] of PLANNED.entries()) held.push(await hold(planned, parcels.get(`tag${i}`)!));
    await victim.kill();
    proxy.judge = () => undefined;
    proxy.cutAll();
    heir.signal('SIGCONT');
    const runs = held.map(({ run }) => run);
    await rig.ended(runs);
    expect(await rig.unfinishedSteps(runs)).toEqual([]);
    const schema = await rig.api.app.schema(RUN_PLACE);
    const found = await Promise.all(held.map(async (each) => [each.name, await effects(each, schema)]));
    expect(found).toEqual(held.map(({ name, kind }) => [name, kind.expected]));
    expectSameNames(held);
    const messages = held.flatMap(({ tag }) => [`first ${tag}`, `last ${tag}`]);
    expect(await rig.messages('^(first|last) ')).toEqual(messages.toSorted());
    await heir.stop();
  },
  2 * TIMEOUT_MS,
);

/** Calls and mails of a run bear one name, however often they were sent. */
function expectSameNames(held: readonly Held[]): void {
  for (const { name, tag } of held.filter(({ name: each }) => each.startsWith('HttpCall'))) {
    const ids = rig.calls.filter(({ path }) => path === `/${tag}`).map(({ eventId }) => eventId);
    expect([name, ids.length > 0, new Set(ids).size]).toEqual([name, true, 1]);
  }
  for (const { name, tag } of held.filter(({ name: each }) => each.startsWith('SendEmail'))) {
    const mails = rig.mail.mails.filter(({ data }) => data.includes(`Subject: ${tag}\r\n`));
    const ids = mails.map(({ data }) => /^Message-ID:\s+(\S+)/im.exec(data)?.[1]);
    expect([name, ids.length > 0, new Set(ids).size]).toEqual([name, true, 1]);
  }
}
