import type { Entity, Relation } from '../../core/catalogue/entity.js';

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
  readonly cleared: readonly { readonly relation: Relation; readonly parentIds: readonly string[] }[];
}
