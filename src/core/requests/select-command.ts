import type { WhereClause } from './where-clause.js';
import type { Faults } from '#core/errors.js';

/** A field name from the request and its path in the body. */
export interface NamedField {
  readonly name: string;
  readonly path: string;
}

/** Tells whether an element of `SelectedFields` stands for all fields of its entity. */
export const isEveryField = ({ name }: Pick<NamedField, 'name'>): boolean => name === '*';

/** An element of `Sort`. */
export interface SortItem extends NamedField {
  readonly descending: boolean;
}

export const COUNT_MODES = ['Exact', 'Estimated', 'None'] as const;
/** Mode of the total: exact, exact up to 1,000 and estimated above, or none. */
export type CountMode = (typeof COUNT_MODES)[number];

/** Requested page, and the mode of the total. */
export interface Pager {
  /** Page number, from 1. */
  readonly number: number;
  readonly size: number;
  readonly count: CountMode;
  /** `NextCursor` of the previous page; with it `number` is 1. */
  readonly cursor?: string;
}

/** An include: records of a relation, or the target of a lookup, inside the rows of a query. */
export interface IncludeCommand extends NamedField {
  readonly selectedFields?: readonly NamedField[];
  readonly where?: WhereClause;
  readonly sort: readonly SortItem[];
  /** Page of each parent's records. */
  readonly pager?: Pick<Pager, 'number' | 'size'>;
  readonly includes: readonly IncludeCommand[];
}

export const BUCKETS = ['Day', 'Week', 'Month', 'Quarter', 'Year'] as const;
/** Unit by which values of a Date or DateTime field are grouped; weeks start on Monday. */
export type Bucket = (typeof BUCKETS)[number];

/** An element of `GroupBy`. */
export interface GroupItem extends NamedField {
  readonly bucket?: Bucket;
  /** IANA name; absent: the environment's time zone. */
  readonly timeZone?: string;
}

export const AGGREGATE_FUNCTIONS = ['Count', 'CountDistinct', 'Sum', 'Avg', 'Min', 'Max'] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];

/** An element of `Aggregates`. */
export interface AggregateItem {
  readonly function: AggregateFunction;
  /** Aggregated field; absent: rows are counted. */
  readonly field?: NamedField;
  /** Name in the answer; absent: function and field, such as `SumTotal`. */
  readonly alias?: string;
  readonly path: string;
}

/** A query of one entity as read from the body; names are not resolved. */
export interface SelectCommand {
  readonly entityName: string;
  /** Selected fields; absent: all. */
  readonly selectedFields?: readonly NamedField[];
  readonly where?: WhereClause;
  readonly sort: readonly SortItem[];
  readonly pager?: Pager;
  readonly includes: readonly IncludeCommand[];
  /** Group keys; the query returns rows, not groups, if both `groupBy` and `aggregates` are empty. */
  readonly groupBy: readonly GroupItem[];
  readonly aggregates: readonly AggregateItem[];
  /** Filter on the columns of the groups. */
  readonly having?: WhereClause;
  /** Returns each combination of the selected fields once. */
  readonly distinct: boolean;
  /** Words that must all occur in text fields of the row, each in any of them. */
  readonly globalSearch?: readonly string[];
  /** Includes the children of all relations, one level deep. */
  readonly loadChildren: boolean;
  /** True if negative operators match null fields. */
  readonly nullSafeNegation: boolean;
  /** Shows lookups as `{Id, <display field>}`. */
  readonly loadLookUpValues: boolean;
  readonly loadRecordInfo: boolean;
  readonly includeDeleted: boolean;
  /** Faults of the shape; planning adds faults of names and values. */
  readonly faults: Faults;
}

/** Tells whether the query returns groups; aggregates alone form one group of all rows. */
export const isGrouped = ({ groupBy, aggregates }: SelectCommand): boolean =>
  groupBy.length > 0 || aggregates.length > 0;
