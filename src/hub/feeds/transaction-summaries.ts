import type { LoggedChange } from '#core/changes/change.js';
import type { ChangeGroup, TransactionPart } from '#platform/change-log/change-log.repository.js';
import type { NoticeOperation } from '#core/requests/read-subscription.js';
import { operationFor, type UnseenFields } from '#hub/core/audience.js';

/** Summary of the changes of one entity in one large transaction (docs/interface/hub.md#large-transactions). */
export class TransactionSummary {
  /** @param last the last of the summarised changes. */
  constructor(
    readonly last: LoggedChange,
    private readonly groups: readonly ChangeGroup[],
  ) {}

  /** Counts the changes that these groups see, by operation. */
  countsFor(groups: ReadonlySet<string>, unseen: UnseenFields): ReadonlyMap<NoticeOperation, number> {
    const counts = new Map<NoticeOperation, number>();
    for (const { last, count } of this.groups) {
      const operation = operationFor(last, groups, unseen);
      if (operation) counts.set(operation, (counts.get(operation) ?? 0) + count);
    }
    return counts;
  }
}

/** Summaries of the current range of the log. */
export class TransactionSummaries {
  readonly #open = new Map<string, TransactionSummary>();
  readonly #unsent = new Set<TransactionSummary>();
  readonly #checked = new Set<bigint>();

  /** Lists the transactions of these changes whose size is unknown. */
  unchecked(changes: readonly LoggedChange[]): readonly bigint[] {
    return [...new Set(changes.map(({ xid }) => xid))].filter((xid) => !this.#checked.has(xid));
  }

  /**
   * Opens summaries for the large ones among checked transactions and returns them.
   * @param large changes of the large transactions, grouped.
   */
  open(xids: readonly bigint[], large: readonly ChangeGroup[]): readonly TransactionSummary[] {
    for (const xid of xids) this.#checked.add(xid);
    return [...new Set(large.map(({ last }) => partKey(last)))].map((key) => {
      const groups = large.filter(({ last }) => partKey(last) === key);
      const [last] = groups.map((each) => each.last).toSorted((one, other) => (one.position < other.position ? 1 : -1));
      const summary = new TransactionSummary(last, groups);
      this.#open.set(key, summary);
      this.#unsent.add(summary);
      return summary;
    });
  }

  /** Tells whether a change is part of a summary. */
  covers(change: LoggedChange): boolean {
    return this.#open.size > 0 && this.#open.has(partKey(change));
  }

  /** Yields unsent summaries that end before a position, or all without one, in order; they stay open until `clear`. */
  *due(position?: bigint): Generator<TransactionSummary> {
    const due = [...this.#unsent].filter(({ last }) => position === undefined || last.position < position);
    for (const summary of due.toSorted((one, other) => (one.last.position < other.last.position ? -1 : 1))) {
      this.#unsent.delete(summary);
      yield summary;
    }
  }

  /** Forgets all summaries at the end of a range of the log, in which all transactions are complete. */
  clear(): void {
    this.#open.clear();
    this.#unsent.clear();
    this.#checked.clear();
  }
}

/** Key of what one transaction has changed of one entity. */
export const partKey = ({ xid, entityName }: TransactionPart): string => `${xid} ${entityName}`;
