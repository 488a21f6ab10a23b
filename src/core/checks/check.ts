import type { Field } from '../catalogue/field.js';
import type { Criterion } from '../criteria/criterion.js';
import type { ErrorCode } from '../errors.js';

/**
 * A condition under which a write is refused, checked inside its statement. `test` is what the statement asks of each
 * row; the rest is what the caller is told.
 */
export interface Check {
  /** Which group of an insert it looks at; 0 in an update. */
  readonly group: number;
  readonly test: CheckTest;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fieldName?: string;
  /** Fields the test reads: with a faulty value in one of them its verdict means nothing. */
  readonly reads: readonly string[];
}

export type CheckTest =
  /** The target of a lookup is missing, deleted or out of the caller's read scope. */
  | { readonly kind: 'lookup'; readonly lookup: number }
  /** The owner named for a record is no active user. */
  | { readonly kind: 'ownerUnknown' }
  /** The owner is outside the scope in which the caller may create or update. */
  | { readonly kind: 'ownerOutOfScope'; readonly operation: 'create' | 'update' }
  /** A cross-field rule: refused unless the criterion is TRUE. */
  | { readonly kind: 'rule'; readonly criterion: Criterion }
  /** A declarative hook: refused when the criterion is TRUE. */
  | { readonly kind: 'hook'; readonly criterion: Criterion }
  /** A live record already has these values; asked only to name all clashes at once. */
  | { readonly kind: 'unique'; readonly key: readonly Field[] }
  /** An immutable field would change. */
  | { readonly kind: 'immutable'; readonly field: Field };
