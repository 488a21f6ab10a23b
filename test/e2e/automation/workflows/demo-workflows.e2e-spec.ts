import { randomUUID } from 'node:crypto';
import { CONTACT, CUSTOMER, INVOICE, NOTE, ORDER, PRODUCT, USER } from '../../../support/demo.js';
import { tokenOf } from '../../../support/hub-client.js';
import { type Answer, byId, DEVELOPMENT, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { unzip } from '../../../unit/platform/outbound/files/unzip.js';
import { ApprovalCalls } from '../../approvals/requests/approval-calls.js';
import { move, newOrder, STATUS } from '../../lifecycle/moves/statuses.js';

const BLOCK_CUSTOMER = '9cbfd3fe-7006-4245-bde6-79e5d694697a';
const EXPORT_DOCUMENTS = 'dd06b87b-1a58-48c1-b977-396412c89b52';
const NIGHTLY_OVERDUE = '1d4ed7f0-8e86-48a8-922e-f86c5c4495ef';
const LOOP_TEST = 'f6c4cbb9-a74e-4518-bdd7-847cdc83f071';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start({ ROLES: 'api,worker' })));
afterAll(() => app?.stop());

/** Messages that a user has received. */
const messages = async (user: string): Promise<readonly string[]> => {
  const { body } = await app.as(user).select('Notification', { Sort: [{ FieldName: 'CreatedOn' }] });
  return (body.Result as readonly { readonly Message: string }[]).map(({ Message }) => Message);
};
const receives = (user: string, message: string): Promise<void> =>
  until(`${user} receives '${message}'`, async () => (await messages(user)).includes(message));

const rows = async (entity: string, field: string, value: unknown, more: Row = {}): Promise<readonly Row[]> =>
  (await app.as('ada.admin').select(entity, { WhereClause: where(field, 'EqualTo', value), ...more })).body.Result;

/** Waits for rows and gives them. */
async function found(entity: string, field: string, value: unknown, count = 1): Promise<readonly Row[]> {
  let all: readonly Row[] = [];
  await until(`${count} of ${entity}`, async () => (all = await rows(entity, field, value)).length >= count);
  return all;
}

const statusName = async (invoice: unknown): Promise<unknown> =>
  (await rows('Invoice', 'Id', invoice, { SelectedFields: ['StatusId.Name'] }))[0]['StatusId.Name'];

const pay = (InvoiceId: unknown, Amount: string): Promise<string> =>
  app.as('fia.clerk').inserted('Payment', {
    InvoiceId,
    Amount,
    Method: 'Card',
    ReceivedAt: '2026-01-01T00:00:00Z',
    TransactionId: randomUUID(),
  });

const sources = async (id: unknown): Promise<readonly unknown[]> => {
  const entries = await rows('AuditEntry', 'RecordId', id, { Sort: [{ FieldName: 'ChangedOn' }] });
  return entries.map(({ Operation, Source }) => `${String(Operation)} ${String(Source)}`);
};

// Requirement: R188, R190, R192
it('blocks a customer for a manager, with a note', async () => {
  const Reqtokens = { CustomerId: CUSTOMER.bistro, Reason: 'three unpaid invoices' };
  const block = (user: string): Promise<Answer> =>
    app.as(user).send('POST', `/workflows/execute/${BLOCK_CUSTOMER}`, { Reqtokens });
  expect((await block('nina.north')).status).toBe(403);
  const { status, body } = await block('mona.manager');
  expect([status, body.Errors]).toEqual([200, []]);
  expect(body.Result.Steps).toEqual([
    { Name: 'Deactivate', Type: 'UpdateRecords', State: 'Completed' },
    { Name: 'Note', Type: 'InsertRecord', State: 'Completed' },
  ]);
  expect(await app.as('nina.north').row('Customer', CUSTOMER.bistro)).toMatchObject({ IsActive: false });
  const [note] = await rows('Note', 'Subject', 'Blocked: three unpaid invoices');
  expect(note).toMatchObject({ CustomerId: CUSTOMER.bistro, OwnerId: USER.mona });
  expect(await sources(note.Id)).toEqual(['Create Workflow']);
  await receives('nina.north', 'Bistro Blau was blocked.');
});

