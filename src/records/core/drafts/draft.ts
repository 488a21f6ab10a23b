import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import type { Value } from '#core/fields/value-type.js';
import type { Assignment } from '#core/requests/assignments.js';

/** Paths in the body of a record's assignments, by the name of the field or relation. */
export type AssignedPaths = Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'keys'>;

/** A record to store: typed values, ids assigned up front, and the path of each value in the body. */
export interface DraftRow {
  readonly entity: Entity;
  /** Id created by the service, or an unused one given by the caller. */
  id: string;
  recordInformationId: string;
  /** Path of the record in the body; empty for the root. */
  readonly path: string;
  /** Own fields by canonical name; a field that is absent is null. */
  readonly values: Map<string, Value>;
  /** Lookups given by a unique field of their target, by lookup name. */
  readonly matches: Map<string, Match>;
  readonly paths: AssignedPaths;
  /** Fields with invalid values; rules that read them are not evaluated. */
  readonly faulty: Set<string>;
  /** Id of the owner; null: the statement takes it from the match of `OwnerId`, or from the target of `entity.ownerFrom`. */
  ownerId: string | null;
  statusId: string | null;
}

/** `{"Match": {"FieldName", "Value"}}`: the live, readable target whose unique field has this value. */
export interface Match {
  readonly field: Field;
  readonly value: Value;
}

/** Records of one entity in a write, in the order of the body, parents first. */
export interface DraftGroup {
  readonly entity: Entity;
  readonly rows: DraftRow[];
}

/** Update of a lookup's target in the same write, given as a nested record with its `Id`. */
export interface InlineUpdate {
  readonly entity: Entity;
  readonly id: string;
  readonly assignments: readonly Assignment[];
  readonly path: string;
  /** Log of the request; receives lines about ignored members of the values. */
  readonly log: string[];
}

/** All records of one insert; `groups[0].rows[0]` is the root record. */
export interface Draft {
  readonly groups: readonly DraftGroup[];
  readonly inlineUpdates: readonly InlineUpdate[];
  /** Faults found before the statement; if there are any, the statement only looks for more. */
  readonly faults: readonly Fault[];
}
