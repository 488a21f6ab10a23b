import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { told } from '../../../support/keys.js';
import type { Answer, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import type { Cells } from './cells.js';

const AGAIN_MS = 20;
/** Managers who are notified of each urgent order. */
const NOTICES = 3;

interface Inserted {
  readonly key: string;
  readonly id: string;
  readonly correlationId: string;
}

/** Inserts urgent orders one after the other, each with a key and a number, and repeats them until they are answered. */
export class OrderWriter {
  readonly inserted: Inserted[] = [];
  /** Codes of refusals. */
  readonly refusals = new Set<string>();
  /** Longest time without an answer to a write. */
  longestMs = 0;
  #isOver = false;
  #hasEnded = false;
  readonly began = new Date();
  readonly #working: Promise<void>;

  constructor(private readonly cells: Cells) {
    this.#working = this.#work().finally(() => void (this.#hasEnded = true));
  }

  async #work(): Promise<void> {
    let cell = this.cells.source;
    for (let n = 0; !this.#isOver; n++) {
      const began = performance.now();
      const key = `order ${n}`;
      for (let isStored = false; !isStored;) {
        const answer = await insert(cell, key);
        isStored = answer.status === 200;
        if (isStored) this.inserted.push(insertedOf(key, answer));
        else await sleep(AGAIN_MS);
        if (!isStored) this.refusals.add(told(answer));
        if (told(answer) === '421 OtherCell') cell = this.cells.target;
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
    }
  }

  /** Waits until some more are stored. */
  async more(count: number): Promise<void> {
    const wanted = this.inserted.length + count;
    await until(`${count} more orders are stored`, () => this.inserted.length >= wanted, 60_000);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await until('the last order is stored', () => this.#hasEnded, 60_000);
    await this.#working;
  }
}

/** Compares the orders of a cell with the answers: each order once, each key with its first answer, each trigger fired once. */
export async function verifyOrders({ inserted, began }: OrderWriter, cell: TestApp): Promise<void> {
  const schema = await cell.schema();
  const ids = inserted.map(({ id }) => id);
  const orders = await cell.query<{ id: string }>(
    `SELECT "Id" AS id FROM "${schema}"."Order" WHERE "Priority" = 'Urgent' AND "CreatedOn" >= $1`,
    [began],
  );
  expect(orders.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const each of inserted) expect(insertedOf(each.key, await insert(cell, each.key))).toEqual(each);
  const history = await cell.query<{ count: string }>(
    `SELECT count(*) AS count FROM platform.change WHERE entity = 'Order' AND operation = 'Create' AND record_id = ANY ($1)`,
    [ids],
  );
  expect(Number(history[0].count)).toBe(ids.length);
  const notices = (): Promise<readonly { message: string; count: string }[]> =>
    cell.query(
      `SELECT "Message" AS message, count(*) AS count FROM "${schema}"."Notification"
       WHERE "Message" LIKE 'Urgent order %' GROUP BY 1`,
    );
  await until('each order was notified of', async () => (await notices()).length === ids.length, 60_000);
  expect((await notices()).filter(({ count }) => Number(count) !== NOTICES)).toEqual([]);
}

const insert = (cell: TestApp, key: string): Promise<Answer> =>
  cell.as('nina.north').insert(
    'Order',
    {
      CustomerId: CUSTOMER.alpenmarkt,
      Priority: 'Urgent',
      OrderLines: [{ ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00', LineNumber: 1 }],
    },
    { 'Idempotency-Key': key },
  );

const insertedOf = (key: string, { body }: Answer): Inserted => ({
  key,
  id: body.Result.Id,
  correlationId: body.CorrelationId,
});
