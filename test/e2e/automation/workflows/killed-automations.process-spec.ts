import pg from 'pg';
import { CUSTOMER, NOTE, ORDER, PRODUCT } from '../../../support/demo.js';
import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { byId, type Caller, type Row, where } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { move, STATUS } from '../../lifecycle/moves/statuses.js';

const WORKFLOW = {
  block: '9cbfd3fe-7006-4245-bde6-79e5d694697a',
  exportDocuments: 'dd06b87b-1a58-48c1-b977-396412c89b52',
} as const;
const TRIGGER = {
  nightlyOverdue: '1d4ed7f0-8e86-48a8-922e-f86c5c4495ef',
  loop: 'f6c4cbb9-a74e-4518-bdd7-847cdc83f071',
} as const;

const TIMEOUT_MS = 300_000;
/** Of the processes that are killed: longer than the test. */
const LEASE = { ROLES: 'api,worker', RUN_LEASE_MS: '600000', RUN_WORKERS: '1' };
const USERS = ['ada.admin', 'nina.north', 'mona.manager', 'wim.ware', 'frank.finance', 'fia.clerk'] as const;

let database: TestDatabase;
let direct: pg.Pool;
let proxy: PostgresProxy;
const callers = new Map<string, Caller>();
const as = (user: (typeof USERS)[number]): Caller => callers.get(user)!;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 2 });
  proxy = await PostgresProxy.start(database.url);
  const api = await ServiceProcess.start(database.url, { ...ENQUEUES_ONLY, WAIT_WINDOW_MS: '30000' });
  for (const user of USERS) callers.set(user, await api.as(user));
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy?.stop();
  await direct?.end();
  await database?.drop();
}, TIMEOUT_MS);

const rows = async (entity: string, clause: unknown): Promise<readonly Row[]> =>
  (await as('ada.admin').select(entity, { WhereClause: clause })).body.Result;
const notices = async (Message: unknown): Promise<number> =>
  (await rows('Notification', where('Message', 'EqualTo', Message))).length;
/** Number of moves of an invoice to a status. */
const moves = async (invoice: string, status: string): Promise<number> => {
  const { RecordInformationId } = await as('ada.admin').row('Invoice', invoice);
  const history = await rows('StatusHistory', {
    Filters: [
      { FieldName: 'RecordId', Operator: 'EqualTo', Value: RecordInformationId },
      { FieldName: 'ToStatusId.Name', Operator: 'EqualTo', Value: status },
    ],
  });
  return history.length;
};

async function succeed(answer: ReturnType<Caller['send']>): Promise<Row> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
}

