import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Slot } from '../sql/sql.js';

/** A lookup whose targets a write has locked, for guards to judge. */
export interface LockedLookup {
  readonly field: Field;
  readonly target: Entity;
  /** Unique fields of the target that rows are matched by. */
  readonly matchedBy: readonly Field[];
  /** The target may be a record of this same write. */
  readonly mayBeDrafted: boolean;
}

/** A lookup that rows of a write use to point at existing records. */
export interface UsedLookup extends LockedLookup {
  /** The ids given, as `uuid[]`. */
  readonly ids: Slot;
}

/** Name of the column that holds the value a lookup is matched by. */
export const matchColumn = (lookup: Field, matchedBy: Field): string => `${lookup.name}~${matchedBy.name}`;
