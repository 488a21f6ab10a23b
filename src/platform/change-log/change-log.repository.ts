import { Injectable } from '@nestjs/common';
import type { Interest, LoggedChange } from '#core/changes/change.js';
import { isForeign, type LogState, type LogSnapshot } from '#core/changes/log-snapshot.js';
import { Config } from '#platform/process/config/config.js';
import { type LoggedRow, changeOf } from './logged-row.js';
import { CATCH_UP_CONNECTIONS, LogDatabase, type LogLane } from '#platform/database/log-database.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { headSql, IS_EARLIER_LOG, largeSql, readNewSql, readSql, wantedSql } from './read-changes.sql.js';

const DAY_SECONDS = 86_400;
/** Longest time between a request, whose time its changes carry, and its commit. */
const LONGEST_WRITE_DAYS = 1;

/** Share of the catch-up connections: each user and each tenant reads one range at a time and waits without a limit. */
const CATCH_UP_SHARE = { permits: CATCH_UP_CONNECTIONS, perUser: 1, perTenant: 1 };

/** State of the log when it was read. */
export interface LogHead extends LogState {
  /** Identity of the log; it changes after a restore and after a failover. */
  readonly log: string;
  /** Greatest position that any change of the log can have. */
  readonly top: bigint;
}

/** Range between two log snapshots: transactions that `to` includes and `from` does not. */
export interface LogRange {
  readonly from: LogSnapshot;
  readonly to: LogSnapshot;
  /** Lower bound of positions, exclusive. */
  readonly after: bigint;
  /** Upper bound of positions, inclusive. */
  readonly upTo: bigint;
  /** Parts of transactions to leave out. */
  readonly excluded: readonly TransactionPart[];
}

/** Changes of one transaction to the records of one entity. */
export type TransactionPart = Pick<LoggedChange, 'xid' | 'entityName'>;

/** State of the log at the time of reading, with the first `MAX_CHANGES` matching changes in log order. */
export interface LogPage {
  readonly head: LogHead;
  readonly changes: readonly LoggedChange[];
}

/** Page of a range. */
export interface LogRangePage extends LogPage {
  readonly range: LogRange;
}

/** Changes of one transaction and entity with the same operation, source, and owners and teams before and after. */
export interface ChangeGroup {
  /** Last change, which represents the group. */
  readonly last: LoggedChange;
  readonly count: number;
}

interface HeadRow {
  readonly log: string;
  readonly top: string;
  readonly at: string;
  readonly snapshot: string;
  readonly last: string | null;
}

/** Reads the log. Statements name their first day, so that PostgreSQL does not plan older partitions. */
@Injectable()
export class ChangeLogRepository {
  /** Settles when the last queued read by a follower of the service has ended. */
  #followerReads: Promise<unknown> = Promise.resolve();
  readonly catchUps = new FairShare('catch-ups', CATCH_UP_SHARE);
  #reading: Promise<LogHead> | undefined;
  #nextHead: Promise<LogHead> | undefined;
  /** Time of the last read in seconds, by the database's clock: that of this node may jump. */
  #readAt: number | undefined;

  constructor(
    private readonly database: LogDatabase,
    private readonly config: Config,
  ) {}

  /** Reads the current state of the log. Concurrent callers share the next read. */
  head(): Promise<LogHead> {
    this.#nextHead ??= this.#headAfter(this.#reading);
    return this.#nextHead;
  }

  /**
   * As `head`, for a reader of the service that stores its cursor. That may be older than all changes that `head` counts.
   * @param at time of the cursor
   */
  async headSince({ at }: Pick<LogSnapshot, 'at'>): Promise<LogHead> {
    const head = await this.head();
    const day = firstDaySince(at);
    return day < this.#firstDay() ? this.#readHead(day) : head;
  }

  /**
   * True where a log is this one before a failover or a restore to a point in time. Cursors of clients may be ahead of it
   * then, but not a cursor that the database has stored.
   */
  async isEarlier(log: string): Promise<boolean> {
    const query = { name: '', text: IS_EARLIER_LOG, values: [log] };
    return (await this.database.read<{ isEarlier: boolean }>('tail', query))[0].isEarlier;
  }

  /** Reads the first `MAX_CHANGES` changes that follow a recent snapshot. */
  async readNew(from: LogSnapshot, interests: readonly Interest[]): Promise<LogPage> {
    const day = firstDaySince(from.at);
    const values = [from.xmax, from.inProgress, ...wantedBy(interests)];
    const statement = { name: `changes since ${day}`, text: readNewSql(day), values };
    return this.#pageOf(await this.database.read('tail', statement));
  }

