import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Slot } from '#core/sql/sql.js';

/** A lookup whose targets are locked by the write, so that checks can read them. */
export interface LockedLookup {
  readonly field: Field;
  readonly target: Entity;
  /** Unique fields of the target that `Match` values use. */
  readonly matchedBy: readonly Field[];
  /** True if the target may be a record of the same write. */
  readonly mayBeDrafted: boolean;
}

/** A lookup by which rows of a write refer to existing records. */
export interface UsedLookup extends LockedLookup {
  /** Given ids, as `uuid[]`. */
  readonly ids: Slot;
}

/** Builds the name of the column that holds the `Match` value of a lookup. */
export const matchColumn = (lookup: Field, matchedBy: Field): string => `${lookup.name}~${matchedBy.name}`;
