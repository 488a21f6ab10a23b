import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Archive } from '../../support/archive.js';
import type { Answer, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const MB = 2 ** 20;
/** A user's share is a quarter of it: 8 MB. */
const SETTINGS = { ANSWER_MEMORY_MB: '32', DATABASE_POOL_SIZE: '4' };
const QUERY = { SelectedFields: ['Text0'], Pager: { PageSize: 3 } };

describe.each([1, 2])('a client that does not read its answer, on %i node(s)', (nodes) => {
  let archive: Archive;
  let node: TestApp;

  beforeAll(async () => {
    archive = await Archive.open(SETTINGS);
    node = nodes === 1 ? archive.app : await archive.app.startAnother(SETTINGS);
    await archive.papers(3, {}, { Number: 1 });
    await archive.fill(1, { Text0: `repeat('x', ${4.5 * MB}::int)` });
  });
  afterAll(async () => {
    if (node !== archive.app) await node.stop();
    await archive.close();
  });

  const ask = (user: string): Promise<Answer> =>
    archive.as(user, node).select('Shelf', { SelectedFields: ['Id'], Pager: {} });

  /** Sends a query and reads nothing but the first bytes of its answer. */
  async function stalled(user: string): Promise<Socket> {
    const { body } = await node.send('POST', '/dev/token', { UserName: user });
    const text = JSON.stringify({ EntityName: 'Paper', ...QUERY });
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1/queries/select HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${body.AccessToken}\r\n` +
        `TenantId: Archive\r\nAppId: Papers\r\nEnvironmentId: Main\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${text.length}\r\n\r\n${text}`,
    );
    await until('the answer begins', () => socket.bytesRead > 0 || socket.readableLength > 0);
    return socket;
  }

  it('holds up its own user only, until it disconnects', async () => {
    const socket = await stalled('ann');
    await delay(100);
    const refused = await ask('ann');
    expect([refused.status, refused.body.ErrorDetails?.[0]?.Code]).toEqual([429, 'RateLimited']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await ask('ben')).status).toBe(200);
    socket.destroy();
    await until('the share is free again', async () => (await ask('ann')).status === 200);
  });
});
