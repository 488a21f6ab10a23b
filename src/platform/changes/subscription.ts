import { setTimeout as sleep } from 'node:timers/promises';
import { concerns, type Interest } from '../../core/changes/change.js';
import { type Cursor, CursorExpired, MAX_POSITION } from '../../core/changes/cursor.js';
import { includes, isLater, type Seen } from '../../core/changes/seen.js';
import { Bell } from './bell.js';
import { ChangeBatch } from './change-batch.js';
import { type ChangeLogRepository, type LogPage, MAX_CHANGES, type Stretch } from './change-log.repository.js';
import type { LogReader, LogTail, News } from './log-tail.js';

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
  readonly #bell = new Bell();
  #isLive = false;
  #slice: bigint | undefined;
  #waiting: ChangeBatch[] = [];
  #waitingChanges = 0;
  #end: 'closed' | 'expired' | undefined;

  /** @param cursor where reading goes on: behind the last batch that was taken. */
  constructor(
    readonly interest: Interest,
    private readonly sources: LogSources,
    private cursor: Cursor,
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
      const batch = this.#isLive ? this.#waiting.shift() : await this.#readOn();
      if (batch === 'again') continue;
      if (batch === undefined) await this.#bell.rung();
      else return { done: false, value: this.#taken(batch) };
    }
  }

  async return(): Promise<IteratorResult<ChangeBatch, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  /** Ends the subscription, and a `next` that waits. */
  close(): void {
    this.#stop('closed');
  }

  expire(): void {
    this.#stop('expired');
  }

  tell(news: News): void {
    if (this.#isLive) this.#keep(news);
    this.#bell.ring();
  }

  fallBehind(): void {
    this.#isLive = false;
    this.#waiting = [];
    this.#waitingChanges = 0;
    this.#bell.ring();
  }

  /** Where the last batch ends that was kept: perhaps further than the tail, when the cursor came from another node. */
  get #reached(): Seen {
    return (this.#waiting.at(-1)?.end ?? this.cursor).seen;
  }

  #keep(news: News): void {
    const from = this.#reached;
    const to = isLater(from, news.to) ? from : news.to;
    const changes = news.changes.filter((change) => concerns(this.interest, change) && !includes(from, change.xid));
    const end = { log: this.cursor.log, seen: to };
    if (changes.length > 0) {
      this.#waiting.push(new ChangeBatch(changes, from, to, end));
      this.#waitingChanges += changes.length;
    } else if (this.#waiting.length === 0) this.cursor = end;
    if (this.#waitingChanges > MAX_WAITING_CHANGES || this.#waiting.length > MAX_WAITING_BATCHES) this.fallBehind();
  }

  #taken(batch: ChangeBatch): ChangeBatch {
    this.cursor = batch.end;
    if (this.#isLive) this.#waitingChanges -= batch.changes.length;
    return batch;
  }

  /** A batch from the log itself; none when there is nothing more than the tail will tell. */
  async #readOn(): Promise<ChangeBatch | 'again' | undefined> {
    const { tail } = this.sources;
    const { seen, rest, log } = this.cursor;
    if (tail.seen === undefined) return undefined;
    if (log !== tail.log || tail.seen.at - seen.at > this.sources.retentionSeconds) {
      this.expire();
      return 'again';
    }
    if (!rest && !isLater(tail.seen, seen)) {
      this.#isLive = true;
      return undefined;
    }
    return this.#stretch({ from: seen, to: rest?.to ?? tail.seen, after: rest?.after ?? 0n });
  }

  /** The first look takes what there is of a stretch; if that is a part only, the next ones take slices of it. */
  async #stretch({ from, to, after }: Omit<Stretch, 'until'>): Promise<ChangeBatch | 'again'> {
    const until = this.#slice === undefined ? MAX_POSITION : after + this.#slice;
    const page = await this.sources.repository
      .stretch({ from, to, after, until }, this.interest)
      .catch(() => sleep(RETRY_MS, undefined, { ref: false }));
    if (page && page.head.log !== this.cursor.log) this.expire();
    if (!page || this.#end) return 'again';
    const end = this.#endOf(page, { from, to, after, until });
    const changes = page.changes.filter((change) => concerns(this.interest, change));
    if (changes.length > 0) return new ChangeBatch(changes, from, to, end);
    this.cursor = end;
    return 'again';
  }

  /** Where reading goes on; slices grow until they give enough. */
  #endOf({ head: { log, top }, changes }: LogPage, { from, to, until }: Stretch): Cursor {
    const isFull = changes.length === MAX_CHANGES;
    const isDone = !isFull && until >= top;
    this.#slice = isDone ? undefined : isFull ? FIRST_SLICE : this.#slice! * 4n;
    if (isDone) return { log, seen: to };
    return { log, seen: from, rest: { to, after: isFull ? changes.at(-1)!.position : until } };
  }

  #stop(end: 'closed' | 'expired'): void {
    this.#end ??= end;
    this.sources.tail.remove(this);
    this.fallBehind();
  }
}
