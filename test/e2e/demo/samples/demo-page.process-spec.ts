import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTOMER, INVOICE } from '../../../support/demo.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { Shell } from '../../../support/shell.js';
import { type Caller, type Row, where } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { unzip } from '../../../unit/platform/outbound/files/unzip.js';

const PAGE = readFileSync('docs/demo.md', 'utf8');
const TIMEOUT_MS = 240_000;

/** The shell commands of a section, block by block. */
function commandsOf(section: string): readonly string[] {
  const [text] = PAGE.split(`## ${section}\n`)[1].split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands);
}

let database: TestDatabase;
let service: ServiceProcess;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start(database.url, { ROLES: 'api,worker' });
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const atService = (commands: string): string => commands.replace('http://127.0.0.1:3000', service.url);

/** Commands whose effect the next ones need; a reader of the page waits, too. */
const PAUSES =
  /^(?=INVOICE=|pay 10|change ada\.admin Trigger CronExpression '"30|change ada\.admin Trigger IsActive false)/m;

describe('The automations of docs/demo.md', () => {
  let ada: Caller;
  const rows = async (entity: string, clause: unknown, more: Row = {}): Promise<readonly Row[]> =>
    (await ada.select(entity, { WhereClause: clause, ...more })).body.Result;
  const exists = (entity: string, field: string, value: unknown): Promise<void> =>
    until(`a ${entity} with ${field} ${String(value)}`, async () => {
      return (await rows(entity, where(field, 'EqualTo', value))).length > 0;
    });
  const receives = (message: string): Promise<void> => exists('Notification', 'Message', message);
  const urgentOrders = (): Promise<readonly Row[]> => rows('Order', where('Priority', 'EqualTo', 'Urgent'));
  let before: ReadonlySet<unknown>;
  /** The order of the page. */
  const urgent = async (): Promise<Row> => (await urgentOrders()).find(({ Id }) => !before.has(Id))!;
  const statusOf = async (clause: unknown): Promise<unknown> =>
    (await rows('Invoice', clause, { SelectedFields: ['StatusId.Name'] })).at(0)?.['StatusId.Name'];
  const ofOrder = async (): Promise<unknown> => where('OrderId', 'EqualTo', (await urgent()).Id);
  const invoiceIs = (status: string): Promise<void> =>
    until(`the invoice is ${status}`, async () => (await statusOf(await ofOrder())) === status);

  // Requirement: R188, R193
  it(
    'take effect when they are pasted into a shell',
    async () => {
      ada = await service.as('ada.admin');
      before = new Set((await urgentOrders()).map(({ Id }) => Id));
      const [functions, notices, cash, night, loop] = commandsOf('Automations');
      const shell = Shell.start(folder);
      await shell.paste(atService(functions));

      await shell.paste(notices);
      await receives('Credit limit of Alpenmarkt AG: 60000.00 -> 70000.00');
      await receives('Bistro Blau was blocked.');
      await exists('Note', 'Subject', 'Reorder BEV-0001: stock 40');
      expect(await ada.row('Customer', CUSTOMER.bistro)).toMatchObject({ IsActive: false });

      const [shipped, firstPayment, secondPayment] = cash.split(PAUSES);
      await shell.paste(shipped);
      const order = await urgent();
      await receives(`Urgent order ${String(order.OrderNumber)}`);
      await receives(`Order ${String(order.OrderNumber)} is ready for picking.`);
      await invoiceIs('Open');
      await shell.paste(firstPayment);
      await invoiceIs('PartiallyPaid');
      await shell.paste(secondPayment);
      await invoiceIs('Paid');
      const zip = await unzip(readFileSync(join(folder, 'order.zip')));
      expect(zip.size).toBe(2);

      const [frequent, asBefore] = night.split(PAUSES);
      expect(await shell.paste(frequent)).toContain('NextFireTimes');
      const late = where('Id', 'EqualTo', INVOICE.i4);
      // At the next full minute.
      await until('the invoice is overdue', async () => (await statusOf(late)) === 'Overdue', 75_000);
      await shell.paste(asBefore);
      const [nightly] = await rows('Trigger', where('Name', 'EqualTo', 'NightlyOverdue'));
      expect(nightly).toMatchObject({ CronExpression: '30 2 * * *' });

      const [looping, rest] = loop.split(PAUSES);
      await shell.paste(looping);
      await exists('WorkflowRun', 'State', 'Stopped');
      const [, runs, retried, cancelled] = (await shell.paste(rest)).trim().split('\n');
      expect(runs).toMatch(/Stopped.*LoopTest/);
      expect(runs).toContain('there is no such Customer');
      expect(JSON.parse(retried)).toMatchObject({ StatusCode: '400' });
      expect(JSON.parse(cancelled)).toMatchObject({ StatusCode: '409' });
      shell.end();
    },
    TIMEOUT_MS,
  );
});
