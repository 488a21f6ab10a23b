import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Value } from '#core/fields/value-type.js';
import type { Draft, DraftRow, InlineUpdate } from './draft.js';

/** A field that an update sets, with its value. */
export interface Setting {
  readonly field: Field;
  readonly value: Value;
  /** Unique field of the lookup's target that has `value`, for a Match. */
  readonly matchedBy?: Field;
  /** True if the same write creates the target: it is not looked up, and the caller needs no read access to it. */
  readonly isNew?: boolean;
  readonly path: string;
}

/** Assignments of an update, without the records that its lookups create. */
export interface UpdateDraft {
  readonly entity: Entity;
  readonly settings: readonly Setting[];
  readonly inlineUpdates: readonly InlineUpdate[];
  /** Changes of the children of the one matched record. */
  readonly children: readonly ChildrenDraft[];
}

/** A drafted update and the records that its lookups create. */
export interface PreparedUpdate {
  readonly draft: UpdateDraft;
  readonly nested: Draft;
}

/** Children of one relation that an update of their parent deletes, updates and creates. */
export interface ChildrenDraft {
  readonly relation: Relation;
  readonly path: string;
  readonly deletes: readonly NamedChild[];
  readonly updates: readonly ChildUpdate[];
  readonly created: Draft;
  /** Created children; their lookup to the parent is set after the match. */
  readonly roots: readonly DraftRow[];
}

/** A child given by its Id. */
export interface NamedChild {
  readonly id: string;
  readonly path: string;
}

/** A child to update, with its own children. */
export interface ChildUpdate extends NamedChild {
  readonly prepared: PreparedUpdate;
}

/** Tells whether an update can change owners: it sets OwnerId or the lookup that determines the owner. */
export const movesOwner = ({
  entity,
  settings,
}: {
  readonly entity: Entity;
  readonly settings: readonly { readonly field: Field }[];
}): boolean => settings.some(({ field }) => field.name === 'OwnerId' || field === entity.ownerFrom);
