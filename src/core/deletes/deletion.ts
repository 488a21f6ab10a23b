import type { Entity, Relation } from '../catalogue/entity.js';

/** Records of one entity that a delete takes along; `hard` removes the rows, else they are marked. */
export interface DeletedGroup {
  readonly entity: Entity;
  readonly hard: boolean;
  readonly ids: Set<string>;
}

/** Everything one delete does: the matched records, what cascades from them, and lookups that are set to null. */
export interface Deletion {
  /** The matched entity first, then downwards. */
  readonly groups: readonly DeletedGroup[];
  /** Relations whose children lose their lookup, with the parents they lose. */
  readonly cleared: readonly Clearing[];
}

/** One relation whose children lose their lookup. */
export interface Clearing {
  readonly relation: Relation;
  readonly parentIds: readonly string[];
  /** Children that go themselves and need no clearing. */
  readonly goingIds: readonly string[];
  /** The parents' rows are removed, so that children marked as deleted lose their lookup too. */
  readonly all: boolean;
}
