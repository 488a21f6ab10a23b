import type { LoggedChange } from '../../core/changes/change.js';
import type { ChangeGroup, TransactionPart } from '../../platform/changes/change-log.repository.js';
import { type NoticeOperation, operationFor } from './audience.rules.js';

/** The many changes of one entity in one transaction, told as one (contract §14.10). */
export class TransactionSummary {
  /** @param last the last change of all */
  constructor(
    readonly last: LoggedChange,
    private readonly alike: readonly ChangeGroup[],
  ) {}

  /** How many changes somebody in these groups may hear of, by what they are to him. */
  countsFor(groups: ReadonlySet<string>): ReadonlyMap<NoticeOperation, number> {
    const counts = new Map<NoticeOperation, number>();
    for (const { last, count } of this.alike) {
      const operation = operationFor(last, groups);
      if (operation) counts.set(operation, (counts.get(operation) ?? 0) + count);
    }
    return counts;
  }
}

/** The bundles of a stretch of the log that are not told yet. */
export class TransactionSummaries {
  readonly #open = new Map<string, TransactionSummary>();
  readonly #untold = new Set<TransactionSummary>();
  readonly #asked = new Set<bigint>();

  /** The transactions of these changes of which nobody has asked whether they are large. */
  unchecked(changes: readonly LoggedChange[]): readonly bigint[] {
    return [...new Set(changes.map(({ xid }) => xid))].filter((xid) => !this.#asked.has(xid));
  }

  /** @param large what those of the transactions did that made too many changes to tell each @returns the new bundles */
  open(xids: readonly bigint[], large: readonly ChangeGroup[]): readonly TransactionSummary[] {
    for (const xid of xids) this.#asked.add(xid);
    return [...new Set(large.map(({ last }) => partKey(last)))].map((key) => {
      const alike = large.filter(({ last }) => partKey(last) === key);
      const [last] = alike.map((each) => each.last).toSorted((one, other) => (one.position < other.position ? 1 : -1));
      const bundle = new TransactionSummary(last, alike);
      this.#open.set(key, bundle);
      this.#untold.add(bundle);
      return bundle;
    });
  }

  /** Whether a change is told with others. */
  covers(change: LoggedChange): boolean {
    return this.#open.size > 0 && this.#open.has(partKey(change));
  }

  /** The bundles that end before a position, in their order; without one, all. They stay known until the stretch ends. */
  *due(position?: bigint): Generator<TransactionSummary> {
    const due = [...this.#untold].filter(({ last }) => position === undefined || last.position < position);
    for (const bundle of due.toSorted((one, other) => (one.last.position < other.last.position ? -1 : 1))) {
      this.#untold.delete(bundle);
      yield bundle;
    }
  }

  /** A stretch of the log has ended, and with it all transactions in it. */
  clear(): void {
    this.#open.clear();
    this.#untold.clear();
    this.#asked.clear();
  }
}

const partKey = ({ xid, entityName }: TransactionPart): string => `${xid} ${entityName}`;
