import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Criterion } from '../criteria/criterion.js';
import type { FieldPath } from '../criteria/field-path.js';
import type { AggregateFunction, Bucket } from '../requests/select-command.js';
import type { Slot } from '../sql/sql.js';

/** What rows are grouped by: a field's values, or the first day of the time that holds them. */
export interface GroupColumn {
  readonly path: FieldPath;
  readonly bucket?: { readonly unit: Bucket; readonly timeZone: Slot };
  /** As a group shows it. */
  readonly field: Field;
}

/** What is computed of each group's rows. */
export interface Aggregate {
  readonly function: AggregateFunction;
  /** Absent: the rows themselves are counted. */
  readonly path?: FieldPath;
  /** As a group shows it. */
  readonly field: Field;
}

/** Groups instead of rows. Distinct makes groups too: of all selected fields, without aggregates. */
export interface Grouping {
  /** The groups as if they were records: its fields are the columns and the aggregates. */
  readonly entity: Entity;
  readonly columns: readonly GroupColumn[];
  readonly aggregates: readonly Aggregate[];
  readonly having: Criterion;
  /** Fields of `entity`, in the order of the answer. */
  readonly shown: readonly FieldPath[];
}

/** Fields of the records that a grouping looks at. */
export const groupedPaths = ({ columns, aggregates }: Grouping): readonly FieldPath[] =>
  [...columns, ...aggregates].flatMap(({ path }) => path ?? []);

/** What tells a group from all others; an aggregate of the only group where there is but one. */
export function groupKeys({ entity, columns, aggregates }: Grouping): readonly string[] {
  const keys = columns.length > 0 ? columns : aggregates.slice(0, 1);
  return keys.map(({ field }) => entity.fields.get(field.name.toLowerCase())!.name);
}

/** Fraction digits of an average: six, or as many as the field's values may have (our reading). */
export const averageScale = ({ scale }: Field): number => Math.max(6, scale);
