import type { WhereClause } from './where-clause.js';
import type { Assignment } from './assignments.js';
import type { Fault } from '#core/errors.js';

/** Options of a write that apply to its matched records. */
export interface MatchOptions {
  /** Expected RowVersion as digits: no matched row may be stale by it, and at least one row must match. */
  readonly expectedVersion?: string;
  /** True if negative operators of the where-clause match null fields. */
  readonly nullSafeNegation: boolean;
}

/** `Options` of a write. */
export interface WriteOptions extends MatchOptions {
  /** Executes the write, answers its result, and rolls back. */
  readonly dryRun: boolean;
}

interface WriteCommand {
  readonly entityName: string;
  readonly options: WriteOptions;
  /** Faults of the body's shape. */
  readonly shapeFaults: readonly Fault[];
  /** Lines for the answer's `Log` about ignored members; drafting adds those of nested records. */
  readonly log: string[];
}

/** A record to create, with children and lookups, before names are resolved. */
export interface InsertCommand extends WriteCommand {
  readonly assignments: readonly Assignment[];
}

/** Records to delete, restore or purge. */
export interface MatchCommand extends WriteCommand {
  readonly where: WhereClause | undefined;
}

/** Records to update, and their new values. */
export interface UpdateCommand extends MatchCommand {
  readonly assignments: readonly Assignment[];
}

/** Record to update if one has these values of a unique key, otherwise to create. */
export interface UpsertCommand extends InsertCommand {
  /** Names of the key's fields. */
  readonly matchOn: readonly string[];
}
