import type { Entity } from '../catalogue/entity.js';
import type { Criterion } from '../criteria/criterion.js';
import type { RowFilter } from '../criteria/relation.js';
import type { ErrorCode } from '../errors.js';
import type { Slot } from '../sql/sql.js';

/** Which records a write by where-clause is about, and how they are locked. */
export interface MatchPlan {
  readonly entity: Entity;
  readonly operation: 'update' | 'delete';
  readonly criterion: Criterion;
  /** Conjuncts by which records are addressed by identity (T29). */
  readonly identity: readonly Criterion[];
  /** No row may be stale by this version, and there must be one. */
  readonly version?: Slot;
  /** Administrators write any number of rows. */
  readonly unlimited: boolean;
  /** Nothing may point to the rows meanwhile: they are deleted or change their owner. */
  readonly exclusive: boolean;
  /** Among which rows; live ones unless it says otherwise. */
  readonly rows?: Extract<RowFilter, 'deleted'>;
}

/** Rows one update or delete may match unless its caller is an Administrator (contract §4). */
export const MAX_MATCHED = 10_000;

/** What is wrong with matched rows, in the order in which the statement numbers it. */
export const MATCH_FAULTS: readonly { readonly code: ErrorCode; readonly message: string }[] = [
  { code: 'OutOfScope', message: 'A record addressed here is outside of your scope.' },
  { code: 'OutOfScope', message: 'This record is outside of your scope.' },
  { code: 'TooManyRows', message: `More than ${MAX_MATCHED} records match; narrow the where-clause.` },
  { code: 'VersionMismatch', message: 'The record has another version by now; read it again.' },
];

/** The last of `MATCH_FAULTS` without an Id: a version is expected, and no row matches. */
export const GONE: (typeof MATCH_FAULTS)[number] = {
  code: 'VersionMismatch',
  message: 'The record is gone, or you may not see it.',
};
