import type { Entity } from '#core/catalogue/entity.js';
import type { ChangeCause } from '#hub/core/cause.js';
import type { Change } from '#core/changes/change.js';
import type { JsonObject } from '#core/json/json.js';
import type { NoticeOperation } from '#core/requests/read-subscription.js';

/** Selected values of a record; null where they are too long. */
export interface SelectedValues {
  readonly entity: Entity;
  readonly values: JsonObject | null;
}

/** Subscriptions of a client that a change concerns, all for the same reason. */
export interface NoticeOfFilters {
  readonly subscriptionIds: readonly string[];
  readonly cause: ChangeCause;
  /** Absent where no values are sent. */
  readonly record?: SelectedValues;
}

/** A change as a subscriber sees it. */
export interface Notice {
  readonly change: Change;
  readonly operation: NoticeOperation;
  /** Cursor from which reading resumes after the change. */
  readonly cursor: string;
  /** Number of changes of a large transaction that this one summarises (docs/interface/hub.md#large-transactions). */
  readonly count?: number;
  /** Absent for clients that subscribe to all changes of the entity. */
  readonly filtered?: NoticeOfFilters;
}
