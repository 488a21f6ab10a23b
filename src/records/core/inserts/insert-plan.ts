import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { DraftRow } from '#records/core/drafts/draft.js';
import type { Check } from '#core/checks/check.js';
import type { AggregatedChildren } from '#records/core/rollups/aggregated-children.js';
import type { UsedLookup } from '#core/checks/used-lookup.js';

/** How the rows of a group come to their owner; what a statement must look up depends on it. */
export interface OwnerModes {
  /** Some row names an owner other than the caller, whose team is looked up. */
  readonly given: boolean;
  /** Some row takes the owner of an existing target. */
  readonly derived: boolean;
  /** Unique fields of users by which rows name their owner. */
  readonly matchedBy: readonly Field[];
}

/** An automatic number: its sequence and the texts around the counter. */
export interface UsedNumber {
  readonly field: Field;
  readonly sequence: Slot;
  readonly prefix: Slot;
  readonly suffix: Slot;
  readonly width: number;
}

/** One entity's part of an insert. */
export interface InsertGroup {
  readonly entity: Entity;
  /** The rows as JSON text. */
  readonly rows: Slot;
  /** Exactly one row: the planner then expects one. */
  readonly single: boolean;
  /** The owner of each row has created it; otherwise the caller has created all rows. */
  readonly byOwners: boolean;
  readonly owners: OwnerModes;
  readonly lookups: readonly UsedLookup[];
  readonly numbers: readonly UsedNumber[];
  /** Rollups over children that are among the groups; of all others there is nothing yet. */
  readonly rollups: readonly AggregatedChildren[];
}

/** Of a statement that does the inserts of several calls at once: the root record and the facts of each. */
export interface SharedCalls {
  /** `uuid[]`, in the order of `correlationIds`. */
  readonly rootIds: Slot;
  readonly correlationIds: Slot;
  /** `uuid[]` where the calls are of several users, who own the records. */
  readonly userIds?: Slot;
}

/** An insert as data: everything its statement's text depends on is in `key`, everything else in `args`. */
export interface InsertPlan {
  readonly key: string;
  /** The entity of the record the caller asked for. */
  readonly root: Entity;
  readonly args: Args;
  readonly groups: readonly InsertGroup[];
  readonly checks: readonly Check[];
  /** All records by the ordinal that the statement knows them by. */
  readonly rows: readonly DraftRow[];
  readonly rootId: Slot;
  /** Absent where the insert is that of one call. */
  readonly shared?: SharedCalls;
  /**
   * `explain` looks for faults only; `part` is a step of another write, which records the outcome itself. Both ask for
   * clashes first: after a violated constraint the transaction can run no further statement. `image` answers the
   * rows as they would be stored.
   */
  readonly mode: 'store' | 'explain' | 'image' | 'part';
}
