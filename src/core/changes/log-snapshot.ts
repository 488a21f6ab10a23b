/**
 * Which transactions a reader of the change log has seen: those below a number, but for some that were still running.
 * It is a snapshot of PostgreSQL, cut off behind the last transaction that is in the log: those behind it may have left
 * no trace, and after a crash PostgreSQL gives their numbers to others (decision 0060).
 */
export interface LogSnapshot {
  readonly xmax: bigint;
  readonly inProgress: readonly bigint[];
  /** Seconds since 1970, by the database's clock. */
  readonly at: number;
}

/** What PostgreSQL said about the log in one statement. */
export interface LogState {
  /** Text of `pg_current_snapshot()`, such as `10:20:10,14`. */
  readonly snapshot: string;
  /** The greatest transaction that has a change in the log, as the snapshot sees it; null when there is none. */
  readonly last: string | null;
  readonly at: number;
}

/** @param before what the reader had seen before; it never forgets. */
export function snapshotOf({ snapshot, last, at }: LogState, before?: LogSnapshot): LogSnapshot {
  const behindLast = last === null ? 0n : BigInt(last) + 1n;
  const below = before && before.xmax > behindLast ? before.xmax : behindLast;
  const running = snapshot.slice(snapshot.lastIndexOf(':') + 1).split(',');
  return {
    xmax: below,
    inProgress: running
      .filter(Boolean)
      .map(BigInt)
      .filter((xid) => xid < below),
    at,
  };
}

/** Whether the log has transactions that its server has not begun: they are of another server. */
export const isForeign = ({ snapshot, last }: LogState): boolean =>
  last !== null && BigInt(last) >= BigInt(snapshot.split(':')[1]);

/** Whether what a transaction changed was seen. */
export const includesXid = ({ xmax, inProgress }: LogSnapshot, xid: bigint): boolean =>
  xid < xmax && !inProgress.includes(xid);

/** Whether `one` includes more than `other`: of two of the same log, one always includes the other. */
export function isLater(one: LogSnapshot, other: LogSnapshot): boolean {
  return one.xmax === other.xmax ? one.inProgress.length < other.inProgress.length : one.xmax > other.xmax;
}
