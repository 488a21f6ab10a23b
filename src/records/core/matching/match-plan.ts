import { isLockable } from '#core/relations/approval-parents.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Criterion } from '#core/criteria/criterion.js';
import type { RowFilter } from '#core/relations/relation.js';
import type { ErrorCode, Fault } from '#core/errors.js';
import type { Slot } from '#core/sql/sql.js';

/** Plan of the records that a write by where-clause matches and locks. */
export interface MatchPlan {
  readonly entity: Entity;
  readonly operation: 'update' | 'delete';
  readonly criterion: Criterion;
  /** Conjuncts that address records by identity. */
  readonly identity: readonly Criterion[];
  /** Expected version: no matched row may be stale by it (rollups aside), and at least one row must match. */
  readonly version?: Slot;
  /** True for Administrators, who may write any number of rows. */
  readonly unlimited: boolean;
  /** Locks the rows against new references, because they are deleted or change their owner. */
  readonly exclusive: boolean;
  /** Rows to match; default: live ones. */
  readonly rows?: Extract<RowFilter, 'deleted'>;
  /** True for moves by the approval engine, which change records under approval. */
  readonly ignoresLock?: boolean;
  /** Faults that clauses of the caller's roles decide, by their numbers; absent: none. */
  readonly conditions?: ReadonlyMap<number, Fault>;
}

/** Tells whether records that an open approval locks refuse the write. Deleted records are never locked. */
export const respectsLock = ({ entity, rows, ignoresLock }: MatchPlan): boolean =>
  isLockable(entity) && rows === undefined && ignoresLock !== true;

/**
 * Maximum number of rows of an update or delete by a non-Administrator
 * (docs/interface/records.md#where-clauses-of-writes).
 */
export const MAX_MATCHED = 10_000;

/** Faults of matched rows, in the order in which the statement numbers them. */
export const MATCH_FAULTS: readonly { readonly code: ErrorCode; readonly message: string }[] = [
  { code: 'OutOfScope', message: 'A record addressed here is outside of your scope.' },
  { code: 'OutOfScope', message: 'This record is outside of your scope.' },
  { code: 'TooManyRows', message: `More than ${MAX_MATCHED} records match; narrow the where-clause.` },
  { code: 'VersionMismatch', message: 'The record has another version by now; read it again.' },
];

/** Fault of an expected version that matches no row: the last of `MATCH_FAULTS`, without an Id. */
export const GONE: (typeof MATCH_FAULTS)[number] = {
  code: 'VersionMismatch',
  message: 'The record is gone, or you may not see it.',
};

/**
 * Number of `LOCKED` among the faults of matched rows: after `MATCH_FAULTS`, before the checks of the write. It is no
 * whole number, so that the statements of entities without approvals keep theirs.
 */
export const LOCKED_NUMBER = '3.5';

/** The same of `MOVES_BLOCKED`. */
export const BLOCKED_NUMBER = '3.6';

/** Numbers of records that the scope of a write covers, and clauses do not; without clauses they are no faults. */
export const CONDITION_NUMBERS = { delete: '1.5', update: '1.6' } as const;
