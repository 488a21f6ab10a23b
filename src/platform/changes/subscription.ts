import { setTimeout as sleep } from 'node:timers/promises';
import { concerns, type Interest } from '../../core/changes/change.js';
import { type LogCursor, CursorExpired, MAX_POSITION } from '../../core/changes/log-cursor.js';
import { includesXid, isLater, type LogSnapshot } from '../../core/changes/log-snapshot.js';
import type { Party } from '../shares/parties.js';
import { WakeSignal } from '../scheduling/wake-signal.js';
import { ChangeBatch } from './change-batch.js';
import type { ChangeLogRepository, TransactionPart, LogRange, LogRangePage } from './change-log.repository.js';
import { MAX_CHANGES } from './change-statements.js';
import type { LogReader, LogTail, NewChanges } from './log-tail.js';

/** What waits for a slow reader; with more he reads on from the log, at his own pace and in larger batches. */
const MAX_WAITING_CHANGES = 2 * MAX_CHANGES;
const MAX_WAITING_BATCHES = 16;
/** Positions: about as many as two batches. */
const FIRST_SLICE = 2n * BigInt(MAX_CHANGES);
const RETRY_MS = 500;

/** Where a subscription gets its changes from. */
export interface LogSources {
  readonly tail: LogTail;
  readonly repository: ChangeLogRepository;
  readonly retentionSeconds: number;
}

/**
 * The changes that one reader wants to hear of, batch by batch, each change once and those of a record in their order. It gets
 * them from the node's tail as long as it keeps up, else reads the log itself: a slow reader costs no memory and delays nobody.
 */
export class Subscription implements AsyncIterableIterator<ChangeBatch, undefined>, LogReader {
  readonly #bell = new WakeSignal();
  /** Whether nothing is missing between the cursor and the first batch that waits. */
  #isLive = false;
  /** Up to where the tail's news are kept; undefined while they are not. */
  #kept: LogSnapshot | undefined;
  #slice: bigint | undefined;
  #skipped: readonly TransactionPart[] = [];
  #waiting: ChangeBatch[] = [];
  #waitingChanges = 0;
  #end: 'closed' | 'expired' | undefined;

  /**
   * @param cursor where reading goes on: behind the last batch that was taken.
   * @param party the caller that the subscription is for; absent for a follower of the service.
   */
  constructor(
    readonly interest: Interest,
    private readonly sources: LogSources,
    private cursor: LogCursor,
    private readonly party?: Party,
  ) {
    sources.tail.add(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws {CursorExpired} when what is next cannot be told any more. */
  async next(): Promise<IteratorResult<ChangeBatch, undefined>> {
    for (;;) {
      if (this.#end === 'expired') throw new CursorExpired();
      if (this.#end === 'closed') return { done: true, value: undefined };
      const batch = this.#isLive ? this.#nextWaiting() : await this.#readOn();
      if (batch === 'again') continue;
      if (batch === undefined) {
        await this.#bell.wait();
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

  /** Of the stretch that is being read these are not told. Its last batch comes in any case, if without changes. */
  skip(parts: readonly TransactionPart[]): void {
    if (parts.length === 0) return;
    this.#skipped = [...this.#skipped, ...parts];
    this.#slice = undefined;
  }

  /** Ends the subscription, and a `next` that waits. */
  close(): void {
    this.#stop('closed');
  }

  expire(): void {
    this.#stop('expired');
  }

  receive(news: NewChanges): void {
    if (this.#kept) this.#keep(news, this.#kept);
    this.#bell.wake();
  }

  fallBehind(): void {
    this.#keepFrom(undefined);
    this.#bell.wake();
  }

  /** Begins anew with what waits. */
  #keepFrom(seen: LogSnapshot | undefined): void {
    this.#isLive = false;
    this.#kept = seen;
    this.#waiting = [];
    this.#waitingChanges = 0;
  }

  /** @param from perhaps further than the tail, when the cursor came from another node */
  #keep(news: NewChanges, from: LogSnapshot): void {
    const to = isLater(from, news.to) ? from : news.to;
    const changes = news.changes.filter((change) => concerns(this.interest, change) && !includesXid(from, change.xid));
    const end = { log: this.cursor.log, snapshot: to };
    this.#kept = to;
    if (changes.length > 0) {
      this.#waiting.push(new ChangeBatch(changes, from, to, end));
      this.#waitingChanges += changes.length;
    } else if (this.#isLive && this.#waiting.length === 0) this.cursor = end;
    if (this.#waitingChanges > MAX_WAITING_CHANGES || this.#waiting.length > MAX_WAITING_BATCHES) this.fallBehind();
  }

  #nextWaiting(): ChangeBatch | undefined {
    const batch = this.#waiting.shift();
    this.#waitingChanges -= batch?.changes.length ?? 0;
    return batch;
  }

  /** A batch from the log itself; none when there is nothing more than the tail will tell. */
  async #readOn(): Promise<ChangeBatch | 'again' | undefined> {
    const { tail } = this.sources;
    const { snapshot: seen, rest, log } = this.cursor;
    if (tail.seen === undefined) return undefined;
    if (log !== tail.log || tail.seen.at - seen.at > this.sources.retentionSeconds) {
      this.expire();
      return 'again';
    }
    if (rest || isLater(tail.seen, seen)) return this.#stretch();
    this.#keepFrom(seen);
    this.#isLive = true;
    return undefined;
  }

  /** The first look takes what there is of a stretch; if that is a part only, the next ones take slices of it. */
  async #stretch(): Promise<ChangeBatch | 'again'> {
    const page = await this.sources.repository
      .readRange(() => this.#nextStretch(), this.interest, this.party)
      .catch(() => sleep(RETRY_MS, undefined, { ref: false }));
    if (page && page.head.log !== this.cursor.log) this.expire();
    if (!page || this.#end) return 'again';
    const end = this.#endOf(page);
    const changes = page.changes.filter((change) => concerns(this.interest, change));
    const { from, to, without } = page.stretch;
    if (changes.length > 0 || (without.length > 0 && !end.rest)) return new ChangeBatch(changes, from, to, end);
    this.cursor = end;
    return 'again';
  }

  /** What is missing by now. From now on the tail's news are kept, so that nothing will be missing behind it. */
  #nextStretch(): LogRange | undefined {
    const { seen } = this.sources.tail;
    if (this.#end || seen === undefined) return undefined;
    const { snapshot: from, rest } = this.cursor;
    if (!rest) this.#keepFrom(seen);
    const after = rest?.after ?? 0n;
    const until = this.#slice === undefined ? MAX_POSITION : after + this.#slice;
    return { from, to: rest?.to ?? seen, after, until, without: this.#skipped };
  }

  /** Where reading goes on; slices grow until they give enough. */
  #endOf({ head: { log, top }, changes, stretch: { from, to, until } }: LogRangePage): LogCursor {
    const isFull = changes.length === MAX_CHANGES;
    const isDone = !isFull && until >= top;
    this.#slice = isDone ? undefined : isFull ? FIRST_SLICE : this.#slice! * 4n;
    this.#isLive = isDone && this.#kept !== undefined;
    if (isDone) this.#skipped = [];
    if (isDone) return { log, snapshot: to };
    return { log, snapshot: from, rest: { to, after: isFull ? changes.at(-1)!.position : until } };
  }

  #stop(end: 'closed' | 'expired'): void {
    this.#end ??= end;
    this.sources.tail.remove(this);
    this.fallBehind();
  }
}
