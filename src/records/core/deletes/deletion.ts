import type { Entity, Relation } from '#core/catalogue/entity.js';

/** Records of one entity that a delete covers; `hard` removes the rows, otherwise they are marked as deleted. */
export interface DeletedGroup {
  readonly entity: Entity;
  readonly hard: boolean;
  readonly ids: Set<string>;
}

/** Full effect of a delete: the matched records, the records it cascades to, and lookups that are set to null. */
export interface Deletion {
  /** Starts with the matched entity, then goes down the relations. */
  readonly groups: readonly DeletedGroup[];
  /** Relations whose children lose their lookup, with the deleted parents. */
  readonly cleared: readonly Clearing[];
}

/** A relation whose children lose their lookup. */
export interface Clearing {
  readonly relation: Relation;
  readonly parentIds: readonly string[];
  /** Children that are deleted too and need no clearing. */
  readonly goingIds: readonly string[];
  /** Clears children marked as deleted too, because the parents' rows are removed. */
  readonly all: boolean;
}
