import type { LoggedChange } from '../../core/changes/change.js';
import type { AlikeChanges, Part } from '../../platform/changes/change-log.repository.js';
import { type NoticeOperation, operationFor } from './audience.rules.js';

/** The many changes of one entity in one transaction, told as one (contract §14.10). */
export class Bundle {
  /** @param last the last change of all */
  constructor(
    readonly last: LoggedChange,
    private readonly alike: readonly AlikeChanges[],
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
export class Bundles {
  readonly #open = new Map<string, Bundle>();
  readonly #untold = new Set<Bundle>();
  readonly #asked = new Set<bigint>();

  /** The transactions of these changes of which nobody has asked whether they are large. */
  unknown(changes: readonly LoggedChange[]): readonly bigint[] {
    return [...new Set(changes.map(({ xid }) => xid))].filter((xid) => !this.#asked.has(xid));
  }

  /** @param large what those of the transactions did that made too many changes to tell each @returns the new bundles */
  open(xids: readonly bigint[], large: readonly AlikeChanges[]): readonly Bundle[] {
    for (const xid of xids) this.#asked.add(xid);
    return [...new Set(large.map(({ last }) => keyOf(last)))].map((key) => {
      const alike = large.filter(({ last }) => keyOf(last) === key);
      const [last] = alike.map((each) => each.last).toSorted((one, other) => (one.position < other.position ? 1 : -1));
      const bundle = new Bundle(last, alike);
      this.#open.set(key, bundle);
      this.#untold.add(bundle);
      return bundle;
    });
  }

  /** Whether a change is told with others. */
  hold(change: LoggedChange): boolean {
    return this.#open.size > 0 && this.#open.has(keyOf(change));
  }

  /** The bundles that end before a position, in their order; without one, all. They stay known until the stretch ends. */
  *due(position?: bigint): Generator<Bundle> {
    const due = [...this.#untold].filter(({ last }) => position === undefined || last.position < position);
    for (const bundle of due.toSorted((one, other) => (one.last.position < other.last.position ? -1 : 1))) {
      this.#untold.delete(bundle);
      yield bundle;
    }
  }

  /** A stretch of the log has ended, and with it all transactions in it. */
  forget(): void {
    this.#open.clear();
    this.#untold.clear();
    this.#asked.clear();
  }
}

const keyOf = ({ xid, entityName }: Part): string => `${xid} ${entityName}`;
