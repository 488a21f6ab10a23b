import type { Change, LoggedChange } from '../../core/changes/change.js';
import type { TransactionSize } from '../../platform/changes/change-log.repository.js';
import { type NoticeOperation, operationFor } from './audience.rules.js';

/** Changes that concern the same people in the same way. */
interface Alike {
  readonly change: Change;
  count: number;
}

/** The many changes of one entity in one transaction, told as one (contract §14.10). */
export class Bundle {
  readonly #alike = new Map<string, Alike>();

  constructor(private missing: number) {}

  /** @returns whether it was the last one. */
  add(change: Change): boolean {
    const key = JSON.stringify([change.operation, change.before, change.after]);
    const known = this.#alike.get(key);
    if (known) known.count++;
    else this.#alike.set(key, { change, count: 1 });
    return --this.missing === 0;
  }

  /** How many changes somebody in these groups may hear of, by what they are to him. */
  countsFor(groups: ReadonlySet<string>): ReadonlyMap<NoticeOperation, number> {
    const counts = new Map<NoticeOperation, number>();
    for (const { change, count } of this.#alike.values()) {
      const operation = operationFor(change, groups);
      if (operation) counts.set(operation, (counts.get(operation) ?? 0) + count);
    }
    return counts;
  }
}

/** The bundles that are not complete yet. */
export class Bundles {
  readonly #open = new Map<string, Bundle>();
  readonly #asked = new Set<bigint>();

  /** The transactions of these changes whose sizes nobody has asked for. */
  unknown(changes: readonly LoggedChange[]): readonly bigint[] {
    return [...new Set(changes.map(({ xid }) => xid))].filter((xid) => !this.#asked.has(xid));
  }

  /** @param large those of the transactions that made too many changes to tell each */
  open(xids: readonly bigint[], large: readonly TransactionSize[]): void {
    for (const xid of xids) this.#asked.add(xid);
    for (const size of large) this.#open.set(keyOf(size), new Bundle(size.changes));
  }

  find(change: LoggedChange): Bundle | undefined {
    return this.#open.size === 0 ? undefined : this.#open.get(keyOf(change));
  }

  /** A stretch of the log has ended, and with it all transactions in it. */
  forget(): void {
    this.#open.clear();
    this.#asked.clear();
  }
}

const keyOf = ({ xid, entityName }: Pick<LoggedChange, 'xid' | 'entityName'>): string => `${xid} ${entityName}`;
