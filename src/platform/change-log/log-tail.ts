import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interest, LoggedChange } from '#core/changes/change.js';
import { snapshotOf, type LogSnapshot } from '#core/changes/log-snapshot.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { ChangeLogRepository, type LogHead } from './change-log.repository.js';
import { MAX_CHANGES } from './read-changes.sql.js';

/** Poll interval: the longest delay of a change whose wake signal was lost. */
const POLL_MS = 250;
/** Least time between two reads, so that a burst of commits is read together. */
const READ_EVERY_MS = 20;
const RETRY = new Backoff(2 * POLL_MS, 5_000);

/** Changes of the log since the last read. */
export interface NewChanges {
  /** Snapshot after these changes. */
  readonly to: LogSnapshot;
  readonly changes: readonly LoggedChange[];
}

/** Groups of the readers: caches of definitions, subscribers of the hub, those with filters, streams of clients, triggers. */
export const LOG_CONSUMERS = ['definitions', 'feeds', 'filters', 'streams', 'triggers'] as const;
export type LogConsumer = (typeof LOG_CONSUMERS)[number];

/** Receiver of new changes. */
export interface LogReader {
  readonly interest: Interest;
  /** Group of readers that it belongs to. */
  readonly consumer: LogConsumer;
  /** Seconds by which what it has taken is behind the tail. */
  readonly lagSeconds: number;
  /** Delivers new changes, complete for the reader's interest. */
  receive(news: NewChanges): void;
  /** Reports new changes that are not delivered; the reader catches up from the log. */
  fallBehind(): void;
  /** Reports that the log was replaced, so that no cursor can be resumed. */
  expire(): void;
  /** Reports the end of the tail; the reader removes itself. */
  close(): void;
}

/**
 * Polls the change log once for all readers of this node, in all environments, while there are readers. It reads from
 * one snapshot to the next, so that it loses no change and waits for no long transaction (decision 0060).
 */
@Injectable()
export class LogTail {
  readonly #logger = new Logger(LogTail.name);
  readonly #readers = new Set<LogReader>();
  readonly #polling = new Loop(() => this.#poll(), {
    pauseMs: POLL_MS,
    retry: RETRY,
    logger: this.#logger,
  });
  #log = '';
  #readAtMs = 0;
  #clockDifference = 0;
  #snapshot: LogSnapshot | undefined;
  #beganMs = -Infinity;

  constructor(private readonly repository: ChangeLogRepository) {}

  /** Snapshot up to which the log has been read; undefined before the first read. */
  get snapshot(): LogSnapshot | undefined {
    return this.#snapshot;
  }

  get log(): string {
    return this.#log;
  }

  /** Seconds since the last read; undefined without readers. */
  get ageSeconds(): number | undefined {
    return this.#snapshot && (performance.now() - this.#readAtMs) / 1_000;
  }

  /** Clock of this process minus that of the database, in seconds, at the last read; undefined without readers. */
  get clockDifference(): number | undefined {
    return this.#snapshot && this.#clockDifference;
  }

  /** Lag of the slowest reader of a group; undefined when it has none. */
  lagSeconds(consumer: LogConsumer): number | undefined {
    const lags = [...this.#readers].flatMap((reader) => (reader.consumer === consumer ? reader.lagSeconds : []));
    return lags.length === 0 ? undefined : lags.reduce((most, lag) => Math.max(most, lag));
  }

  /** Signals that there may be new changes. */
  wake(): void {
    this.#polling.wake();
  }

  add(reader: LogReader): void {
    this.#readers.add(reader);
    if (this.#readers.size === 1) this.wake();
    this.#polling.start();
  }

  remove(reader: LogReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.wake();
  }

  /** Ends all subscriptions, then the polling. */
  async stop(): Promise<void> {
    for (const reader of this.#readers) reader.close();
    await this.#polling.stop();
    this.#snapshot = undefined;
  }

  /** Reads once, if there are readers. @returns longest time to the next read */
  async #poll(): Promise<number> {
    const delayMs = this.#beganMs + READ_EVERY_MS - performance.now();
    if (delayMs > 0) await sleep(delayMs);
    if (this.#readers.size === 0) {
      this.#snapshot = undefined;
      return Infinity;
    }
    this.#beganMs = performance.now();
    await (this.#snapshot === undefined ? this.#begin() : this.#readNew(this.#snapshot));
    this.#readAtMs = performance.now();
    return POLL_MS;
  }

  async #begin(): Promise<void> {
    const head = await this.repository.head();
    this.#log = head.log;
    this.#compareClocks(head);
    this.#snapshot = snapshotOf(head);
    for (const reader of this.#readers) reader.fallBehind();
  }

  async #readNew(from: LogSnapshot): Promise<void> {
    const asked = new Set(this.#readers);
    const { head, changes } = await this.repository.readNew(
      from,
      [...asked].map(({ interest }) => interest),
    );
    if (head.log !== this.#log) return this.#replace();
    this.#compareClocks(head);
    const to = snapshotOf(head, from);
    this.#snapshot = to;
    const isComplete = changes.length < MAX_CHANGES;
    for (const reader of this.#readers) {
      if (isComplete && asked.has(reader)) reader.receive({ to, changes });
      else reader.fallBehind();
    }
  }

  #compareClocks({ at }: LogHead): void {
    this.#clockDifference = Date.now() / 1_000 - at;
  }

  #replace(): void {
    this.#logger.warn('The change log was replaced, for example by a restore. Its readers start again.');
    this.#snapshot = undefined;
    for (const reader of this.#readers) reader.expire();
  }
}
