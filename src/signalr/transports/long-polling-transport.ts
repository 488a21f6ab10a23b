import type { ServerResponse } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Connection } from '../connections/connection.js';
import type { Transport } from '../connections/transport.js';

const HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
};

/**
 * Iterations of the event loop that a response gets to report bytes that the kernel has taken. Node reports a write over
 * TLS one iteration later; each stream that somebody puts between response and socket may add one.
 */
const ITERATIONS_TO_REPORT = 8;

/** A connection whose output is fetched by one request after the other; its input comes by POST. */
export class LongPollingTransport implements Transport {
  readonly name = 'LongPolling';
  readonly bufferedBytes = 0;
  #poll: ServerResponse | undefined;
  /** A response whose bytes may still get lost. */
  #writing: ServerResponse | undefined;
  #ended = false;
  #sinceMs = Date.now();

  constructor(
    private readonly connection: Connection,
    private readonly pollTimeoutMs: number,
  ) {}

  get isReady(): boolean {
    return this.#poll !== undefined && this.#writing === undefined;
  }

  get unreachableSinceMs(): number | undefined {
    return this.#poll || this.#writing ? undefined : this.#sinceMs;
  }

  /** Answers the request that opens the connection, empty and at once: the client waits for it before it sends. */
  welcome(response: ServerResponse): void {
    this.#write(response, undefined);
  }

  /** A request waits for output. It takes over from an older one, which a client may have given up. */
  poll(response: ServerResponse): void {
    if (this.#poll) answer(this.#poll, 204);
    void this.#takeBackUnread();
    this.#poll = response;
    this.#sinceMs = Date.now();
    response.on('close', () => {
      if (this.#poll === response) this.#leave();
    });
    this.#proceed();
  }

  write(pieces: readonly Buffer[]): void {
    const response = this.#poll!;
    this.#leave();
    this.#write(response, Buffer.concat(pieces));
  }

  end(): void {
    this.#ended = true;
    this.#proceed();
  }

  abort(): void {
    if (this.#poll) answer(this.#poll, 204);
    this.#leave();
    void this.#takeBackUnread();
  }

  tick(nowMs: number): void {
    if (nowMs - this.#sinceMs < this.pollTimeoutMs) return;
    void this.#takeBackUnread();
    if (!this.#poll || this.#writing) return;
    const response = this.#poll;
    this.#leave();
    this.#write(response, undefined);
  }

  #leave(): void {
    this.#poll = undefined;
    this.#sinceMs = Date.now();
  }

  /**
   * Takes the bytes back that wait in a response which nobody reads. Bytes that the kernel has taken count as delivered,
   * and a client may have them, and even ask again, before Node has reported that: the response gets the time for it first.
   */
  async #takeBackUnread(): Promise<void> {
    const response = this.#writing;
    const isUnreported = (): boolean => response?.writableFinished === false;
    for (let n = 0; n < ITERATIONS_TO_REPORT && isUnreported(); n++) await nextIteration();
    if (isUnreported()) response?.destroy();
  }

  /** Gives the waiting request what is there; after the end, and with nothing left, the last word: 204. */
  #proceed(): void {
    this.connection.flush();
    if (!this.#ended || !this.isReady || this.connection.hasQueued) return;
    const response = this.#poll!;
    this.#leave();
    answer(response, 204);
    this.connection.transportEnded(this, false);
  }

  #write(response: ServerResponse, data: Buffer | undefined): void {
    this.#writing = response;
    // A response that breaks off says that it is finished, too.
    let isTaken = false;
    const { socket } = response;
    response.on('finish', () => (isTaken = socket?.destroyed === false));
    response.on('close', () => {
      this.#writing = undefined;
      this.#sinceMs = Date.now();
      if (data && !isTaken) this.connection.restore(data);
      this.#proceed();
    });
    answer(response, 200, data);
  }
}

const answer = (response: ServerResponse, status: number, data?: Buffer): unknown =>
  response
    .writeHead(status, data || status === 200 ? { ...HEADERS, 'Content-Length': data?.length ?? 0 } : HEADERS)
    .end(data);
