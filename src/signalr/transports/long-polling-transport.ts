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
 * Iterations of the event loop in which a response can report bytes that the kernel has accepted. Node reports a write
 * over TLS one iteration later, and each stream between response and socket may add one (decision 0155).
 */
const ITERATIONS_TO_REPORT = 8;

/** Transport by long polling: each request fetches output, and input comes by POST. */
export class LongPollingTransport implements Transport {
  readonly name = 'LongPolling';
  readonly bufferedBytes = 0;
  #poll: ServerResponse | undefined;
  /** Response whose bytes the kernel has not accepted yet. */
  #writing: ServerResponse | undefined;
  #ended = false;
  #sinceMs = performance.now();

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

  /** Answers the opening request at once and without data, because the client waits for it before it sends. */
  welcome(response: ServerResponse): void {
    this.#write(response, undefined);
  }

  /** Takes a request that waits for output. It replaces an older one, which the client may have abandoned. */
  poll(response: ServerResponse): void {
    if (this.#poll) answer(this.#poll, 204);
    void this.#recoverUnread();
    this.#poll = response;
    this.#sinceMs = performance.now();
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
    void this.#recoverUnread();
  }

  tick(nowMs: number): void {
    if (nowMs - this.#sinceMs < this.pollTimeoutMs) return;
    void this.#recoverUnread();
    if (!this.#poll || this.#writing) return;
    const response = this.#poll;
    this.#leave();
    this.#write(response, undefined);
  }

  #leave(): void {
    this.#poll = undefined;
    this.#sinceMs = performance.now();
  }

  /**
   * Recovers the bytes of a response that the client does not read. Bytes that the kernel has accepted count as
   * delivered. Node may report them later than the client's next request, so the response gets some iterations for the
   * report.
   */
  async #recoverUnread(): Promise<void> {
    const response = this.#writing;
    const isUnreported = (): boolean => response?.writableFinished === false;
    for (let n = 0; n < ITERATIONS_TO_REPORT && isUnreported(); n++) await nextIteration();
    if (isUnreported()) response?.destroy();
  }

  /** Answers the waiting poll with the queued output; with 204 after the end, when nothing is queued. */
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
    // A response that is cut off also emits 'finish'.
    let isAccepted = false;
    const { socket } = response;
    response.on('finish', () => (isAccepted = socket?.destroyed === false));
    response.on('close', () => {
      this.#writing = undefined;
      this.#sinceMs = performance.now();
      if (data && !isAccepted) this.connection.restore(data);
      this.#proceed();
    });
    answer(response, 200, data);
  }
}

const answer = (response: ServerResponse, status: number, data?: Buffer): unknown =>
  response
    .writeHead(status, data || status === 200 ? { ...HEADERS, 'Content-Length': data?.length ?? 0 } : HEADERS)
    .end(data);
