import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonNumber } from '#core/json/json.js';
import { TemporaryFault } from '#automation/index.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { ActionRig, ActionRigModule, type RigStep } from '../../../support/action-rig.js';
import { type Row, TestApp } from '../../../support/test-app.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';

const SECRET = 'correct horse battery staple';
const SIGNING = 'signing key of the environment';

let receiver: Receiver;
let app: TestApp;
let rig: ActionRig;
let folder: string;
let secretsFile: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  secretsFile = join(folder, 'secrets.json');
  writeFileSync(secretsFile, '{}');
  const settings = {
    HTTP_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
    HTTP_PRIVATE_HOSTS: '127.0.0.1',
    HTTP_TIMEOUT_MS: '3000',
    SECRETS_FILE: secretsFile,
  };
  app = await TestApp.start(settings, [ActionRigModule]);
  rig = ActionRig.latest;
  const { id } = (await rig.context()).catalogue.environment;
  writeFileSync(secretsFile, JSON.stringify({ [id]: { Carrier: SECRET, signing: SIGNING } }));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respond = (_request, response) => void response.end('ok');
});

const call = (more: Row = {}, step: RigStep = {}): ReturnType<ActionRig['perform']> =>
  rig.perform([{ Name: 'Call', Type: 'HttpCall', Method: 'POST', Url: urlOf('/parcels'), ...more }], step);
const urlOf = (path: string): string => `http://127.0.0.1:${receiver.port}${path}`;

/** Answers with a status, as often as said, then with 200. */
const failing = (times: number, status: number, headers: Readonly<Record<string, string>> = {}) => {
  let failed = 0;
  receiver.respond = (_request, response) =>
    void (failed++ < times ? response.writeHead(status, headers).end('secret of theirs') : response.end('ok'));
};

// Requirement: R191, T52
it('sends JSON with exact numbers, the secret, the step id and a signature', async () => {
  receiver.respond = (_request, response) =>
    void response.setHeader('Content-Type', 'application/json').end(`{"Sum":1.10,"Echo":"${SECRET}"}`);
  const id = uuidV7();
  const headers = { Authorization: 'Bearer {{Secret.Carrier}}', 'X-Order': '{{Number}}' };
  const tokens = { Number: '{{Secret.Carrier}}' };
  const output = await call({ Headers: headers, Body: { total: '{{Number}}', n: [1] } }, { id, tokens });
  expect(output).toEqual({
    StatusCode: new JsonNumber('200'),
    Body: expect.objectContaining({ Sum: new JsonNumber('1.10'), Echo: '[redacted]' }),
  });
  const [got] = receiver.received;
  expect(got.body).toBe('{"total":"{{Secret.Carrier}}","n":[1]}');
  expect(got.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'x-order': '{{Secret.Carrier}}',
    'x-event-id': id,
    'content-type': 'application/json',
  });
  const [, seconds, signed] = /^t=(\d+),v1=([0-9a-f]{64}),v2=[0-9a-f]{64}$/.exec(String(got.headers['x-signature']))!;
  expect(signed).toBe(createHmac('sha256', SIGNING).update(`${seconds}.${got.body}`).digest('hex'));
});

// Requirement: R191
it('sends text as it is, a given content type, and nothing without a body', async () => {
  await call({ Body: '<order/>', Headers: { 'content-type': 'application/xml' } });
  await call({ Body: 'plain' });
  await call({ Method: 'GET' });
  const types = receiver.received.map(({ headers, body }) => [headers['content-type'], body]);
  expect(types).toEqual([
    ['application/xml', '<order/>'],
    ['text/plain; charset=utf-8', 'plain'],
    [undefined, ''],
  ]);
});

// Requirement: R191
it('answers what can be stored: no U+0000 in texts and names', async () => {
  receiver.respond = (_request, response) =>
    void response
      .setHeader('Content-Type', 'application/json')
      .end(String.raw`{"a\u0000b":["\u0000","\ud800"],"Big":1e999}`);
  expect(await call()).toMatchObject({ Body: { 'a\uFFFDb': ['\uFFFD', '\uFFFD'], Big: '1e999' } });
  receiver.respond = (_request, response) => void response.end('a\0b');
  expect(await call()).toMatchObject({ Body: 'a\uFFFDb' });
});

