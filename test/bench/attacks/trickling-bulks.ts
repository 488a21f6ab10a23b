import { connect, type Socket } from 'node:net';
import type { Scenario } from './scenario.js';
import { type Answered, type Stage } from './stage.js';

const BODIES = 40;
const BYTE_EVERY_MS = 3_000;
const ROWS = 1_000;
const REGIONS: Readonly<Record<string, string>> = {
  'nina.north': '92dfec16-2fb4-4e5b-af94-9fed99faf7ed',
  'bob.bay': '306303b5-39c9-4c88-b6e3-ccd53c9ba04f',
};
let stored = 0;

const bulkInsert =
  (user: string) =>
  (stage: Stage): Promise<Answered> => {
    const Values = Array.from({ length: ROWS }, () => [
      `Bulk ${++stored}`,
      `AT${String(stored).padStart(9, '0')}`,
      'Retail',
      REGIONS[user],
    ]);
    const body = { EntityName: 'Customer', Fields: ['Name', 'TaxId', 'Segment', 'RegionId'], Values };
    return stage.send(user, 'POST', '/records/bulk-insert', body);
  };

/** Sends the head of a bulk insert, and a byte of its body now and then; again when it is refused. */
function trickle(port: number, head: string, sockets: Set<Socket>): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(head));
  const timer = setInterval(() => socket.write(' '), BYTE_EVERY_MS);
  sockets.add(socket);
  socket.on('error', () => undefined); // Its end follows.
  socket.resume();
  socket.on('close', () => {
    clearInterval(timer);
    if (sockets.delete(socket)) setTimeout(() => trickle(port, head, sockets), 100);
  });
}

/** Forty bodies of bulk inserts that never end, of a user without any right. */
export const tricklingBulks: Scenario = {
  name: `${BODIES} trickling bulk bodies`,
  async attack(stage) {
    const headers = { ...(await stage.headers('omar.outside')), Host: '127.0.0.1', 'Content-Type': 'application/json' };
    const lines = Object.entries({ ...headers, 'Content-Length': '100000' }).map(([name, text]) => `${name}: ${text}`);
    const head = `POST /api/v1/records/bulk-insert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`;
    const sockets = new Set<Socket>();
    for (let i = 0; i < BODIES; i++) trickle(stage.port, head, sockets);
    return async () => {
      for (const socket of sockets) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
  },
  victims: {
    'bulk insert in the tenant': { work: bulkInsert('nina.north'), bound: { times: 2, ofMedian: true } },
    'bulk insert in another': { work: bulkInsert('bob.bay'), bound: { times: 2, ofMedian: true } },
  },
  pauseMs: 250,
};
