import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Fault } from '../errors.js';
import type { Value } from '../field-types/value-type.js';
import type { Assignment } from '../requests/assignments.js';

/** Where what a record was given stands in the body, by the name of the field or relation. */
export type AssignedPaths = Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'keys'>;

/** One record to be stored: typed values, ids assigned up front, and where each value came from in the body. */
export interface DraftRow {
  readonly entity: Entity;
  /** Assigned by the service unless the caller gives a free one. */
  id: string;
  recordInformationId: string;
  /** Where the record stands in the body; empty for the root. */
  readonly path: string;
  /** Own fields by canonical name; a field that is absent is null. */
  readonly values: Map<string, Value>;
  /** Lookups given by a unique field of their target, by lookup name. */
  readonly matches: Map<string, Match>;
  readonly paths: AssignedPaths;
  /** Fields whose value was refused: rules that read them are not judged. */
  readonly faulty: Set<string>;
  /** Null: the statement takes it from the target of `entity.ownerFrom`. */
  ownerId: string | null;
  statusId: string | null;
}

/** `{"Match": {"FieldName", "Value"}}`: the live, readable target whose unique field has this value. */
export interface Match {
  readonly field: Field;
  readonly value: Value;
}

/** The records of one entity in a write; the order is that of the body, parents first. */
export interface DraftGroup {
  readonly entity: Entity;
  readonly rows: DraftRow[];
}

/** A lookup's target that is changed together with the write: an inline record that names its `Id`. */
export interface InlineUpdate {
  readonly entity: Entity;
  readonly id: string;
  readonly assignments: readonly Assignment[];
  readonly path: string;
  /** Of the request it stands in: takes what reading the assignments' values ignores. */
  readonly log: string[];
}

/** Everything one insert stores; `groups[0].rows[0]` is the record the caller asked for. */
export interface Draft {
  readonly groups: readonly DraftGroup[];
  readonly inlineUpdates: readonly InlineUpdate[];
  /** What is wrong already; the statement then only looks for more. */
  readonly faults: readonly Fault[];
}
