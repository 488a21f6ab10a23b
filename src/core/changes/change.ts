import type { ChangeOperation } from './change.sql.js';

/** Owner and team of a record at one moment; they decide who could see it. */
export interface Ownership {
  readonly ownerId: string | null;
  readonly teamId: string | null;
}

/**
 * One committed change of one record, as readers of the log get it: without values, because readers must not pass them
 * on.
 */
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
  /** Source of the change, where it is not the user. */
  readonly source: string | null;
  /** Key by which the user signed in; absent for a token. */
  readonly keyId?: string;
  /** ISO 8601, in UTC. */
  readonly occurredAt: string;
}

/** A change with its position in the log. */
export interface LoggedChange extends Change {
  readonly xid: bigint;
  /** Orders the changes of one record. */
  readonly position: bigint;
}

/** Kind of change: the name of an entity for all its changes, or name and operation, such as `Order:Create`. */
export type ChangeKind = string;

/** Changes that a reader asks for: of an environment, some kinds of them, or some kinds in all environments. */
export type Interest =
  | { readonly environmentId: string; readonly kinds?: ReadonlySet<ChangeKind> }
  | { readonly environmentId?: undefined; readonly kinds: ReadonlySet<ChangeKind> };

/** Forms the kind of the changes of an entity by one operation. */
export const changeKind = (entityName: string, operation: ChangeOperation): ChangeKind => `${entityName}:${operation}`;

/** True for a change that a reader asks for. */
export const concerns = ({ environmentId, kinds }: Interest, change: Change): boolean =>
  (environmentId === undefined || environmentId === change.environmentId) &&
  (kinds === undefined || kinds.has(change.entityName) || kinds.has(changeKind(change.entityName, change.operation)));
