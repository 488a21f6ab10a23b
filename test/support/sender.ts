import { Worker } from 'node:worker_threads';

/** A request; `body` is UTF-8. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Compress the body before it is sent. */
  readonly gzip?: boolean;
}

/** Answer of a request. */
export interface SentAnswer {
  readonly status: number;
  readonly bytes: number;
  /** The first and the last bytes of the body. */
  readonly shown: string;
  readonly ms: number;
}

/** Sends requests from a thread of its own, so that its work does not count as work of the service's event loop. */
export class Sender {
  readonly #worker = new Worker(new URL('./sender.mjs', import.meta.url));
  readonly #waiting = new Map<number, (answer: SentAnswer) => void>();
  #sent = 0;

  constructor() {
    this.#worker.on('message', ({ id, ...answer }: SentAnswer & { readonly id: number }) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  send({ body, ...sent }: SentRequest): Promise<SentAnswer> {
    const id = ++this.#sent;
    // Handed over without a copy, which would be work of this thread.
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ ...sent, id, body: bytes }, bytes ? [bytes.buffer] : []);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