// Requirement: R191, T52
it.each([
  ['an unknown secret', { Headers: { A: '{{Secret.Nope}}' } }, `The environment has no secret 'Nope'`],
  ['the signing key', { Headers: { A: '{{Secret.signing}}' } }, `The environment has no secret 'signing'`],
  ['a header with a line break', { Headers: { A: '{{Evil}}' } }, 'The header A holds line breaks'],
  ['a host that is not listed', { Url: 'http://localhost/' }, 'Calls to localhost (port 80) are not allowed'],
  ['a decimal address', { Url: 'http://2130706433/' }, 'are not allowed'],
  ['another scheme', { Url: 'file:///etc/passwd' }, 'The URL must start with http'],
  ['credentials', { Url: 'http://a:b@127.0.0.1/' }, 'must not hold credentials'],
  ['an unknown method', { Method: 'TRACE' }, 'The method must be one of'],
])('refuses %s without a request', async (_, more, message) => {
  const failed = call(more, { tokens: { Evil: 'a\r\nX-Admin: 1' } });
  await expect(failed).rejects.toMatchObject({ code: 'Validation', message: expect.stringContaining(message) });
  expect(receiver.received).toHaveLength(0);
});

// Requirement: R191, T51
it('fails for good after a 4xx, naming the status but not the answer', async () => {
  failing(1, 404);
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'Validation', faults: [{ params: { StatusCode: 404 } }] });
  expect((error as Error).message).toBe('The host 127.0.0.1 answered with status 404.');
});

// Requirement: R191, T51
it('may be tried again after 5xx, 429 with Retry-After, silence and broken connections, under the same id', async () => {
  const step = { id: uuidV7() };
  const fault = async (): Promise<unknown> => call({}, step).catch((reason: unknown) => reason);
  failing(1, 503);
  expect(await fault()).toBeInstanceOf(TemporaryFault);
  failing(1, 429, { 'Retry-After': '7' });
  expect(await fault()).toMatchObject({ name: 'TemporaryFault', afterMs: 7_000 });
  receiver.respond = (request) => void request.socket.destroy();
  expect(await fault()).toBeInstanceOf(TemporaryFault);
  receiver.respond = () => undefined;
  expect(await fault()).toMatchObject({ message: 'The host 127.0.0.1 did not answer in time.' });
  failing(0, 200);
  expect(await call({}, step)).toMatchObject({ Body: 'ok' });
  expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id']))).toEqual(new Set([step.id]));
});

// Requirement: T52
it('does not follow a redirect to where calls may not go', async () => {
  receiver.respond = (_request, response) =>
    void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
  await expect(call()).rejects.toMatchObject({ code: 'Validation', message: expect.stringContaining('not allowed') });
  expect(receiver.received).toHaveLength(1);
});

// Requirement: R191
it('bounds the calls under way to one host', async () => {
  const responses: (() => void)[] = [];
  let highest = 0;
  receiver.respond = (_request, response) => {
    responses.push(() => void response.end('ok'));
    highest = Math.max(highest, responses.length);
    if (responses.length === 8) for (const respond of responses.splice(0)) respond();
  };
  const all = Array.from({ length: 32 }, () => call());
  expect(await Promise.all(all)).toHaveLength(32);
  expect(highest).toBe(8);
});

// Requirement: R191, T52
it('sends values in the URL as data', async () => {
  const Url = urlOf('/parcels/{{Number}}?note={{Note}}');
  const tokens = { Number: 'a/../../admin', Note: '1&admin=true#x' };
  await call({ Url }, { tokens });
  expect(receiver.received[0].url).toBe('/parcels/a%2F..%2F..%2Fadmin?note=1%26admin%3Dtrue%23x');
  await expect(call({ Url }, { tokens: { ...tokens, Number: '..' } })).rejects.toMatchObject({
    faults: [{ path: 'Url' }],
  });
  expect(receiver.received).toHaveLength(1);
});
