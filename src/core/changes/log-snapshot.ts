/**
 * Transactions that a reader of the change log has seen: all below a number, except those that were still running.
 * It is a snapshot of PostgreSQL, truncated after the last transaction in the log. Later transactions may have left no
 * trace, and PostgreSQL reuses their numbers after a crash (decision 0060).
 */
export interface LogSnapshot {
  readonly xmax: bigint;
  readonly inProgress: readonly bigint[];
  /** Seconds since 1970, by the database's clock. */
  readonly at: number;
}

/** State of the log as one statement reads it. */
export interface LogState {
  /** Text of `pg_current_snapshot()`, such as `10:20:10,14`. */
  readonly snapshot: string;
  /** The greatest transaction that has a change in the log, as the snapshot sees it; null when there is none. */
  readonly last: string | null;
  readonly at: number;
}

/** @param before the reader's previous snapshot, which the new one includes */
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

/** True where the log has transactions that its server has not begun, because they come from another server. */
export const isForeign = (state: LogState): boolean => state.last !== null && hasNotBegun(state, BigInt(state.last));

/** True for a transaction that the log's server has not begun. */
export const hasNotBegun = ({ snapshot }: LogState, xid: bigint): boolean => xid >= BigInt(snapshot.split(':')[1]);

/** True where the changes of a transaction were seen. */
export const includesXid = ({ xmax, inProgress }: LogSnapshot, xid: bigint): boolean =>
  xid < xmax && !inProgress.includes(xid);

/** True where `one` includes more than `other`; of two snapshots of one log, one always includes the other. */
export function isLater(one: LogSnapshot, other: LogSnapshot): boolean {
  return one.xmax === other.xmax ? one.inProgress.length < other.inProgress.length : one.xmax > other.xmax;
}
