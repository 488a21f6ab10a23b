import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { clientConfig, type ConnectionSettings } from './connections/connection-settings.js';
import { ConnectionLost } from './connections/database.errors.js';
import type { Query } from './platform-database.js';

/** Least time between two NOTIFYs: each one is a commit and wakes every listener of the server. */
const NOTIFY_EVERY_MS = 20;
const TIMEOUT_MS = 5_000;
/** Time between two statements on the connection that listens, by which a silent server is noticed. */
const HEARTBEAT_MS = 10_000;
const RECONNECT = new Backoff(100, 5_000, { jitter: 1 / 2 });
const CHANNEL = 'SELECT channel FROM platform.ring';

/**
 * Reason for which nodes wake each other: changes in the log, runs in the queue, definitions that changed without a row
 * in the log, or environments that nodes work for from now on.
 */
export type WakeTopic = 'changes' | 'runs' | 'definitions' | 'environments';

/**
 * Connection on which nodes wake each other by LISTEN and NOTIFY, outside of any write's transaction. It reconnects by
 * itself. A lost notification delays changes and runs but loses none.
 */
export class NotifyChannel {
  /** First word of this node's notifications, by which it ignores its own. */
  readonly #name = randomUUID();
  readonly #connecting = new Loop((stop) => this.#session(stop), {
    pauseMs: 0,
    retry: RECONNECT,
    logger: new Logger(NotifyChannel.name),
  });
  readonly #listeners = new Map<WakeTopic, () => void>();
  readonly #pending = new Set<WakeTopic>();
  #client: pg.Client | undefined;
  #channel = '';
  #isNotifying = false;

  constructor(private readonly settings: ConnectionSettings) {}

  /** @param onWake called after a notification of another node, and when notifications may have been missed. */
  listen(topic: WakeTopic, onWake: () => void): void {
    this.#listeners.set(topic, atMostEvery(NOTIFY_EVERY_MS, onWake));
  }

  open(): void {
    this.#connecting.start();
  }

  async close(): Promise<void> {
    const stopped = this.#connecting.stop();
    await this.#client?.end();
    await stopped;
  }

  /** Wakes the other nodes: at once, or within `NOTIFY_EVERY_MS` of the last notification. */
  notify(topic: WakeTopic): void {
    this.#pending.add(topic);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    // What one commit notifies about shares a notification.
    queueMicrotask(() => void this.#notifyWhilePending());
  }

  /** Wakes the other nodes when a transaction commits. */
  async notifyWithin(query: Query, topic: WakeTopic): Promise<void> {
    const [{ channel }] = await query<{ readonly channel: string }>(CHANNEL);
    await query(`NOTIFY ${pg.escapeIdentifier(channel)}, '${this.#name} ${topic}'`);
  }

  async #notifyWhilePending(): Promise<void> {
    while (this.#pending.size > 0 && this.#client) {
      const topics = [...this.#pending].join(' ');
      this.#pending.clear();
      await this.#send(this.#client, `NOTIFY ${this.#channel}, '${this.#name} ${topics}'`);
      await sleep(NOTIFY_EVERY_MS, undefined, { ref: false });
    }
    this.#isNotifying = false;
  }

  /** Opens one connection and waits for its end. */
  async #session(stop: AbortSignal): Promise<void> {
    const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
    const client = new pg.Client({ ...clientConfig(this.settings), ...timeouts });
    client.on('error', () => undefined); // The event 'end' follows.
    const end = new Promise((resolve) => client.once('end', resolve));
    client.on('notification', ({ payload = '' }) => {
      const [name, ...topics] = payload.split(' ');
      if (name !== this.#name) for (const topic of topics) this.#listeners.get(topic as WakeTopic)?.();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ channel: string }>(CHANNEL);
      this.#channel = client.escapeIdentifier(rows[0].channel);
      await client.query(`LISTEN ${this.#channel}`);
    } catch (error) {
      client.connection.stream.destroy();
      throw new ConnectionLost(false, error);
    }
    this.#connecting.outage.end();
    this.#client = client;
    if (stop.aborted) await client.end();
    for (const onWake of this.#listeners.values()) onWake();
    // A standby refuses the statement, so that a server that was demoted is left, too.
    const heartbeat = setInterval(() => void this.#send(client, `LISTEN ${this.#channel}`), HEARTBEAT_MS).unref();
    await end;
    clearInterval(heartbeat);
    this.#client = undefined;
    if (!stop.aborted) throw new ConnectionLost(false, undefined);
  }

  async #send(client: pg.Client, statement: string): Promise<void> {
    try {
      await client.query(statement);
    } catch {
      client.connection.stream.destroy(); // A silent connection is replaced.
    }
  }
}

/** Throttles `action`: calls it at once, and once more after the pause if calls came meanwhile. */
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
