import { setTimeout as sleep } from 'node:timers/promises';
import { concerns, type Interest } from '#core/changes/change.js';
import { type LogCursor, CursorExpired, MAX_POSITION } from '#core/changes/log-cursor.js';
import { includesXid, isLater, type LogSnapshot } from '#core/changes/log-snapshot.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { WakeSignal } from '#platform/process/scheduling/wake-signal.js';
import { ChangeBatch } from './change-batch.js';
import type { ChangeLogRepository, TransactionPart, LogRange, LogRangePage } from './change-log.repository.js';
import { MAX_CHANGES } from './read-changes.sql.js';
import type { LogConsumer, LogReader, LogTail, NewChanges } from './log-tail.js';

/** Limits of the buffer for a slow reader. Beyond them the reader catches up from the log, in larger batches. */
const MAX_BUFFERED_CHANGES = 2 * MAX_CHANGES;
const MAX_BUFFERED_BATCHES = 16;
/** Width of the first slice, in positions: about two batches. */
const FIRST_SLICE = 2n * BigInt(MAX_CHANGES);
const RETRY_MS = 500;

/** Services that a subscription reads its changes from. */
export interface LogSources {
  readonly tail: LogTail;
  readonly repository: ChangeLogRepository;
  readonly retentionSeconds: number;
}

/** Caller that a subscription is for. */
export interface StreamCaller {
  readonly consumer: Consumer;
  /** Takes note of the time that a read of the log took, without the wait for its turn. */
  readonly charge: (ms: number) => void;
}

/**
 * Changes for one reader, in batches: each change once, those of a record in their order. The node's tail delivers them
 * while the reader keeps up. A slow reader catches up from the log itself, so it costs no memory and delays no other.
 */
export class Subscription implements AsyncIterableIterator<ChangeBatch, undefined>, LogReader {
  /** True while its reader judges changes by clauses of clients. */
  isFiltered = false;
  readonly #signal = new WakeSignal();
  /** True when no change is missing between the cursor and the first buffered batch. */
  #isLive = false;
  /** Snapshot up to which the tail's changes are buffered; undefined while none are buffered. */
  #bufferedTo: LogSnapshot | undefined;
  #buffer: ChangeBatch[] = [];
  #bufferedChanges = 0;
  /** Width of the next read of the current range, in positions; undefined reads all that is left. */
  #slice: bigint | undefined;
  #excluded: readonly TransactionPart[] = [];
  #end: 'closed' | 'expired' | undefined;

  /**
   * @param cursor position behind the last batch that was taken.
   * @param caller absent for a follower of the service.
   */
  constructor(
    readonly interest: Interest,
    private readonly sources: LogSources,
    private cursor: LogCursor,
    private readonly caller?: StreamCaller,
  ) {
    sources.tail.add(this);
  }

  get consumer(): LogConsumer {
    if (this.caller) return 'streams';
    if (this.interest.environmentId === undefined) return 'definitions';
    return this.isFiltered ? 'filters' : 'feeds';
  }

