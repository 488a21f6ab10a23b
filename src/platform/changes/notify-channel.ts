import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type ConnectionSettings } from '../database/connection-settings.js';

/** The server's listeners all wake at each ring, and each ring is a commit of its own. */
const RING_EVERY_MS = 20;
const TIMEOUT_MS = 5_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/**
 * A connection over which nodes wake each other by LISTEN and NOTIFY, never inside a write's transaction. It comes back
 * by itself. Rings are alarm clocks: one that is lost delays, and loses nothing.
 */
export class NotifyChannel {
  /** Sent with each ring, so that we do not wake ourselves. */
  readonly #name = randomUUID();
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  #channel = '';
  #running: Promise<void> | undefined;
  #isRinging = false;
  #ringsAgain = false;

  constructor(private readonly settings: ConnectionSettings) {}

  /** @param onRing is called when another node rang, and when rings may have been missed. */
  open(onRing: () => void): void {
    this.#running ??= this.#stayConnected(onRing);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end();
    await this.#running;
  }

  /** Wakes the other nodes: at once, or soon after the last ring. */
  notify(): void {
    this.#ringsAgain = true;
    if (!this.#isRinging) void this.#ring();
  }

  async #ring(): Promise<void> {
    this.#isRinging = true;
    while (this.#ringsAgain && this.#client) {
      this.#ringsAgain = false;
      await this.#notify(this.#client);
      await sleep(RING_EVERY_MS, undefined, { ref: false });
    }
    this.#isRinging = false;
  }

  async #stayConnected(onRing: () => void): Promise<void> {
    for (let failures = 0; !this.#stop.signal.aborted; failures++) {
      if (await this.#session(onRing)) failures = 0;
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
      await sleep(delayMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
    }
  }

  /** One connection from its start to its end. @returns whether it worked for a time. */
  async #session(onRing: () => void): Promise<boolean> {
    const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
    const client = new pg.Client({ ...clientConfig(this.settings), ...timeouts });
    client.on('error', () => undefined); // Its end follows.
    const end = new Promise((resolve) => client.once('end', resolve));
    const onOther = atMostEvery(RING_EVERY_MS, onRing);
    client.on('notification', ({ payload }) => {
      if (payload !== this.#name) onOther();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ channel: string }>('SELECT channel FROM platform.ring');
      this.#channel = client.escapeIdentifier(rows[0].channel);
      await client.query(`LISTEN ${this.#channel}`);
    } catch {
      client.connection.stream.destroy();
      return false;
    }
    this.#client = client;
    if (this.#stop.signal.aborted) await client.end();
    onRing();
    await end;
    this.#client = undefined;
    return true;
  }

  async #notify(client: pg.Client): Promise<void> {
    try {
      await client.query(`NOTIFY ${this.#channel}, '${this.#name}'`);
    } catch {
      client.connection.stream.destroy(); // A line that does not answer is replaced.
    }
  }
}

/** Calls `action` at once, and again after the pause for whatever calls came meanwhile. */
function atMostEvery(pauseMs: number, action: () => void): () => void {
  let isPausing = false;
  let isDue = false;
  return function call(): void {
    isDue = isPausing;
    if (isPausing) return;
    isPausing = true;
    action();
    setTimeout(() => {
      isPausing = false;
      if (isDue) call();
    }, pauseMs).unref();
  };
}
