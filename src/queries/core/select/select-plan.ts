import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Criterion } from '#core/criteria/criterion.js';
import type { FieldPath } from '#core/criteria/field-path.js';
import type { Reader, RowFilter } from '#core/relations/relation.js';
import type { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { Grouping } from './grouping.js';
import type { CountMode } from '#core/requests/select-command.js';

/** A sort key: nulls are last in ascending order and first in descending order. */
export interface SortKey {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/** A page of the matching rows. */
export interface PagerPage {
  readonly kind: 'pager';
  /** Rows per page, a literal in the statement: the planner uses an ordered index only if it knows the limit. */
  readonly size: number;
  /** Rows to skip; absent on the first page. */
  readonly offset?: Slot;
  /** Sort keys of the last row of the previous page; null for a null key. */
  readonly after?: readonly (Slot | null)[];
  readonly count: CountMode;
}

/** Page of the matching rows: `one` for a match by identity, `all` up to the limit, or one page of a pager. */
export type Page = { readonly kind: 'one' } | { readonly kind: 'all' } | PagerPage;

/** A word of a search. */
export interface SearchWord {
  readonly pattern: Slot;
  /** True if an index can be used, which needs three letters or digits in a row. */
  readonly isIndexed: boolean;
}

/** Search for words, each in any of several fields. */
export interface Search {
  readonly fields: readonly Field[];
  /** At least one. */
  readonly words: readonly SearchWord[];
  /** True if an index can find the rows of one of the words. */
  readonly isIndexed: boolean;
}

/** Selection of rows of an entity. */
export interface RowSelection {
  readonly rows: RowFilter;
  readonly where: Criterion;
  readonly search?: Search;
}

/** Contents of a row in the answer. */
export interface ShownRow {
  readonly entity: Entity;
  /** Fields in this order; absent: all fields of the entity. */
  readonly fields?: readonly FieldPath[];
  /** Includes; one with the name of a field replaces that field. */
  readonly includes: readonly IncludePlan[];
  readonly loadLookUpValues: boolean;
  readonly loadRecordInfo: boolean;
}

/** Link of an include to its row: `children` whose lookup refers to the row, or the `target` of the row's lookup. */
export interface IncludeLink {
  readonly kind: 'children' | 'target';
  readonly lookup: Field;
}

/** Included records of a row. */
export interface IncludePlan extends ShownRow, RowSelection {
  readonly name: string;
  readonly link: IncludeLink;
  readonly sort: readonly SortKey[];
  /** Maximum number of children of one row. */
  readonly size: number;
  readonly offset?: Slot;
}

/** Plan of a query: the statement's text depends on `key` only, its values are in `args`. */
export interface SelectPlan extends ShownRow, RowSelection {
  readonly key: string;
  /** Object that plans of one key and catalogue share, if they were made of one another. */
  readonly origin?: object;
  readonly reader: Reader;
  readonly args: Args;
  /** Grouping of the rows; absent: the rows are records. */
  readonly grouping?: Grouping;
  /** Order of the records or groups; total, because it ends with their identity. */
  readonly sort: readonly SortKey[];
  readonly page: Page;
}

/** Maximum number of rows of a query without Pager (docs/interface/queries.md#paging). */
export const MAX_ROWS = 10_000;
/** Totals below this number are counted exactly for `Estimated` (docs/interface/queries.md#counts). */
export const MAX_EXACT_ESTIMATE = 1_001;
/** Maximum number of children per row of an include without Pager (docs/interface/queries.md#includes). */
export const MAX_CHILDREN = 1_000;
