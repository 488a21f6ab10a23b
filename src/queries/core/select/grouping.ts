import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Criterion } from '#core/criteria/criterion.js';
import type { FieldPath } from '#core/criteria/field-path.js';
import type { AggregateFunction, Bucket } from '#core/requests/select-command.js';
import type { Slot } from '#core/sql/sql.js';

/** A group key: a field's values, or the first day of the time bucket that contains them. */
export interface GroupColumn {
  readonly path: FieldPath;
  readonly bucket?: { readonly unit: Bucket; readonly timeZone: Slot };
  /** Field of the group's column. */
  readonly field: Field;
}

/** An aggregate over the rows of each group. */
export interface Aggregate {
  readonly function: AggregateFunction;
  /** Aggregated field; absent: rows are counted. */
  readonly path?: FieldPath;
  /** Field of the group's column. */
  readonly field: Field;
}

/** Grouped results of a query. Distinct groups by all selected fields, without aggregates. */
export interface Grouping {
  /** Pseudo-entity of the groups, whose fields are the group keys and the aggregates. */
  readonly entity: Entity;
  readonly columns: readonly GroupColumn[];
  readonly aggregates: readonly Aggregate[];
  readonly having: Criterion;
  /** Fields of `entity`, in the order of the answer. */
  readonly shown: readonly FieldPath[];
}

/** Lists the fields of the records that a grouping reads. */
export const groupedPaths = ({ columns, aggregates }: Grouping): readonly FieldPath[] =>
  [...columns, ...aggregates].flatMap(({ path }) => path ?? []);

/**
 * Names of the columns that identify a group; without group keys there is one group, identified by its first aggregate.
 */
export function groupKeys({ entity, columns, aggregates }: Grouping): readonly string[] {
  const keys = columns.length > 0 ? columns : aggregates.slice(0, 1);
  return keys.map(({ field }) => entity.fields.get(field.name.toLowerCase())!.name);
}

/** Fraction digits of an average: six, or those of the field if it has more. */
export const averageScale = ({ scale }: Field): number => Math.max(6, scale);