  get lagSeconds(): number {
    if (this.#isLive && this.#buffer.length === 0) return 0;
    return Math.max(0, (this.sources.tail.snapshot?.at ?? 0) - this.cursor.snapshot.at);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {CursorExpired} when the log no longer holds the next changes. */
  async next(): Promise<IteratorResult<ChangeBatch, undefined>> {
    for (;;) {
      if (this.#end === 'expired') throw new CursorExpired();
      if (this.#end === 'closed') return { done: true, value: undefined };
      const batch = this.#isLive ? this.#nextBuffered() : await this.#catchUp();
      if (batch === 'again') continue;
      if (batch === undefined) {
        await this.#signal.wait();
        continue;
      }
      this.cursor = batch.end;
      return { done: false, value: batch };
    }
  }

  async return(): Promise<IteratorResult<ChangeBatch, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  /** Leaves these changes out of the current range. The last batch of the range is delivered even when it is empty. */
  skip(parts: readonly TransactionPart[]): void {
    if (parts.length === 0) return;
    this.#excluded = [...this.#excluded, ...parts];
    this.#slice = undefined;
  }

  /** Ends the subscription, and a pending `next`. */
  close(): void {
    this.#stop('closed');
  }

  expire(): void {
    this.#stop('expired');
  }

  receive(news: NewChanges): void {
    if (this.#bufferedTo) this.#append(news, this.#bufferedTo);
    this.#signal.wake();
  }

  fallBehind(): void {
    this.#resetBuffer(undefined);
    this.#signal.wake();
  }

  /** Empties the buffer. @param from snapshot that the tail's changes are buffered from; undefined buffers none */
  #resetBuffer(from: LogSnapshot | undefined): void {
    this.#isLive = false;
    this.#bufferedTo = from;
    this.#buffer = [];
    this.#bufferedChanges = 0;
  }

  /**
   * Buffers new changes.
   *
   * @param from snapshot before them; later than the tail's if the cursor came from another node
   */
  #append(news: NewChanges, from: LogSnapshot): void {
    const to = isLater(from, news.to) ? from : news.to;
    const changes = news.changes.filter((change) => concerns(this.interest, change) && !includesXid(from, change.xid));
    const end = { log: this.cursor.log, snapshot: to };
    this.#bufferedTo = to;
    if (changes.length > 0) {
      this.#buffer.push(new ChangeBatch(changes, from, to, end));
      this.#bufferedChanges += changes.length;
    } else if (this.#isLive && this.#buffer.length === 0) this.cursor = end;
    if (this.#bufferedChanges > MAX_BUFFERED_CHANGES || this.#buffer.length > MAX_BUFFERED_BATCHES) this.fallBehind();
  }

  #nextBuffered(): ChangeBatch | undefined {
    const batch = this.#buffer.shift();
    this.#bufferedChanges -= batch?.changes.length ?? 0;
    return batch;
  }

  /** Reads a batch from the log; switches to the tail, and returns undefined, once the log has nothing more. */
  async #catchUp(): Promise<ChangeBatch | 'again' | undefined> {
    const { tail } = this.sources;
    const { snapshot, rest, log } = this.cursor;
    if (tail.snapshot === undefined) return undefined;
    if (log !== tail.log || tail.snapshot.at - snapshot.at > this.sources.retentionSeconds) {
      this.expire();
      return 'again';
    }
    if (rest || isLater(tail.snapshot, snapshot)) return this.#readRange();
    this.#resetBuffer(snapshot);
    this.#isLive = true;
    return undefined;
  }

  /**
   * Reads the next part of a range. The first read is unbounded; when it returns a part only, later reads use slices.
   */
  async #readRange(): Promise<ChangeBatch | 'again'> {
    const page = await this.#readPage().catch(() => sleep(RETRY_MS, undefined, { ref: false }));
    if (page && page.head.log !== this.cursor.log) this.expire();
    if (!page || this.#end) return 'again';
    const end = this.#endOf(page);
    const changes = page.changes.filter((change) => concerns(this.interest, change));
    const { from, to, excluded } = page.range;
    if (changes.length > 0 || (excluded.length > 0 && !end.rest)) return new ChangeBatch(changes, from, to, end);
    this.cursor = end;
    return 'again';
  }

  async #readPage(): Promise<LogRangePage | undefined> {
    let begunMs = Infinity;
    const choose = (): LogRange | undefined => {
      begunMs = performance.now();
      return this.#nextRange();
    };
    try {
      return await this.sources.repository.readRange(choose, this.interest, this.caller?.consumer);
    } finally {
      this.caller?.charge(Math.max(0, performance.now() - begunMs));
    }
  }

  /** Range from the cursor to the tail's snapshot. A new range starts buffering the tail's changes that follow it. */
  #nextRange(): LogRange | undefined {
    const { snapshot: tailSnapshot } = this.sources.tail;
    if (this.#end || tailSnapshot === undefined) return undefined;
    const { snapshot: from, rest } = this.cursor;
    if (!rest) this.#resetBuffer(tailSnapshot);
    const after = rest?.after ?? 0n;
    const upTo = this.#slice === undefined ? MAX_POSITION : after + this.#slice;
    return { from, to: rest?.to ?? tailSnapshot, after, upTo, excluded: this.#excluded };
  }

  /** Cursor behind a page. A slice that did not fill its page makes the next slice four times as wide. */
  #endOf({ head: { log, top }, changes, range: { from, to, upTo } }: LogRangePage): LogCursor {
    const isFull = changes.length === MAX_CHANGES;
    const isDone = !isFull && upTo >= top;
    this.#slice = isDone ? undefined : isFull ? FIRST_SLICE : this.#slice! * 4n;
    this.#isLive = isDone && this.#bufferedTo !== undefined;
    if (isDone) this.#excluded = [];
    if (isDone) return { log, snapshot: to };
    return { log, snapshot: from, rest: { to, after: isFull ? changes.at(-1)!.position : upTo } };
  }

  #stop(end: 'closed' | 'expired'): void {
    this.#end ??= end;
    this.sources.tail.remove(this);
    this.fallBehind();
  }
}
