import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import type { DeliveryError } from '#platform/outbound/delivery.errors.js';
import { MAX_ANSWER_BYTES } from '#platform/outbound/read-answer.js';
import { until } from '../../../support/until.js';
import { callOf, faultOf, FixedResolver, outboundHttp } from './receiver.js';

const OK = 'HTTP/1.1 200 OK\r\n';

/** TCP server that answers the first bytes of every connection. */
class RawServer {
  readonly sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(answer: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
      socket.once('data', () => answer(socket));
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}

/** Writes bytes again and again for as long as the other side reads. */
function endlessly(socket: Writable, bytes: Buffer | string): void {
  const write = (): void => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on('drain', write);
  write();
}

const withBody =
  (body: Buffer | string, ...headers: string[]) =>
  (socket: Socket): void => {
    socket.write(
      `${OK}Content-Length: ${Buffer.byteLength(body)}\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`,
    );
    socket.end(body);
  };

function slowly(socket: Socket): void {
  socket.write(`${OK}Content-Length: 1000\r\n\r\n`);
  const timer = setInterval(() => socket.write('.'), 10);
  socket.once('close', () => clearInterval(timer));
}

function endlessGzip(socket: Socket): void {
  socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`);
  const gzip = createGzip();
  gzip.pipe(socket);
  endlessly(gzip, '\0'.repeat(65_536));
  socket.once('close', () => gzip.destroy());
}

const send = (port: number, path = '/', timeoutMs = 400) => {
  const http = outboundHttp({ HTTP_ALLOWED_HOSTS: `127.0.0.1:${port}`, HTTP_PRIVATE_HOSTS: '127.0.0.1' });
  return http.send(callOf(`http://127.0.0.1:${port}${path}`, { timeoutMs }));
};

async function faultAgainst(answer: (socket: Socket) => void, timeoutMs?: number): Promise<DeliveryError> {
  const server = new RawServer(answer);
  const port = await server.start();
  try {
    const fault = await faultOf(send(port, '/', timeoutMs));
    await until('the connection is closed', () => server.sockets.size === 0);
    return fault;
  } finally {
    await server.stop();
  }
}

// Requirement: R191, S12
describe('Hostile answers', () => {
  it.each<[string, string, RegExp, (socket: Socket) => void]>([
    ['silence', 'temporary', /did not answer in time/, () => {}],
    ['a slow body', 'temporary', /did not answer in time/, slowly],
    [
      'endless interim answers',
      'temporary',
      /did not answer in time/,
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
        socket.once('close', () => clearInterval(timer));
      },
    ],
    ['no answer', 'temporary', /connection to 127.0.0.1 failed/, (socket) => socket.end()],
    [
      'half an answer',
      'temporary',
      /connection to 127.0.0.1 failed/,
      (socket) => socket.end(`${OK}Content-Length: 9\r\n\r\nabc`),
    ],
    ['another protocol', 'permanent', /not valid HTTP/, (socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'two lengths',
      'permanent',
      /not valid HTTP/,
      (socket) => socket.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
    ],
  ])('ends the call on %s with a %s fault', async (_, kind, message, answer) => {
    const fault = await faultAgainst(answer);
    expect([fault.kind, fault.message]).toEqual([kind, expect.stringMatching(message)]);
  });

  it.each<[string, RegExp, (socket: Socket) => void]>([
    [
      'never-ending headers',
      /headers of the answer of 127.0.0.1 exceed/,
      (socket) => {
        socket.write(OK);
        endlessly(socket, `X-${'h'.repeat(100)}: ${'v'.repeat(900)}\r\n`);
      },
    ],
    [
      'a never-ending body',
      /exceeds 1048576 bytes/,
      (socket) => {
        socket.write(`${OK}\r\n`);
        endlessly(socket, 'x'.repeat(10_000));
      },
    ],
    [
      'never-ending chunks',
      /exceeds 1048576 bytes/,
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
        endlessly(socket, '4\r\nabcd\r\n'.repeat(1_000));
      },
    ],
    ['a body that unpacks to gigabytes', /exceeds 1048576 bytes/, endlessGzip],
    [
      'empty packages without end',
      /exceeds 1048576 bytes/,
      (socket) => {
        socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`);
        socket.write(gzipSync(''));
        endlessly(socket, Buffer.concat(Array.from({ length: 100 }, () => gzipSync(''))));
      },
    ],
    [
      'Brotli that unpacks beyond the limit',
      /exceeds 1048576 bytes/,
      withBody(brotliCompressSync(Buffer.alloc(2_000_000)), 'Content-Encoding: br'),
    ],
    ['broken gzip', /could not be decompressed/, withBody('no gzip', 'Content-Encoding: gzip')],
    ['broken Brotli', /could not be decompressed/, withBody('no brotli', 'Content-Encoding: br')],
    [
      'half of a gzip body',
      /could not be decompressed/,
      withBody(gzipSync('x'.repeat(999)).subarray(0, 15), 'Content-Encoding: gzip'),
    ],
    ['an unknown encoding', /encoding that is not supported/, withBody('x', 'Content-Encoding: zstd')],
    ['several encodings', /encoding that is not supported/, withBody('x', 'Content-Encoding: gzip, gzip')],
    [
      'another protocol on the same connection',
      /gave no answer|failed/,
      (socket) =>
        void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
  ])('cuts off %s', async (_, message, answer) => {
    const fault = await faultAgainst(answer, 10_000);
    expect(fault.message).toMatch(message);
  });

  it.each<[string, (body: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (body) => body],
  ])('reads a body in %s up to the limit', async (encoding, compress) => {
    const server = new RawServer(
      withBody(compress(Buffer.alloc(MAX_ANSWER_BYTES, 'x')), `Content-Encoding: ${encoding}`),
    );
    const port = await server.start();
    const { body } = await send(port, '/', 10_000);
    expect((body as string).length).toBe(MAX_ANSWER_BYTES);
    await server.stop();
  });

  it('refuses a certificate that nobody vouches for, and names the host in the handshake', async () => {
    const pem = readFileSync(new URL('../../../support/localhost.pem', import.meta.url), 'utf8');
    const names: string[] = [];
    const server = createTlsServer({
      key: pem,
      cert: pem,
      SNICallback: (name, done) => {
        names.push(name);
        done(null, createSecureContext({ key: pem, cert: pem }));
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = { HTTP_ALLOWED_HOSTS: `secure.example.com:${port}`, HTTP_PRIVATE_HOSTS: '127.0.0.1' };
    const http = outboundHttp(settings, new FixedResolver({ 'secure.example.com': [['127.0.0.1']] }));
    const fault = await faultOf(http.send(callOf(`https://secure.example.com:${port}/`)));
    expect([fault.kind, fault.message]).toEqual(['permanent', 'The certificate of secure.example.com is not valid.']);
    expect(names).toEqual(['secure.example.com']);
    await new Promise((resolve) => void server.close(resolve));
  });
});
