import type { WhereClause } from '../../core/criteria/where-clause.js';
import type { Faults } from '../../core/errors.js';

/** A field as the caller names it, and where in the body he does. */
export interface NamedField {
  readonly name: string;
  readonly path: string;
}

/** One element of `Sort`. */
export interface SortItem extends NamedField {
  readonly descending: boolean;
}

export const COUNT_MODES = ['Exact', 'Estimated', 'None'] as const;
/** How the total of a page is found: counted, counted up to 1,001 and estimated beyond, or not at all. */
export type CountMode = (typeof COUNT_MODES)[number];

/** Which page, and whether its answer tells how many rows there are in all. */
export interface Pager {
  /** From 1. */
  readonly number: number;
  readonly size: number;
  readonly count: CountMode;
  /** `NextCursor` of the page before; with it `number` is 1. */
  readonly cursor?: string;
}

/** A query of one entity, its shape read, its names not yet looked up. */
export interface SelectCommand {
  readonly entityName: string;
  /** Absent: all fields. */
  readonly selectedFields?: readonly NamedField[];
  readonly where?: WhereClause;
  readonly sort: readonly SortItem[];
  readonly pager?: Pager;
  /** Negative operators match null fields. */
  readonly nullSafeNegation: boolean;
  /** Lookups are shown as `{Id, <display field>}`. */
  readonly loadLookUpValues: boolean;
  readonly loadRecordInfo: boolean;
  readonly includeDeleted: boolean;
  /** What is wrong with the shape; planning adds what is wrong with the names. */
  readonly faults: Faults;
}
