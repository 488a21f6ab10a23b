import { request } from 'node:http';
import { HUB, tokenOf } from '../../../support/hub-client.js';
import { RawSocket } from '../../../support/raw-socket.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** A user takes three quarters of them. */
const PLACES = 8;

interface Refusal {
  readonly status: number | undefined;
  readonly retryAfter: string | null | undefined;
  readonly text: string;
}

describe.each([1, 2])('the limit of hub connections per node, with %i node(s)', (count) => {
  let app: TestApp;
  /** The one that is filled. */
  let node: TestApp;
  const sockets: RawSocket[] = [];
  beforeEach(async () => {
    const settings = { HUB_NODE_CONNECTIONS: String(PLACES) };
    app = await TestApp.start(settings);
    node = count === 1 ? app : await app.startAnother(settings);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.cut();
    if (node !== app) await node.stop();
    await app.stop();
  });

  const headersOf = async (user: string): Promise<Record<string, string>> => ({
    Authorization: `Bearer ${await tokenOf(node, user)}`,
    ...DEVELOPMENT,
  });

  async function open(user: string, to = node): Promise<RawSocket> {
    const socket = await RawSocket.open(to.url + HUB, await headersOf(user));
    sockets.push(socket);
    return socket;
  }

  /** Opens connections until one is refused. @returns how many were opened */
  async function fill(user: string): Promise<number> {
    for (let opened = 0; ; opened++)
      if (
        !(await open(user).then(
          () => true,
          () => false,
        ))
      )
        return opened;
  }

  async function negotiation(user: string): Promise<Refusal> {
    const url = `${node.url}${HUB}/negotiate?negotiateVersion=1`;
    const answer = await fetch(url, { method: 'POST', headers: await headersOf(user) });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  }

  /** Status that refuses a WebSocket request. */
  async function upgrade(user: string): Promise<Refusal> {
    const asked = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const headers = { ...(await headersOf(user)), ...asked };
    return new Promise((resolve, reject) => {
      const call = request(node.url + HUB, { headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'], text });
        });
      });
      call.on('upgrade', () => reject(new Error('It was let in.')));
      call.on('error', reject).end();
    });
  }

  it('keeps places for other users when one user takes many', async () => {
    expect(await fill('ada.admin')).toBe(6);
    const tooMany = {
      status: 429,
      retryAfter: '5',
      text: 'You have too many connections. The free ones are reserved for other users.',
    };
    expect([await negotiation('ada.admin'), await upgrade('ada.admin')]).toEqual([tooMany, tooMany]);
    expect((await negotiation('nina.north')).status).toBe(200);
    expect(await fill('nina.north')).toBe(2);
  });

  it('refuses all users with 503 and Retry-After when all places are taken, until one is free', async () => {
    await fill('ada.admin');
    await fill('nina.north');
    const full = {
      status: 503,
      retryAfter: '5',
      text: 'The server has reached its limit of connections. Try again later.',
    };
    expect([await negotiation('fia.clerk'), await upgrade('fia.clerk')]).toEqual([full, full]);
    if (node !== app) await open('fia.clerk', app);
    sockets[0].cut();
    await until('there is a place', () =>
      open('fia.clerk').then(
        () => true,
        () => false,
      ),
    );
  });
});
