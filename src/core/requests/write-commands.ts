import type { WhereClause } from './where-clause.js';
import type { Assignment } from './assignments.js';
import type { Fault } from '../errors.js';
import type { MatchOptions } from '../matching/match-records.js';

/** `Options` of a write. */
export interface WriteOptions extends MatchOptions {
  /** Run for real, answer what would happen, and leave nothing. */
  readonly dryRun: boolean;
}

interface WriteCommand {
  readonly entityName: string;
  readonly options: WriteOptions;
  /** What is wrong with the body's shape. */
  readonly shapeFaults: readonly Fault[];
  /** Lines for the answer's `Log`: what was ignored. Drafting adds what it ignores in nested records. */
  readonly log: string[];
}

/** One record to create, with children and lookups, as its caller described it. */
export interface InsertCommand extends WriteCommand {
  readonly assignments: readonly Assignment[];
}

/** Which records a write is about: what to delete, restore or purge. */
export interface MatchCommand extends WriteCommand {
  readonly where: WhereClause | undefined;
}

/** Which records to change, and to what. */
export interface UpdateCommand extends MatchCommand {
  readonly assignments: readonly Assignment[];
}

/** A record to change where one has these values of a unique rule, else to create. */
export interface UpsertCommand extends InsertCommand {
  /** Names of the rule's fields. */
  readonly matchOn: readonly string[];
}
