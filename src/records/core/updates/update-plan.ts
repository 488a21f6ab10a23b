import type { Field } from '#core/catalogue/field.js';
import type { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { Check } from '#core/checks/check.js';
import type { UsedLookup } from '#core/checks/used-lookup.js';
import type { MatchPlan } from '#records/core/matching/match-plan.js';

/** A field an update sets, to the same value on every matched row. */
export interface SetField {
  readonly field: Field;
  readonly value: Slot;
  /** The value belongs to this unique field of the target, whose Id is set. */
  readonly matchedBy?: Field;
  /** The value is the Id of a record that this same write creates. */
  readonly isNew?: boolean;
}

/** An update as data: its text depends on `key` alone. */
export interface UpdatePlan {
  readonly key: string;
  readonly args: Args;
  readonly match: MatchPlan;
  readonly sets: readonly SetField[];
  readonly lookups: readonly UsedLookup[];
  readonly checks: readonly Check[];
  /** Fields of unique rules whose columns hold stand-ins until the whole write is checked. */
  readonly deferred: readonly Field[];
  /**
   * `explain` looks for faults only; `part` is a step of another write, which records the outcome itself. Both ask for
   * clashes first: after a violated constraint the transaction can run no further statement. `image` locks the
   * rows and answers them as they are and as they would be.
   */
  readonly mode: 'store' | 'explain' | 'image' | 'part';
}