const order = (fields: Row = {}): Promise<string> =>
  as('nina.north').inserted('Order', {
    CustomerId: CUSTOMER.alpenmarkt,
    OrderLines: [{ ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00', LineNumber: 1 }],
    ...fields,
  });
const invoice = (fields: Row): Promise<string> =>
  as('fia.clerk').inserted('Invoice', {
    OrderId: ORDER.o1,
    CustomerId: CUSTOMER.alpenmarkt,
    Amount: '5.00',
    ...fields,
  });

/** Moves an order along its lifecycle. @param steps how many of them */
async function ship(id: string, steps: number): Promise<void> {
  const { RecordInformationId } = await as('ada.admin').row('Order', id);
  const path = [
    ['nina.north', STATUS.submitted],
    ['mona.manager', STATUS.confirmed],
    ['wim.ware', STATUS.picking],
    ['wim.ware', STATUS.shipped],
  ] as const;
  for (const [user, status] of path.slice(0, steps)) await succeed(move(as(user), RecordInformationId, status));
}

const execute = (user: (typeof USERS)[number], workflow: string, tokens: Row): Promise<Row> =>
  succeed(as(user).send('POST', `/workflows/execute/${workflow}`, tokens, { Prefer: 'respond-async' }));

/** Starts one automation. @returns what its effect is counted in, and how many there are to be */
type Automation = () => Promise<{ readonly count: () => Promise<number>; readonly expected: number }>;

const numberOf = async (id: string): Promise<string> => String((await as('ada.admin').row('Order', id)).OrderNumber);
const update = (user: (typeof USERS)[number], entity: string, fields: Row, id: string): Promise<Row> =>
  succeed(as(user).update(entity, fields, byId(id)));

const AUTOMATIONS: Readonly<Record<string, Automation>> = {
  'the notice of a confirmed order to the warehouse': async () => {
    const id = await order();
    await ship(id, 2);
    const message = `Order ${await numberOf(id)} is ready for picking.`;
    return { count: () => notices(message), expected: 1 };
  },
  'the invoice of a shipped order': async () => {
    const id = await order();
    await ship(id, 4);
    return { count: async () => (await rows('Invoice', where('OrderId', 'EqualTo', id))).length, expected: 1 };
  },
  'the settlement of a paid invoice': async () => {
    const id = await invoice({ DueOn: '2999-01-01' });
    const payment = { InvoiceId: id, Amount: '5.00', Method: 'Card', ReceivedAt: '2026-01-01T00:00:00Z' };
    await as('fia.clerk').inserted('Payment', { ...payment, TransactionId: ORDER.o1 });
    return { count: () => moves(id, 'Paid'), expected: 1 };
  },
  'the mark of an overdue invoice': async () => {
    const id = await invoice({ IssuedOn: '2026-01-02', DueOn: '2026-01-03' });
    // As if the service had been away at the latest fire time.
    await direct.query(`UPDATE platform.schedule SET next_due_at = next_due_at - interval '25 h' WHERE id = $1`, [
      TRIGGER.nightlyOverdue,
    ]);
    return { count: () => moves(id, 'Overdue'), expected: 1 };
  },
  'the notice of a changed credit limit': async () => {
    await update('frank.finance', 'Customer', { CreditLimit: '61500.50' }, CUSTOMER.alpenmarkt);
    return { count: () => notices('Credit limit of Alpenmarkt AG: 60000.00 -> 61500.50'), expected: 1 };
  },
  'the notice of an urgent order to three managers': async () => {
    const message = `Urgent order ${await numberOf(await order({ Priority: 'Urgent' }))}`;
    return { count: () => notices(message), expected: 3 };
  },
  'the notice of a blocked customer': async () => {
    await update('ada.admin', 'Customer', { IsActive: false }, CUSTOMER.cafe);
    const { Name } = await as('ada.admin').row('Customer', CUSTOMER.cafe);
    return { count: () => notices(`${String(Name)} was blocked.`), expected: 1 };
  },
  'the note of an executed workflow': async () => {
    await execute('mona.manager', WORKFLOW.block, { CustomerId: CUSTOMER.bistro, Reason: 'killed' });
    const subject = where('Subject', 'EqualTo', 'Blocked: killed');
    return { count: async () => (await rows('Note', subject)).length, expected: 1 };
  },
  'the note of a low stock': async () => {
    await update('wim.ware', 'Product', { StockQuantity: 49 }, PRODUCT.water);
    const subject = where('Subject', 'EqualTo', 'Reorder BEV-0001: stock 49');
    return { count: async () => (await rows('Note', subject)).length, expected: 1 };
  },
  'the archive of an order': async () => {
    const { CorrelationId } = await execute('nina.north', WORKFLOW.exportDocuments, { OrderId: ORDER.o1 });
    const files = 'SELECT count(*)::int AS count FROM platform.run_file WHERE run_id = $1';
    return { count: async () => (await direct.query(files, [CorrelationId])).rows[0].count, expected: 3 };
  },
  'the loop that ends': async () => {
    await update('ada.admin', 'Trigger', { IsActive: true }, TRIGGER.loop);
    await update('nina.north', 'Note', { Body: 'Dock 4' }, NOTE.n1);
    const count = async (): Promise<number> => String((await as('ada.admin').row('Note', NOTE.n1)).Body).length;
    return { count, expected: 'Dock 4a'.length };
  },
};

const isClient = ({ from }: WireMessage): boolean => from === 'client';
const isStep = (message: WireMessage): boolean =>
  isClient(message) && message.type === 'P' && message.text.includes('WITH fence AS');

/** Where a process is killed: at the statement that stores its first step, at the COMMIT after it, or behind that. */
const MOMENTS: readonly ((message: WireMessage, step: number | undefined) => boolean)[] = [
  isStep,
  (message, step) => message.connection === step && isClient(message) && message.text === 'COMMIT',
  (message, step) => message.connection === step && !isClient(message) && message.text === 'COMMIT',
];

const waiting = async (attempts: string): Promise<number> =>
  (await direct.query(`SELECT count(*)::int AS count FROM platform.run WHERE ${attempts}`)).rows[0].count;

/** Starts a process, lets it execute the first of the runs that nobody has begun, and kills it in the middle of that. */
async function killOne(isMoment: (typeof MOMENTS)[number]): Promise<void> {
  await direct.query(`UPDATE platform.run SET due_at = 'infinity' WHERE attempt = 0`);
  const victim = await ServiceProcess.start(proxy.url, LEASE);
  let isDead = false;
  let step: number | undefined;
  proxy.judge = (message) => {
    if (isDead) return 0;
    if (isStep(message)) step ??= message.connection;
    if (!isMoment(message, step)) return undefined;
    isDead = true;
    void victim.kill();
    return 0;
  };
  await direct.query(
    `UPDATE platform.run SET due_at = now() WHERE id = (
       SELECT id FROM platform.run WHERE attempt = 0 ORDER BY position LIMIT 1)`,
  );
  await until('the process was in the middle of a run', () => isDead);
  await victim.kill();
  proxy.judge = () => undefined;
}

// Requirement: P7, F7, R192, R194
it(
  'has one effect of each automation when its process is killed in the middle of it',
  async () => {
    const started: [name: string, effect: Awaited<ReturnType<Automation>>][] = [];
    for (const [name, start] of Object.entries(AUTOMATIONS)) started.push([name, await start()]);
    await until('all runs are enqueued', async () => (await waiting('attempt = 0')) >= started.length);
    for (let i = 0; (await waiting('attempt = 0')) > 0; i++) await killOne(MOMENTS[i % MOMENTS.length]);
    expect(await waiting('node IS NOT NULL')).toBeGreaterThanOrEqual(started.length);
    // As if the leases had expired.
    await direct.query('UPDATE platform.run SET due_at = now() WHERE node IS NOT NULL');
    await ServiceProcess.start(database.url, { ROLES: 'api,worker' });
    await until('all runs have ended', async () => (await waiting('true')) === 0);
    await until(
      'the loop was stopped',
      async () => (await rows('WorkflowRun', where('State', 'EqualTo', 'Stopped'))).length > 0,
    );
    const failed = await rows('WorkflowRun', where('State', 'IN', ['Failed', 'Cancelled', 'Running']));
    expect(failed).toEqual([]);
    const effects = await Promise.all(started.map(async ([name, { count }]) => [name, await count()]));
    expect(effects).toEqual(started.map(([name, { expected }]) => [name, expected]));
    expect(await notices('Bistro Blau was blocked.')).toBe(1);
  },
  TIMEOUT_MS,
);
