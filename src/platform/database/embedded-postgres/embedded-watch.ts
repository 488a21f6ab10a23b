import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

const START_AGAIN = new Backoff(100, 10_000);
/** Time after which a server that ends again is no longer taken for one that cannot run. */
const STEADY_MS = 60_000;

/**
 * Starts an embedded server again when it has died, on the same port, whichever process started it before: that one may
 * have died with it. A connection that is open all the time tells when the server ends.
 */
export class EmbeddedWatch {
  readonly #logger = new Logger('Database');
  readonly #stop = new AbortController();
  readonly #port: number;
  readonly #watching: Promise<void>;
  #server: EmbeddedPostgres;
  #starts = 0;

  constructor(
    private readonly options: EmbeddedOptions,
    server: EmbeddedPostgres,
  ) {
    this.#server = server;
    this.#port = Number(new URL(server.adminUrl).port);
    this.#watching = this.#watch();
  }

  /** Ends the watch, and the server if this process started it last. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
    await this.#server.stop();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const since = performance.now();
      await untilGone(this.#server.adminUrl, signal);
      if (signal.aborted) return;
      if (performance.now() - since > STEADY_MS) this.#starts = 0;
      await this.#startAgain(signal);
    }
  }

  async #startAgain(signal: AbortSignal): Promise<void> {
    this.#logger.error('The embedded PostgreSQL has ended. It is started again.');
    while (!signal.aborted) {
      await sleep(START_AGAIN.after(++this.#starts), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        this.#server = await startEmbeddedPostgres({ ...this.options, port: this.#port });
        this.#logger.log(
          `The embedded PostgreSQL runs again${this.#server.reused ? ', started by another process' : ''}.`,
        );
        return;
      } catch (error) {
        const { message } = error as Error;
        const nextMs = START_AGAIN.after(this.#starts + 1);
        this.#logger.error(`The embedded PostgreSQL cannot be started, the next try is in ${nextMs} ms. ${message}`);
      }
    }
  }
}

/** Resolves when the server has closed a connection, or refuses one, and at the signal. */
async function untilGone(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'embedded watch', keepAlive: true });
  const gone = new Promise<void>((resolve) => {
    client.once('end', resolve).on('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await client.connect();
    await gone;
  } catch {
    // It does not answer, so it is started again.
  } finally {
    await client.end().catch(() => undefined);
  }
}
