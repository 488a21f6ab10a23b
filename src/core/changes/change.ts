import type { ChangeOperation } from './change.sql.js';

/** Who a record belonged to at some moment: what decides who could see it. */
export interface Ownership {
  readonly ownerId: string | null;
  readonly teamId: string | null;
}

/** One committed change of one record, as readers of the log get it: without values, which they must not pass on. */
export interface Change {
  readonly environmentId: string;
  readonly entityName: string;
  readonly operation: ChangeOperation;
  readonly recordId: string;
  readonly recordInformationId: string;
  readonly rowVersion: string;
  /** Of a Create all fields that were stored; empty for a Delete. */
  readonly changedFields: readonly string[];
  /** Absent for a Create. */
  readonly before?: Ownership;
  /** Absent for a Delete. */
  readonly after?: Ownership;
  readonly userId: string;
  readonly correlationId: string;
  /** What made the change if not the user himself. */
  readonly source: string | null;
  /** ISO 8601, in UTC. */
  readonly occurredAt: string;
}

/** A change with its place in the log. */
export interface LoggedChange extends Change {
  readonly xid: bigint;
  /** Orders the changes of one record. */
  readonly position: bigint;
}

/** What a reader wants to hear of: the changes of an environment, or some of them, or of entities in all environments. */
export type Interest =
  | { readonly environmentId: string; readonly entityNames?: ReadonlySet<string> }
  | { readonly environmentId?: undefined; readonly entityNames: ReadonlySet<string> };

/** Whether a change is one of those a reader wants. */
export const concerns = ({ environmentId, entityNames }: Interest, change: Change): boolean =>
  (environmentId === undefined || environmentId === change.environmentId) &&
  (entityNames === undefined || entityNames.has(change.entityName));
