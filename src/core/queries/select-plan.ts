import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Criterion } from '../criteria/criterion.js';
import type { FieldPath } from '../criteria/field-path.js';
import type { Reader, RowFilter } from '../criteria/relation.js';
import type { Args } from '../sql/args.js';
import type { Slot } from '../sql/sql.js';
import type { Grouping } from '../grouping/grouping.js';
import type { CountMode } from '../requests/select-command.js';

/** What rows are ordered by: nulls last when ascending, first when descending. */
export interface SortKey {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/** One page of the matching rows. */
export interface PagerPage {
  readonly kind: 'pager';
  /** Part of the statement's text: only a limit the planner knows lets it prefer an index that has the order. */
  readonly size: number;
  /** Rows to skip; absent on the first page. */
  readonly offset?: Slot;
  /** The sort keys of the row before the page; a key that was null there is null here. */
  readonly after?: readonly (Slot | null)[];
  readonly count: CountMode;
}

/** How much of the matching rows is answered: `one` row at most because an identity is asked for, or all up to a limit. */
export type Page = { readonly kind: 'one' } | { readonly kind: 'all' } | PagerPage;

/** Text that one of some fields must contain. */
export interface Search {
  readonly fields: readonly Field[];
  readonly pattern: Slot;
  /** An index serves it; of less than three letters in a row it would have to look at all of its entries. */
  readonly isIndexed: boolean;
}

/** Which rows of an entity. */
export interface RowSelection {
  readonly rows: RowFilter;
  readonly where: Criterion;
  readonly search?: Search;
}

/** What a row of an entity shows. */
export interface ShownRow {
  readonly entity: Entity;
  /** In this order; absent: all fields of the entity. */
  readonly fields?: readonly FieldPath[];
  /** One whose name is that of a field stands in the field's place. */
  readonly includes: readonly IncludePlan[];
  readonly loadLookUpValues: boolean;
  readonly loadRecordInfo: boolean;
}

/** How an include belongs to a row: `children` whose lookup leads to it, or the `target` that its lookup leads to. */
export interface IncludeLink {
  readonly kind: 'children' | 'target';
  readonly lookup: Field;
}

/** Records inside a row. */
export interface IncludePlan extends ShownRow, RowSelection {
  readonly name: string;
  readonly link: IncludeLink;
  readonly sort: readonly SortKey[];
  /** Of one row's children. */
  readonly size: number;
  readonly offset?: Slot;
}

/** A query as data: everything its statement's text depends on is in `key`, everything else in `args`. */
export interface SelectPlan extends ShownRow, RowSelection {
  readonly key: string;
  readonly reader: Reader;
  readonly args: Args;
  /** Absent: its rows are records. */
  readonly grouping?: Grouping;
  /** Of the records or of the groups. Ends with what tells them apart, so that no two are equal. */
  readonly sort: readonly SortKey[];
  readonly page: Page;
}

/** Rows that a query without Pager answers at most (R138). */
export const MAX_ROWS = 10_000;
/** Totals that `Estimated` still counts exactly (contract §14.4). */
export const MAX_EXACT_ESTIMATE = 1_001;
/** Children that an include without Pager gives of each row (contract §14.5). */
export const MAX_CHILDREN = 1_000;