// Requirement: R188, R191, R195
it('makes one invoice for a shipped order, and settles it by its payments', async () => {
  const { id, recordId } = await newOrder(app);
  const steps = [
    ['nina.north', STATUS.submitted],
    ['mona.manager', STATUS.confirmed],
    ['wim.ware', STATUS.picking],
    ['wim.ware', STATUS.shipped],
  ];
  for (const [user, to] of steps) expect((await move(app.as(user), recordId, to)).body.Errors).toEqual([]);
  const [order] = await rows('Order', 'Id', id);
  await receives('wim.ware', `Order ${String(order.OrderNumber)} is ready for picking.`);
  const [invoice] = await found('Invoice', 'OrderId', id);
  expect(invoice).toMatchObject({ Amount: 1, CustomerId: CUSTOMER.alpenmarkt, OwnerId: USER.nina });
  expect(await statusName(invoice.Id)).toBe('Open');
  expect(await sources(invoice.Id)).toEqual(['Create Workflow']);
  const runs = await rows('WorkflowRun', 'RecordId', recordId);
  expect(runs.map(({ State }) => State)).toEqual(['Completed', 'Completed']);

  await pay(invoice.Id, '0.40');
  await until('it is partially paid', async () => (await statusName(invoice.Id)) === 'PartiallyPaid');
  await pay(invoice.Id, '0.60');
  await until('it is paid', async () => (await statusName(invoice.Id)) === 'Paid');
  expect(await rows('Invoice', 'OrderId', id)).toHaveLength(1);
});

// Requirement: R188
it('tells the owner of an order that it was approved', async () => {
  const calls = new ApprovalCalls(app);
  const { id, requestId } = await calls.order('10800.00', 'nina.north', CUSTOMER.alpenmarkt);
  expect((await calls.decide('mona.manager', requestId, 'Approve')).body.Errors).toEqual([]);
  const [order] = await rows('Order', 'Id', id);
  await receives('nina.north', `Order ${String(order.OrderNumber)} was approved.`);
});

// Requirement: R193, R194
it('asks for a reorder when the stock falls below its level', async () => {
  const stock = (StockQuantity: number): Promise<Answer> =>
    app.as('wim.ware').update('Product', { StockQuantity }, byId(PRODUCT.water));
  await stock(60);
  await stock(49);
  const [note] = await found('Note', 'Subject', 'Reorder BEV-0001: stock 49');
  expect(await sources(note.Id)).toEqual(['Create Workflow']);
  expect(await rows('Note', 'Subject', 'Reorder BEV-0001: stock 60')).toEqual([]);
});

// Requirement: R193, R194
it('notifies by the triggers', async () => {
  await app.as('frank.finance').update('Customer', { CreditLimit: '61500.50' }, byId(CUSTOMER.alpenmarkt));
  await receives('frank.finance', 'Credit limit of Alpenmarkt AG: 60000.00 -> 61500.50');
  const { id } = await newOrder(app, { Priority: 'Urgent' });
  const [{ OrderNumber }] = await rows('Order', 'Id', id);
  for (const user of ['mona.manager', 'sven.manager', 'hugo.head'])
    await receives(user, `Urgent order ${String(OrderNumber)}`);
  await app.as('nils.north').delete('Contact', byId(CONTACT.cora));
  await receives('nils.north', 'Contact Cora Clar removed.');
  const [run] = await found('WorkflowRun', 'TriggerId', 'c73d0758-3f6e-4fd8-8592-4001c1cb21c0');
  expect(run).toMatchObject({ WorkflowId: null, RunAs: 'Service', EntityName: 'Contact' });
});

