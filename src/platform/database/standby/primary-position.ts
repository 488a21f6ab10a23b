import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Position } from '../connections/connection.js';
import type { Probe } from './probe.js';

/** Time without questions after one that failed. */
const REST_MS = 1_000;

/** Timeline of the server, as the names of its WAL files begin. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

/**
 * What another session can see has been flushed before, unless commits do not wait for that. Of these the end of all
 * that was written counts.
 */
const ASK = {
  name: 'position',
  text: `
    SELECT ${TIMELINE} AS timeline,
      (CASE current_setting('synchronous_commit')
        WHEN 'off' THEN pg_current_wal_insert_lsn()
        ELSE pg_current_wal_flush_lsn()
      END)::text AS lsn`,
  values: [],
};

const READ_LOG = {
  name: 'log',
  text: `
    SELECT l.id::text AS id, ${TIMELINE} AS timeline, l.timeline IS NOT DISTINCT FROM ${TIMELINE} AS "isMarked"
    FROM platform.log l`,
  values: [],
};

const MARK_LOG = {
  name: '',
  text: `UPDATE platform.log SET timeline = ${TIMELINE} RETURNING id::text AS id, timeline, true AS "isMarked"`,
  values: [],
};

interface LogState {
  readonly id: string;
  readonly timeline: string;
  readonly isMarked: boolean;
}

/**
 * Position of the primary. Whatever was answered, sent or seen by any node before the question is at this position or
 * before it. Reads that wait at the same time share a question (decision 0440).
 */
export class PrimaryPosition {
  #next: Promise<Position | undefined> | undefined;
  #asked: Promise<Position | undefined> | undefined;
  #log: LogState | undefined;
  #restsUntil = 0;

  /** @param probe of the primary */
  constructor(private readonly probe: Probe) {}

  /** Asks after this turn of the event loop and the question before. @returns undefined when it is unknown */
  current(): Promise<Position | undefined> {
    this.#next ??= this.#askNext();
    return this.#next;
  }

  /**
   * Writes the timeline of the primary into the log after each promotion, so that a standby shows whether it follows
   * this primary or an earlier one that went on by itself.
   */
  async mark(): Promise<void> {
    const log = await this.#answer<LogState>(READ_LOG);
    this.#log = log?.isMarked === false ? await this.#answer<LogState>(MARK_LOG) : log;
  }

  end(): void {
    this.probe.end();
  }

  async #askNext(): Promise<Position | undefined> {
    await Promise.all([endOfTurn(), this.#asked]);
    this.#next = undefined;
    this.#asked = this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<Position | undefined> {
    const answer = this.#log && (await this.#answer<{ readonly timeline: string; readonly lsn: string }>(ASK));
    const log = this.#log;
    return answer && answer.timeline === log?.timeline ? { log: log.id, ...answer } : undefined;
  }

  async #answer<Row>(call: typeof ASK): Promise<Row | undefined> {
    if (performance.now() < this.#restsUntil) return undefined;
    try {
      return await this.probe.ask<Row>(call);
    } catch {
      this.#restsUntil = performance.now() + REST_MS;
      return undefined;
    }
  }
}
