import { setTimeout as delay } from 'node:timers/promises';
import { customer, ORDER } from '../../support/demo.js';
import { type EntityChanged, HubListener } from '../../support/hub-client.js';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { type Answer, byId, type Caller, SOUTHBAY, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const ROWS = 20_000;

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

/** Writes repeatedly. @returns a function that stops and answers the delay of each change message */
function heartbeat(listener: HubListener, write: (n: number) => Promise<Answer>) {
  const millis: number[] = [];
  const stop = repeatInBackground(async () => {
    const since = performance.now();
    expect((await write(millis.length)).status).toBe(200);
    await listener.next();
    millis.push(performance.now() - since);
    await delay(50);
  });
  return async () => {
    await stop();
    return millis;
  };
}

const insertAll = (caller: Caller, rows: readonly Readonly<Record<string, unknown>>[]) => {
  const Fields = Object.keys(rows[0]);
  return caller.send('POST', '/records/bulk-insert', {
    EntityName: 'Customer',
    Fields,
    Values: rows.map((row) => Fields.map((name) => row[name])),
  });
};

// Requirement: F15
it(`${ROWS} rows in one transaction are one hub message, and single events in a stream, without delaying others`, async () => {
  const [ada, nina, bob] = await Promise.all([
    HubListener.registered(app, 'ada.admin', ['Customer']),
    HubListener.registered(app, 'nina.north', ['Order']),
    HubListener.registered(app, 'bob.bay', ['Customer'], { place: SOUTHBAY }),
  ]);
  const first = await app.as('ada.admin').insert('Customer', customer());
  const { Cursor } = await ada.next(({ Id }) => Id === first.body.Result.Id);
  const elsewhere = app.as('bob.bay', SOUTHBAY);
  const southern = await elsewhere.select('Customer', { Pager: { PageSize: 1 } });
  const own = byId(southern.body.Result[0].Id);
  const stops = [
    heartbeat(nina, (n) => app.as('nina.north').update('Order', { Notes: `${n}` }, byId(ORDER.o1))),
    heartbeat(bob, (n) => elsewhere.update('Customer', { Name: `Name ${n}` }, own)),
  ];
  const streamed = new Set<string>();
  const stream = ada.connection.stream<EntityChanged>('StreamChanges', 'Customer', Cursor).subscribe({
    next: ({ Id }) => void streamed.add(Id!),
    complete: () => undefined,
    error: () => undefined,
  });
  const since = performance.now();
  const { body } = await insertAll(
    app.as('ada.admin'),
    Array.from({ length: ROWS }, () => customer()),
  );
  const insertMillis = performance.now() - since;
  expect(body.Result).toMatchObject({ Inserted: ROWS });
  const told = await ada.next();
  expect(told).toMatchObject({ Operation: 'Create', Id: null, Count: ROWS });
  await until('the stream has each', () => streamed.size === ROWS, 40_000);
  stream.dispose();
  const delays = (await Promise.all(stops.map((stop) => stop()))).flat();
  expect(delays.length).toBeGreaterThan(20);
  // Reading the rows back costs CPU: two seconds suffice on a free machine, less than the insert on a busy one.
  expect(Math.max(...delays)).toBeLessThan(Math.max(2_000, insertMillis));
  expect(ada.heard).toEqual([]);
  const last = await app.as('ada.admin').insert('Customer', customer());
  const behind: (string | null)[] = [];
  ada.connection.stream<EntityChanged>('StreamChanges', 'Customer', told.Cursor).subscribe({
    next: ({ Id }) => void behind.push(Id),
    complete: () => undefined,
    error: () => undefined,
  });
  await until('the cursor of the one message is behind them all', () => behind.length > 0);
  expect(behind).toEqual([last.body.Result.Id]);
  await Promise.all([ada, nina, bob].map((each) => each.stop()));
});
