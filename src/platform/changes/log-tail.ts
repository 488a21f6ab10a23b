import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interest, LoggedChange } from '../../core/changes/change.js';
import { snapshotOf, type LogSnapshot } from '../../core/changes/log-snapshot.js';
import { WakeSignal } from '../scheduling/wake-signal.js';
import { ChangeLogRepository } from './change-log.repository.js';
import { MAX_CHANGES } from './change-statements.js';

/** How soon a change is seen whose signal was lost. */
const POLL_MS = 250;
/** Many commits in a row are read together. */
const READ_EVERY_MS = 20;
const MAX_DELAY_MS = 5_000;

/** What was new in the log since the last look. */
export interface NewChanges {
  /** What is read with it. */
  readonly to: LogSnapshot;
  readonly changes: readonly LoggedChange[];
}

/** Somebody who is told the news. */
export interface LogReader {
  readonly interest: Interest;
  /** The news: complete for this reader's interest. */
  receive(news: NewChanges): void;
  /** There was news that is not told; the reader reads on by itself. */
  fallBehind(): void;
  /** The log is another one now: there is no going on. */
  expire(): void;
  /** There will be no more news; the reader removes itself. */
  close(): void;
}

/**
 * This node's one look at the change log, shared by all readers, whatever their environment: it runs while there are any. The log is
 * read from one snapshot to the next, so that nothing is lost and no long transaction is waited for (architecture §3).
 */
@Injectable()
export class LogTail {
  readonly #logger = new Logger(LogTail.name);
  readonly #readers = new Set<LogReader>();
  readonly #bell = new WakeSignal();
  #log = '';
  #seen: LogSnapshot | undefined;
  #running: Promise<void> | undefined;

  constructor(private readonly repository: ChangeLogRepository) {}

  /** What has been read so far; undefined before the first look. */
  get seen(): LogSnapshot | undefined {
    return this.#seen;
  }

  get log(): string {
    return this.#log;
  }

  /** There may be news. */
  wake(): void {
    this.#bell.wake();
  }

  add(reader: LogReader): void {
    this.#readers.add(reader);
    this.#running ??= this.#run();
  }

  remove(reader: LogReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#bell.wake();
  }

  /** Ends all subscriptions, and the reading. */
  async stop(): Promise<void> {
    for (const reader of this.#readers) reader.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; this.#readers.size > 0;) {
      const startedAt = performance.now();
      failures = (await this.#succeeds(failures)) ? 0 : failures + 1;
      await this.#bell.wait(Math.min(POLL_MS * 2 ** failures, MAX_DELAY_MS));
      const restMs = startedAt + READ_EVERY_MS - performance.now();
      if (restMs > 0) await sleep(restMs);
    }
    this.#seen = undefined;
    this.#running = undefined;
  }

  /** While the database is away the log is not flooded with that. */
  async #succeeds(failures: number): Promise<boolean> {
    try {
      await (this.#seen === undefined ? this.#begin() : this.#look(this.#seen));
      return true;
    } catch (error) {
      if (failures === 0) this.#logger.warn(error);
      return false;
    }
  }

  async #begin(): Promise<void> {
    const head = await this.repository.head();
    this.#log = head.log;
    this.#seen = snapshotOf(head);
    for (const reader of this.#readers) reader.fallBehind();
  }

  async #look(from: LogSnapshot): Promise<void> {
    const told = new Set(this.#readers);
    const { head, changes } = await this.repository.readNew(
      from,
      [...told].map(({ interest }) => interest),
    );
    if (head.log !== this.#log) return this.#replace();
    const to = snapshotOf(head, from);
    this.#seen = to;
    const isComplete = changes.length < MAX_CHANGES;
    for (const reader of this.#readers) {
      if (isComplete && told.has(reader)) reader.receive({ to, changes });
      else reader.fallBehind();
    }
  }

  #replace(): void {
    this.#logger.warn('The change log is another one now: its readers begin anew.');
    this.#seen = undefined;
    for (const reader of this.#readers) reader.expire();
  }
}
