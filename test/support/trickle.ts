import { connect, type Socket } from 'node:net';
import { DEVELOPMENT, type Place, type TestApp } from './test-app.js';
import { tokenOf } from './hub-client.js';

/** Pace of a body and its declared length. */
export interface TrickleOptions {
  readonly place?: Place;
  readonly path?: string;
  readonly length?: number;
  /** Bytes that are sent at once. */
  readonly head?: string;
  /** Bytes at a time, and the milliseconds in between. */
  readonly bytes?: number;
  readonly everyMs?: number;
}

/** A request whose body arrives byte by byte. */
export class Trickle {
  #text = '';
  readonly closed: Promise<void>;
  #isOpen = true;

  private constructor(
    private readonly socket: Socket,
    readonly sentAt = performance.now(),
  ) {
    socket.setEncoding('latin1').on('data', (text: string) => (this.#text += text));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.on('close', () => {
        this.#isOpen = false;
        resolve();
      }),
    );
  }

  static async open(app: TestApp, user: string, options: TrickleOptions = {}): Promise<Trickle> {
    const { place = DEVELOPMENT, path = '/records/bulk-insert', length = 100_000, head = '' } = options;
    const { hostname, port } = new URL(app.url);
    const lines = [
      `POST /api/v1${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${await tokenOf(app, user)}`,
      ...Object.entries(place).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${head}`);
    const { bytes = 1, everyMs = 300 } = options;
    const timer = setInterval(() => socket.writable && socket.write(' '.repeat(bytes)), everyMs);
    socket.on('close', () => clearInterval(timer));
    return new Trickle(socket);
  }

  /** Status of the answer; 0 while there is none. */
  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#text)?.[1] ?? 0);
  }

  /** Code of the refusal. */
  get code(): string | undefined {
    return /"Code":"(\w+)"/.exec(this.#text)?.[1];
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): void {
    this.socket.destroy();
  }
}
