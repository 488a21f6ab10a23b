import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestAnswer, type TestService } from 'data-and-workflow-service';
import OrderRules from './index.js';

/** The members of answers that these tests read. */
interface Body {
  readonly Result: { readonly Id: string; readonly Priority: string };
  readonly ErrorDetails: readonly { readonly Code: string; readonly FieldName: string }[];
}

/** A customer of the demo company. */
const CUSTOMER = 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a';

let service: TestService;
before(async () => void (service = await startTestService({ modules: [OrderRules] })));
after(() => service.stop());

/** Inserts an order as its sales representative. @param hours until its delivery */
async function order(hours: number): Promise<TestAnswer<Body>> {
  const call = await service.as('nina.north');
  const RequestedDeliveryAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  const fields = { CustomerId: CUSTOMER, RequestedDeliveryAt };
  const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
  return call('POST', '/records/insert', { EntityName: 'Order', Fields });
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