  /**
   * Reads a page of a range. The service's own followers read one at a time; callers that catch up use fair shares.
   *
   * @param choose returns the range once the read may start; undefined cancels the read
   * @param consumer the caller that catches up; absent for a follower of the service
   * @returns undefined when the read was cancelled
   */
  readRange(
    choose: () => LogRange | undefined,
    interest: Interest,
    consumer?: Consumer,
  ): Promise<LogRangePage | undefined> {
    const read = async (lane: LogLane): Promise<LogRangePage | undefined> => {
      const range = choose();
      return range && this.#read(range, interest, lane);
    };
    if (consumer !== undefined) return this.catchUps.withPermit(consumer, () => read('catchUps'));
    const page = this.#followerReads.then(() => read('followers'));
    this.#followerReads = page.catch(() => undefined);
    return page;
  }

  /** Reads a page of a range as long as the log is kept, for a reader of the service that stores its cursor. */
  readKept(range: LogRange, interest: Interest): Promise<LogRangePage> {
    return this.#read(range, interest, 'followers', firstDaySince(range.from.at));
  }

  /** True while the log has all changes since a snapshot. */
  keeps({ at }: LogSnapshot): boolean {
    return dayOf(at) >= this.#daysAgo(this.config.changes.auditDays);
  }

  async #headAfter(before: Promise<LogHead> | undefined): Promise<LogHead> {
    await before?.catch(() => undefined);
    this.#reading = this.#nextHead;
    this.#nextHead = undefined;
    const head = await this.#readHead();
    if (!isForeign(head)) return head;
    await this.database.bind();
    return this.#readHead();
  }

  async #readHead(firstDay = this.#firstDay()): Promise<LogHead> {
    const text = `SELECT ${headSql(firstDay)}`;
    const [row] = await this.database.read<HeadRow>('tail', { name: '', text, values: [] });
    return this.#headOf(row);
  }

  /** Unnamed statement: ranges vary in size, so PostgreSQL plans each read for its bounds. */
  async #read(range: LogRange, interest: Interest, lane: LogLane, firstDay = this.#firstDay()): Promise<LogRangePage> {
    const { from, to, after, upTo, excluded } = range;
    const text = readSql(firstDay, wantedSql(interest));
    const parts = [excluded.map(({ xid }) => xid), excluded.map(({ entityName }) => entityName)];
    const wanted = [[...(interest.kinds ?? [])], [interest.environmentId].filter((id) => id !== undefined)];
    const values = [from.xmax, from.inProgress, ...wanted, to.xmax, to.inProgress, after, upTo, ...parts];
    return { range, ...this.#pageOf(await this.database.read(lane, { name: '', text, values })) };
  }

  /**
   * Groups of changes by these transactions to entities of which one transaction changed more than `MAX_CHANGES`
   * records.
   */
  async largeParts(environmentId: string, xids: readonly bigint[]): Promise<readonly ChangeGroup[]> {
    const text = largeSql(this.#firstDay());
    const values = [xids, environmentId];
    const rows = await this.database.read<LoggedRow & { count: string }>('followers', { name: '', text, values });
    return rows.map((row) => ({ last: changeOf(row), count: Number(row.count) }));
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.database.end();
  }

  #firstDay(): string {
    return this.#daysAgo(this.config.changes.retentionDays + LONGEST_WRITE_DAYS);
  }

  #daysAgo(days: number): string {
    return dayOf((this.#readAt ?? Date.now() / 1_000) - days * DAY_SECONDS);
  }

  #pageOf(rows: readonly (HeadRow & LoggedRow)[]): LogPage {
    const changes = rows.filter(({ position }) => position !== null).map(changeOf);
    return { head: this.#headOf(rows[0]), changes };
  }

  #headOf({ log, top, at, snapshot, last }: HeadRow): LogHead {
    this.#readAt = Number(at);
    return { log, top: BigInt(top), at: this.#readAt, snapshot, last };
  }
}

/** @param at in seconds since 1970 */
const dayOf = (at: number): string => new Date(at * 1_000).toISOString().slice(0, 10);
/** First day of the changes that follow a time in seconds. */
const firstDaySince = (at: number): string => dayOf(at - LONGEST_WRITE_DAYS * DAY_SECONDS);

/** Parameters: kinds wanted in every environment, and environments of which any change is wanted. */
const wantedBy = (interests: readonly Interest[]): readonly [readonly string[], readonly string[]] => [
  interests.flatMap((interest) => (interest.environmentId === undefined ? [...interest.kinds] : [])),
  [...new Set(interests.flatMap(({ environmentId }) => environmentId ?? []))],
];
