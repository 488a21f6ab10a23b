import type { WhereClause } from './where-clause.js';
import type { Faults } from '../errors.js';

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

/** An include: the records of a relation, or the record a lookup leads to, inside the rows of a query. */
export interface IncludeCommand extends NamedField {
  readonly selectedFields?: readonly NamedField[];
  readonly where?: WhereClause;
  readonly sort: readonly SortItem[];
  /** Of each parent's records. */
  readonly pager?: Pick<Pager, 'number' | 'size'>;
  readonly includes: readonly IncludeCommand[];
}

export const BUCKETS = ['Day', 'Week', 'Month', 'Quarter', 'Year'] as const;
/** What the values of a Date or DateTime field are grouped by; weeks start on Monday. */
export type Bucket = (typeof BUCKETS)[number];

/** One element of `GroupBy`. */
export interface GroupItem extends NamedField {
  readonly bucket?: Bucket;
  /** IANA name; absent: the environment's. */
  readonly timeZone?: string;
}

export const AGGREGATE_FUNCTIONS = ['Count', 'CountDistinct', 'Sum', 'Avg', 'Min', 'Max'] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];

/** One element of `Aggregates`. */
export interface AggregateItem {
  readonly function: AggregateFunction;
  /** Absent: the rows themselves are counted. */
  readonly field?: NamedField;
  /** What the answer calls it; absent: the function and the field, such as `SumTotal`. */
  readonly alias?: string;
  readonly path: string;
}

/** A query of one entity, its shape read, its names not yet looked up. */
export interface SelectCommand {
  readonly entityName: string;
  /** Absent: all fields. */
  readonly selectedFields?: readonly NamedField[];
  readonly where?: WhereClause;
  readonly sort: readonly SortItem[];
  readonly pager?: Pager;
  readonly includes: readonly IncludeCommand[];
  /** With `aggregates`: none of either means rows, not groups. */
  readonly groupBy: readonly GroupItem[];
  readonly aggregates: readonly AggregateItem[];
  /** On the columns of the groups. */
  readonly having?: WhereClause;
  /** Each combination of the selected fields once. */
  readonly distinct: boolean;
  /** Text that a text field of the row must contain. */
  readonly globalSearch?: string;
  /** The children of all relations are included, one level deep. */
  readonly loadChildren: boolean;
  /** Negative operators match null fields. */
  readonly nullSafeNegation: boolean;
  /** Lookups are shown as `{Id, <display field>}`. */
  readonly loadLookUpValues: boolean;
  readonly loadRecordInfo: boolean;
  readonly includeDeleted: boolean;
  /** What is wrong with the shape; planning adds what is wrong with the names. */
  readonly faults: Faults;
}

/** Whether its rows are groups; aggregates alone make one group of all rows. */
export const isGrouped = ({ groupBy, aggregates }: SelectCommand): boolean =>
  groupBy.length > 0 || aggregates.length > 0;