// Requirement: R188, R191
it('answers the documents of an order as a zip to those who may read it', async () => {
  const download = async (user: string, OrderId: string): Promise<Response> =>
    fetch(`${app.url}/api/v1/workflows/execute/${EXPORT_DOCUMENTS}`, {
      method: 'POST',
      headers: {
        ...DEVELOPMENT,
        Authorization: `Bearer ${await tokenOf(app, user)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ Reqtokens: { OrderId } }),
    });
  const answer = await download('nina.north', ORDER.o1);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const [{ OrderNumber }] = await rows('Order', 'Id', ORDER.o1);
  expect(answer.headers.get('Content-Type')).toBe('application/zip');
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(answer.headers.get('Content-Disposition')).toContain(`filename="${String(OrderNumber)}.zip"`);
  const files = await unzip(bytes);
  expect([...files.keys()].toSorted()).toEqual([`${String(OrderNumber)}-lines.csv`, `${String(OrderNumber)}.json`]);
  const [header, ...lines] = String(files.get(`${String(OrderNumber)}-lines.csv`))
    .trimEnd()
    .split('\r\n');
  expect(header).toBe('LineNumber,ProductId.Sku,Quantity,LineTotal');
  expect(lines).toHaveLength((await rows('OrderLine', 'OrderId', ORDER.o1)).length);
  expect(JSON.parse(String(files.get(`${String(OrderNumber)}.json`)))).toMatchObject([{ OrderNumber }]);
  const run = answer.headers.get('X-Run-Id');
  expect(await app.as('nina.north').row('WorkflowRun', run)).toMatchObject({ State: 'Completed', RunAs: 'Caller' });
  expect((await download('nils.north', ORDER.o1)).status).toBe(404);
  expect((await download('wim.ware', ORDER.o1)).status).toBe(403);
});

// Requirement: R193, R198
it('marks overdue invoices at 02:30 in Berlin, once for each fire time', async () => {
  const { NextFireTimes } = await app.as('ada.admin').row('Trigger', NIGHTLY_OVERDUE);
  const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'medium' });
  const times = (NextFireTimes as readonly string[]).map((time) => berlin.format(new Date(time)));
  expect(times).toEqual(Array.from({ length: 5 }, () => '02:30:00'));
  const due = { OrderId: ORDER.o1, CustomerId: CUSTOMER.alpenmarkt, Amount: '5.00' };
  const late = await app.as('fia.clerk').inserted('Invoice', { ...due, IssuedOn: '2026-01-02', DueOn: '2026-01-03' });
  const open = await app.as('fia.clerk').inserted('Invoice', { ...due, DueOn: '2999-01-01' });
  // As if the service had been away at the latest fire time.
  await app.query(`UPDATE platform.schedule SET next_due_at = next_due_at - interval '25 h' WHERE id = $1`, [
    NIGHTLY_OVERDUE,
  ]);
  await until('the invoice is overdue', async () => (await statusName(late)) === 'Overdue');
  const hasEnded = async (): Promise<boolean> =>
    (await rows('WorkflowRun', 'TriggerId', NIGHTLY_OVERDUE))[0].State !== 'Running';
  await until('the run has ended', hasEnded);
  expect([await statusName(INVOICE.i4), await statusName(open), await statusName(INVOICE.i8)]).toEqual([
    'Overdue',
    'Open',
    'Paid',
  ]);
  const runs = await rows('WorkflowRun', 'TriggerId', NIGHTLY_OVERDUE);
  expect(runs).toMatchObject([{ State: 'Completed', RunAs: 'Service', UserId: null, Output: { Rows: 2 } }]);
});

// Requirement: R196, T52
it('stops a loop, and names its chain', async () => {
  await app.as('ada.admin').update('Trigger', { IsActive: true }, byId(LOOP_TEST));
  await app.as('nina.north').update('Note', { Body: 'Dock 4' }, byId(NOTE.n1));
  await until('the loop was stopped', async () => (await rows('WorkflowRun', 'State', 'Stopped')).length > 0);
  const runs = await rows('WorkflowRun', 'TriggerId', LOOP_TEST, { Sort: [{ FieldName: 'Id' }] });
  expect(runs.map(({ State }) => State)).toEqual(['Completed', 'Stopped']);
  expect(runs[1]).toMatchObject({
    CausedBy: runs[0].Id,
    Error: { Message: expect.stringMatching(/LoopTest .* → LoopTest/) },
  });
  expect(await app.as('nina.north').row('Note', NOTE.n1)).toMatchObject({ Body: 'Dock 4a' });
});
