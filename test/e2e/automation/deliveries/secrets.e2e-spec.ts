import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { mock } from 'node:test';
import { RunApp } from '../../../support/run-fixture.js';
import type { Row } from '../../../support/test-app.js';
import { Retries } from './retries.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';

/** Could be the name of a host, so that a redirect can hold it. */
const SECRET = 'sk-live-0123456789abcdef';
const ENVIRONMENT_ID = '4a50c000-0000-4000-8000-000000000003';

let receiver: Receiver;
let app: RunApp;
let folder: string;
const logged: string[] = [];

/** Calls of one workflow; `OnError` passes over those that fail. */
const calls = (port: number): readonly object[] =>
  ['echo', 'refuse', 'phrase', 'away', 'elsewhere', 'broken', 'injected', 'unknown'].map((path, i) => ({
    Name: `Call${i}`,
    Type: 'HttpCall',
    Method: 'GET',
    Url: `http://127.0.0.1:${port}/${path}`,
    Headers: {
      Authorization: path === 'unknown' ? '{{Secret.Nope}}' : 'Bearer {{Secret.Key}}',
      'User-Agent': 'Agent {{Secret.Key}}',
      'X-Note': path === 'injected' ? '{{Evil}}' : 'x',
    },
    OnError: 'Continue',
  }));

const respond: Receiver['respond'] = (request, response) => {
  const key = String(request.headers.authorization).slice('Bearer '.length);
  const { port } = receiver;
  const answers: Readonly<Record<string, () => unknown>> = {
    '/echo': () =>
      response
        .setHeader('Content-Type', 'application/json')
        .setHeader('X-Key', key)
        .end(
          JSON.stringify({
            [key]: [key.toUpperCase(), Buffer.from(key).toString('hex'), encodeURIComponent(key)],
          }),
        ),
    '/refuse': () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end(key),
    '/phrase': () => response.writeHead(400, key).end(),
    '/away': () => response.writeHead(302, { Location: `http://${key}.evil.example/${key}` }).end(),
    '/elsewhere': () => response.writeHead(302, { Location: `http://localhost:${port}/landed` }).end(),
    '/broken': () => request.socket.destroy(),
  };
  (answers[request.url!] ?? ((): unknown => response.end('ok')))();
};

beforeAll(async () => {
  for (const level of ['log', 'error', 'warn', 'debug', 'verbose'] as const)
    mock.method(Logger.prototype, level, (...parts: unknown[]) => void logged.push(String(parts.map(textOf))));
  receiver = await Receiver.start();
  receiver.respond = respond;
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const secretsFile = join(folder, 'secrets.json');
  writeFileSync(secretsFile, JSON.stringify({ [ENVIRONMENT_ID]: { Key: SECRET, signing: `signing ${SECRET}` } }));
  const { port } = receiver;
  const settings = {
    HTTP_ALLOWED_HOSTS: `127.0.0.1:${port},localhost:${port}`,
    HTTP_PRIVATE_HOSTS: '127.0.0.1,[::1]',
    SECRETS_FILE: secretsFile,
  };
  const workflow = {
    Name: 'Calls',
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Evil', Type: 'Text' }],
    Actions: calls(port),
  };
  app = await RunApp.open([workflow], settings, {}, []);
});
afterAll(async () => {
  await app?.close();
  await receiver.stop();
  rmSync(folder, { recursive: true });
  mock.restoreAll();
});

const textOf = (part: unknown): string => (part instanceof Error ? `${part.stack}` : (JSON.stringify(part) ?? ''));

/** Tables of the database with a text in any of their rows. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await app.app.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.app.query(`SELECT FROM ${name} t WHERE strpos(lower(to_jsonb(t)::text), $1) > 0`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

// Requirement: R191, T52, S18
it('sends a secret to the named host alone, and keeps it out of records, answers, errors and logs', async () => {
  const Evil = 'x\r\nX-Admin: {{Secret.Key}}';
  const { body } = await app.execute('ann', 0, { Evil }, { Prefer: 'respond-async' });
  const runId = body.CorrelationId as string;
  await new Retries(app).ended(runId);
  const steps = (await app.steps(runId)) as readonly Row[];
  const kept = JSON.stringify([steps, await app.run(runId)]);
  expect(steps.map(({ State }) => State)).toEqual([
    'Completed',
    ...Array(3).fill('Failed'),
    'Completed',
    ...Array(3).fill('Failed'),
  ]);
  expect(steps[0].Output).toEqual({ StatusCode: 200, Body: { '[redacted]': Array(3).fill('[redacted]') } });
  expect(kept).toContain("The environment has no secret 'Nope'.");
  expect(kept).toContain('127.0.0.1 (after a redirect) leads to where calls are not allowed');
  for (const { url, headers } of receiver.received) {
    expect([url, headers.authorization]).toEqual([url, url === '/landed' ? undefined : `Bearer ${SECRET}`]);
    expect([headers['user-agent'], headers['x-admin']]).toEqual([
      url === '/landed' ? undefined : `Agent ${SECRET}`,
      undefined,
    ]);
  }
  expect(receiver.received.map(({ url }) => url)).not.toContain('/injected');
  expect(await tablesWith('/refuse')).not.toEqual([]);
  for (const form of [SECRET, Buffer.from(SECRET).toString('base64').toLowerCase()]) {
    expect(await tablesWith(form)).toEqual([]);
    expect(kept.toLowerCase()).not.toContain(form);
    expect(logged.join('\n').toLowerCase()).not.toContain(form);
  }
});
