import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startTestService, type TestAnswer, type TestService } from 'data-and-workflow-service';
import OrderRules from './index.js';

/** The members of answers that these tests read. */
interface Body {
  readonly Result: { readonly Id: string; readonly Priority: string; readonly State: string };
  readonly ErrorDetails: readonly { readonly Code: string; readonly FieldName: string }[];
}

/** A customer of the demo company. */
const CUSTOMER = 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a';

/** Texts that the printer has got. */
const printed: string[] = [];
const printer = createServer((request, response) => void print(request, response));

let service: TestService;
before(async () => {
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
  process.env.PRINTER_URL = `http://127.0.0.1:${(printer.address() as AddressInfo).port}`;
  service = await startTestService({ modules: [OrderRules] });
});
after(async () => {
  await service.stop();
  printer.close();
  printer.closeAllConnections();
});

async function print(request: IncomingMessage, response: ServerResponse): Promise<void> {
  printed.push(await text(request));
  response.end();
}

async function insert(userName: string, EntityName: string, fields: object): Promise<TestAnswer<Body>> {
  const call = await service.as(userName);
  const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
  return call('POST', '/records/insert', { EntityName, Fields });
}

/** Inserts an order as its sales representative. @param hours until its delivery */
function order(hours: number): Promise<TestAnswer<Body>> {
  const RequestedDeliveryAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  return insert('nina.north', 'Order', { CustomerId: CUSTOMER, RequestedDeliveryAt });
}

test('an order for tomorrow is urgent, one for next week is not', async () => {
  assert.equal((await order(24)).body.Result.Priority, 'Urgent');
  assert.equal((await order(168)).body.Result.Priority, 'Normal');
});

test('an order for yesterday is refused', async () => {
  const { status, body } = await order(-24);
  assert.equal(status, 400);
  assert.deepEqual(
    body.ErrorDetails.map(({ Code, FieldName }) => [Code, FieldName]),
    [['HookRejected', 'RequestedDeliveryAt']],
  );
});

test('a workflow prints a label', async () => {
  const Actions = [{ Name: 'Print', Type: 'PrintLabel', Input: { Text: 'Fragile' } }];
  const workflow = await insert('ada.admin', 'Workflow', { Name: 'Labels', Type: 'Manual', Actions });
  const ada = await service.as('ada.admin');
  const run = await ada<Body>('POST', `/workflows/execute/${workflow.body.Result.Id}`, {});
  assert.equal(run.body.Result.State, 'Completed');
  assert.deepEqual(printed, ['Fragile']);
});
