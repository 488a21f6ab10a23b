import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER, customer } from '../../support/demo.js';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import { type Answer, byId, type Caller, TestApp, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Cutting a smaller message in the middle equals cutting before it. */
const SMALL_BYTES = 50;

let app: TestApp;
let proxy: PostgresProxy;
let node: TestApp;
let busy: TestApp | undefined;
let nina: Caller;
let schema: string;
beforeAll(async () => {
  app = await TestApp.start();
  proxy = await PostgresProxy.start(app.databaseUrl);
  // One connection, so that each run opens a new one with the same messages.
  node = await app.startAnother({ DATABASE_POOL_SIZE: '1' }, proxy.url);
  nina = node.as('nina.north');
  schema = await app.schema();
});
afterAll(async () => {
  await busy?.stop();
  await node.stop();
  await proxy.stop();
  await app.stop();
});

/** Opens new connections without prepared statements, so that every run sends the same messages. */
async function beginAnew(): Promise<void> {
  proxy.judge = () => undefined;
  proxy.cutAll();
  await sleep(10);
  expect((await node.send('GET', '/health/ready')).status).toBe(200);
}

/** Place of a cut: within or behind a message of one side, counted from the first of the write. */
interface Cut {
  readonly from: WireMessage['from'];
  readonly message: number;
  readonly isWhole: boolean;
}

const isFirstWord = ({ from, text }: WireMessage): boolean =>
  from === 'client' && (text === 'BEGIN' || text.includes('INTO platform.operation'));

/** Messages on the connection of a write, from its first one. */
async function dialogueOf(write: () => Promise<unknown>): Promise<readonly WireMessage[]> {
  const dialogue: WireMessage[] = [];
  proxy.judge = (message) => {
    if (dialogue.length === 0 ? isFirstWord(message) : message.connection === dialogue[0].connection)
      dialogue.push(message);
    return undefined;
  };
  await write();
  return dialogue;
}

const cutsOf = (dialogue: readonly WireMessage[]): readonly Cut[] =>
  (['client', 'server'] as const).flatMap((side) =>
    dialogue
      .filter(({ from }) => from === side)
      .flatMap(({ from, bytes }, message) => [
        ...(bytes > SMALL_BYTES ? [{ from, message, isWhole: false }] : []),
        { from, message, isWhole: true },
      ]),
  );

/** Cuts the connection of the next write once. @returns a function that tells if it was cut */
function arm(cut: Cut): () => boolean {
  let connection: number | undefined;
  let isCut = false;
  let said = 0;
  proxy.judge = (message) => {
    if (isCut) return message.connection === connection ? 0 : undefined;
    if (connection === undefined && isFirstWord(message)) ({ connection } = message);
    if (message.connection !== connection || message.from !== cut.from) return undefined;
    isCut = said++ === cut.message;
    if (!isCut) return undefined;
    return cut.isWhole ? message.bytes : Math.ceil(message.bytes / 2);
  };
  return () => isCut;
}

/** A write with a check of its single effect. */
interface Kind {
  readonly write: (name: string) => Promise<Answer>;
  readonly expectOnce: (name: string, answer: Answer) => Promise<void>;
}

const expectInserted =
  (entityName: string, fieldName: string): Kind['expectOnce'] =>
  async (name, answer) => {
    const { body } = await app.as('nina.north').select(entityName, { WhereClause: where(fieldName, 'EqualTo', name) });
    expect(body.Result).toEqual([answer.body.Result]);
    const changes = await app.query('SELECT operation FROM platform.change WHERE record_id = $1', [body.Result[0].Id]);
    expect(changes).toEqual([{ operation: 'Create' }]);
  };

let updates = 0;
const KINDS: Readonly<Record<string, Kind>> = {
  'an insert of one statement': {
    write: (Name) => nina.insert('Customer', customer({ Name })),
    expectOnce: expectInserted('Customer', 'Name'),
  },
  'an update of one statement': {
    write: (Name) => nina.update('Customer', { Name }, byId(CUSTOMER.alpenmarkt)),
    async expectOnce(Name, answer) {
      updates++;
      const Id = CUSTOMER.alpenmarkt;
      const { body } = await app.as('nina.north').select('Customer', { WhereClause: byId(Id) });
      expect(body.Result).toMatchObject([{ Name, RowVersion: updates + 1 }]);
      expect([answer.body.Result, answer.body.RecordAffected]).toEqual([[{ Id, RowVersion: updates + 1 }], 1]);
    },
  },
  'a transaction': {
    write: (Subject) => nina.insert('Note', { Subject }),
    expectOnce: expectInserted('Note', 'Subject'),
  },
  'a transaction with a key': {
    write: (Name) => nina.insert('Customer', customer({ Name }), { 'Idempotency-Key': Name }),
    expectOnce: expectInserted('Customer', 'Name'),
  },
};

// Requirement: F3, P2, P3
it.each(Object.keys(KINDS))(
  '%s is done once and answers 200, wherever its connection is cut',
  async (kind) => {
    const { write, expectOnce } = KINDS[kind];
    // Statements are prepared from their third use on.
    const nameOf = (i: number): string => `${kind} ${String(i).padStart(3, '0')}`;
    for (let i = 0; i < 3; i++) await expectOnce(nameOf(i), await write(nameOf(i)));
    await beginAnew();
    const dialogue = await dialogueOf(async () => expectOnce(nameOf(3), await write(nameOf(3))));
    expect([kind, dialogue[0].text === 'BEGIN']).toEqual([kind, kind.startsWith('a transaction')]);
    const cuts = cutsOf(dialogue);
    expect(cuts.length).toBeGreaterThan(10);
    for (const [i, cut] of cuts.entries()) {
      await beginAnew();
      const name = nameOf(i + 4);
      const wasCut = arm(cut);
      const answer = await write(name);
      expect([cut, wasCut(), answer.status, answer.body.Errors]).toEqual([cut, true, 200, []]);
      await expectOnce(name, answer);
    }
  },
  60_000,
);

// Requirement: F3, P2, P3
it('inserts of one shared statement are each done once and answered 200 when its reply is lost', async () => {
  await beginAnew();
  let connection: number | undefined;
  let isCut = false;
  proxy.judge = (message) => {
    if (!isCut && message.type === 'B' && message.text.includes('AS s(call, root')) ({ connection } = message);
    if (message.connection !== connection || message.from !== 'server') return undefined;
    isCut = true;
    return 0;
  };
  const names = Array.from({ length: 8 }, (_, i) => `shared ${i}`);
  const answers = await Promise.all(names.map((Name) => nina.insert('Customer', customer({ Name }))));
  expect([isCut, answers.map(({ status }) => status)]).toEqual([true, names.map(() => 200)]);
  for (const [i, answer] of answers.entries()) await expectInserted('Customer', 'Name')(names[i], answer);
});

// Requirement: F3
it('writes whose sessions the server terminates answer 200 or 503 and are done once', async () => {
  proxy.judge = () => undefined;
  busy = await app.startAnother({ DATABASE_POOL_SIZE: '6' });
  const over = new AbortController();
  const ledger = new Map<string, number>();
  const client = async (name: string): Promise<void> => {
    const caller = busy!.as('nina.north');
    for (let i = 0; !over.signal.aborted; i++) {
      const Subject = `ended ${name} ${i}`;
      const answer = await caller.insert('Note', { Subject }, { 'Idempotency-Key': Subject });
      ledger.set(Subject, answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  };
  const clients = Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(client));
  const succeeded = (): number => [...ledger.values()].filter((status) => status === 200).length;
  for (let i = 0; i < 40; i++) {
    // A slow machine would otherwise do nothing but connect anew.
    const before = succeeded();
    await until('a write succeeds', () => succeeded() > before);
    await sleep(Math.random() * 50);
    await app.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND application_name = 'data-and-workflow-service' AND state <> 'idle'`,
    );
  }
  over.abort();
  await clients;
  const statuses = [...ledger.values()];
  expect(new Set(statuses).size).toBeLessThanOrEqual(2);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(succeeded()).toBeGreaterThan(20);
  for (const [Subject] of ledger) {
    const again = await busy.as('nina.north').insert('Note', { Subject }, { 'Idempotency-Key': Subject });
    expect([Subject, again.status]).toEqual([Subject, 200]);
  }
  const [{ notes, different, changes }] = await app.query<Record<string, number>>(
    `SELECT count(*)::int AS notes, count(DISTINCT "Subject")::int AS different,
       (SELECT count(*)::int FROM platform.change c WHERE c.record_id IN (SELECT "Id" FROM "${schema}"."Note" WHERE "Subject" LIKE 'ended %')) AS changes
     FROM "${schema}"."Note" WHERE "Subject" LIKE 'ended %'`,
  );
  expect([notes, different, changes]).toEqual([ledger.size, ledger.size, ledger.size]);
});
