import type { Field } from '#core/catalogue/field.js';
import type { Criterion } from '#core/criteria/criterion.js';
import type { ErrorCode, Fault } from '#core/errors.js';

/**
 * A condition under which a write is refused, checked inside its statement. The statement evaluates `test` for each
 * row; the other members describe the error.
 */
export interface Check {
  /** Index of the insert group that is checked; 0 in an update. */
  readonly group: number;
  readonly test: CheckTest;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fieldName?: string;
  readonly params?: NonNullable<Fault['params']>;
  /** Names of the fields that the test reads; its result is ignored if one of them has an invalid value. */
  readonly reads: readonly string[];
}

export type CheckTest =
  /** The target of a lookup is missing, deleted or out of the caller's read scope. */
  | { readonly kind: 'lookup'; readonly lookup: number }
  /** The given owner is not an active user. */
  | { readonly kind: 'ownerUnknown' }
  /** The owner is outside the scope in which the caller may create or update. */
  | { readonly kind: 'ownerOutOfScope'; readonly operation: 'create' | 'update' }
  /**
   * The row would be outside of the rows that clauses of the caller's roles leave, and within the scope of these roles, or
   * outside of it.
   */
  | { readonly kind: 'outOfRows'; readonly operation: 'create' | 'update'; readonly isInScope: boolean }
  /** A cross-field rule: refused unless the criterion is TRUE. */
  | { readonly kind: 'rule'; readonly criterion: Criterion }
  /** A declarative hook: refused when the criterion is TRUE. */
  | { readonly kind: 'hook'; readonly criterion: Criterion }
  /** A live record already has these values; checked only so that all conflicts are reported at once. */
  | { readonly kind: 'unique'; readonly key: readonly Field[] }
  /** An immutable field would change. */
  | { readonly kind: 'immutable'; readonly field: Field };
