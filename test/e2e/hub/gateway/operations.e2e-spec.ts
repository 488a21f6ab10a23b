import { setTimeout as delay } from 'node:timers/promises';
import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { CUSTOMER, customer } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ WAIT_WINDOW_MS: '300' });
  await loadDemoCopy(app, {});
  other = await app.startAnother();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** Outcomes that a client receives. */
interface Completed {
  readonly CorrelationId: string;
  readonly Status: string;
  readonly HttpStatus: number;
  readonly EntityName: string;
  readonly Operation: string;
  readonly Result: unknown;
  readonly Error: unknown;
}

const connect = async (user: string, more: Parameters<typeof HubListener.connect>[2] = {}, node = app) => {
  const listener = await HubListener.connect(node, user, more);
  const heard: Completed[] = [];
  listener.connection.on('OperationCompleted', (message: Completed) => heard.push(message));
  // Answered, so it is served from now on.
  await listener.connection.invoke('UnregisterEntity', 'Note');
  return { listener, heard };
};
const slowNote = (Subject: string) => app.as('nina.north').insert('Note', { Subject, CustomerId: CUSTOMER.bistro });

// Requirement: R82, R205, R199, T18
it('sends the outcome of a write that answered 202 to all connections of its submitter, on any node', async () => {
  const first = await connect('nina.north');
  const second = await connect('nina.north', { transport: 'LongPolling', protocol: 'messagepack' }, other);
  const strangers = [
    await connect('nils.north'),
    await connect('nina.north', { place: COPY }),
    await connect('ada.admin'),
  ];
  const quick = await app.as('nina.north').insert('Customer', customer());
  expect(quick.status).toBe(200);
  const { status, body } = await slowNote('SLOW:700');
  expect(status).toBe(202);
  expect(first.heard).toEqual([]);
  await until('nina hears of it', () => first.heard.length > 0 && second.heard.length > 0);
  for (const { heard } of [first, second])
    expect(heard).toEqual([
      {
        CorrelationId: body.CorrelationId,
        Status: 'Completed',
        HttpStatus: 200,
        EntityName: 'Note',
        Operation: 'Insert',
        Result: expect.objectContaining({ Id: body.Result.Id, Subject: 'SLOW:700', RowVersion: 1 }),
        Error: null,
      },
    ]);
  await delay(500);
  for (const { heard } of [first, second]) expect(heard).toHaveLength(1);
  for (const { heard } of strangers) expect(heard).toEqual([]);
  await Promise.all([first, second, ...strangers].map(({ listener }) => listener.stop()));
});

// Requirement: R84, T16
it('sends a late failure with the body that the answer would have had', async () => {
  const nina = await connect('nina.north');
  const { status, body } = await slowNote('SLOWFAIL:700');
  expect(status).toBe(202);
  await until('nina hears of it', () => nina.heard.length > 0);
  expect(nina.heard).toMatchObject([
    {
      CorrelationId: body.CorrelationId,
      Status: 'Failed',
      HttpStatus: 400,
      Result: null,
      Error: {
        IsSuccess: false,
        StatusCode: '400',
        CorrelationId: body.CorrelationId,
        Errors: ['Rejected after wait.'],
        ErrorDetails: [{ Code: 'HookRejected' }],
        status: 400,
      },
    },
  ]);
  await nina.listener.stop();
});

// Requirement: R205, T56
it('a client that was offline asks GetOperation; others learn nothing', async () => {
  const { body } = await slowNote('SLOW:700');
  const { CorrelationId } = body;
  const nina = await connect('nina.north');
  expect(await nina.listener.connection.invoke('GetOperation', CorrelationId)).toMatchObject({
    CorrelationId,
    Status: 'Processing',
    HttpStatus: null,
  });
  await until('nina hears of it', () => nina.heard.length > 0);
  const { body: byHttp } = await app.as('nina.north').get(`/operations/${CorrelationId}`);
  expect(await nina.listener.connection.invoke('GetOperation', CorrelationId)).toEqual(byHttp.Result);
  const nils = await connect('nils.north');
  await expect(nils.listener.connection.invoke('GetOperation', CorrelationId)).rejects.toThrow(/NotFound/);
  await expect(nils.listener.connection.invoke('GetOperation', 'x')).rejects.toThrow(/Validation/);
  await Promise.all([nina, nils].map(({ listener }) => listener.stop()));
});
