import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer as far as a load looks at it. */
interface Answer {
  readonly status: string;
  readonly text: () => string;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** One kept-alive connection, one request at a time. Bare sockets: an HTTP client would cost as much as the server. */
export class Caller {
  #received: Buffer | undefined;
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('close', () => this.#failed?.(new Error('The server closed the connection.')));
    socket.on('error', (error) => this.#failed?.(error));
  }

  static async open(port: number): Promise<Caller> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Caller(socket);
  }

  call(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const headEnd = bytes.indexOf(HEAD_END);
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    if (headEnd < 0 || !hasBody(bytes, head, bodyAt)) {
      this.#received = bytes;
      return;
    }
    this.#received = undefined;
    this.#answered?.({ status: head.slice(9, 12), text: () => bytes.toString('utf8', bodyAt) });
  }
}

/** True if an answer has arrived whole; nothing can follow it, since there is one request at a time. */
const hasBody = (bytes: Buffer, head: string, bodyAt: number): boolean =>
  CHUNKED.test(head)
    ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    : bytes.length >= bodyAt + Number(LENGTH.exec(head)?.[1] ?? 0);
