import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { HANDSHAKE, type Negotiated, RawSocket, record } from '../../support/raw-socket.js';
import { until } from '../../support/until.js';
import { CERTIFICATE_FILE, visit } from '../../support/visits.js';

const POLLING = WAYS.filter(({ transport }) => transport === 'LongPolling');
const OTHERS = WAYS.filter(({ transport }) => transport !== 'LongPolling');
const VISITS_LAST_MS = 60_000;
const ca = readFileSync(CERTIFICATE_FILE);

let app: HubApp;
let url: string;
beforeAll(async () => {
  app = await HubApp.start([ProvingGateway], { isSecure: true, maximumBufferedBytes: 40_000_000 });
  url = `${app.url}/default`;
});
afterAll(() => app.stop());

/** A request on a socket of its own. */
const call = (method: string, address: string, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(address, { method, ca, agent: false }, resolve).on('error', reject).end(body);
  });
const textOf = async (answer: IncomingMessage): Promise<string> => Buffer.concat(await answer.toArray()).toString();

/** The address of a connection that is negotiated. */
async function negotiated(query = ''): Promise<string> {
  const answer = await textOf(await call('POST', `${url}/negotiate?negotiateVersion=1${query}`));
  return `${url}?id=${(JSON.parse(answer) as Negotiated).connectionToken}`;
}

describe.each(POLLING)('over HTTPS, long polling in $protocol', (way) => {
  it.each([
    { atOnce: 1, times: 60, isForwarded: false },
    { atOnce: 4, times: 20, isForwarded: false },
    { atOnce: 1, times: 15, isForwarded: true },
    { atOnce: 4, times: 5, isForwarded: true },
  ])(
    'delivers everything once to $atOnce clients at a time, forwarded: $isForwarded',
    async (visits) => expect(await visit({ ...way, ...visits, url })).toEqual([]),
    VISITS_LAST_MS,
  );
});

it.each(OTHERS)('over HTTPS, $transport in $protocol delivers everything once', async (way) => {
  expect(await visit({ ...way, url, atOnce: 2, times: 5, isForwarded: false })).toEqual([]);
});

it('over HTTPS, a poll repeats what the previous one sent and nobody read', async () => {
  const address = await negotiated();
  await textOf(await call('GET', address));
  await textOf(await call('POST', address, HANDSHAKE));
  await textOf(await call('GET', address));
  const { hub } = app.app.get(ProvingGateway);
  const waiting = call('GET', address);
  for (let n = 0; n < 200; n++) hub.all.send('Message', n, 'x'.repeat(100_000));
  const unread = await waiting;
  const text = await textOf(await call('GET', address));
  expect(text.match(/"arguments":\[\d+/g)).toEqual(Array.from({ length: 200 }, (_, n) => `"arguments":[${n}`));
  await expect(unread.toArray()).rejects.toThrow('aborted');
  await textOf(await call('DELETE', address));
  await until('it is gone', () => hub.size === 0);
});

it('over HTTPS, a resumed stateful connection gets missed messages once', async () => {
  const address = await negotiated('&useStatefulReconnect=true');
  const { hub } = app.app.get(ProvingGateway);
  const first = await RawSocket.open(address, {}, ca);
  const join = record({ type: 1, invocationId: 'join', target: 'Join', arguments: ['secure'] });
  first.send(record({ protocol: 'json', version: 2 }) + join);
  await first.until(2);
  hub.group('secure').send('Message', 1);
  await first.until(3);
  first.cut();
  const again = await RawSocket.open(address, {}, ca);
  hub.group('secure').send('Message', 2);
  again.send(record({ type: 9, sequenceId: 2 }));
  await again.until(4);
  expect(again.messages.filter(({ type }) => type !== 6 && type !== 8)).toEqual([
    { type: 9, sequenceId: 1 },
    { type: 3, invocationId: 'join', result: null },
    { type: 1, target: 'Message', arguments: [1] },
    { type: 1, target: 'Message', arguments: [2] },
  ]);
  again.cut();
});
