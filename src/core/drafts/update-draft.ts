import type { Entity, Relation } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { Value } from '../field-types/value-type.js';
import type { Draft, DraftRow, InlineUpdate } from './draft.js';

/** A field an update sets, with the value as the caller's assignment gives it. */
export interface Setting {
  readonly field: Field;
  readonly value: Value;
  /** `value` is that of this unique field of the lookup's target. */
  readonly matchedBy?: Field;
  /** The target is a record that this same write creates: there is nothing to look up, and its writer need not read it. */
  readonly isNew?: boolean;
  readonly path: string;
}

/** What an update sets; records that its lookups create are with the drafter. */
export interface UpdateDraft {
  readonly entity: Entity;
  readonly settings: readonly Setting[];
  readonly inlineUpdates: readonly InlineUpdate[];
  /** What happens to the children of its one record. */
  readonly children: readonly ChildrenDraft[];
}

/** An update read and drafted, with the records that its lookups create. */
export interface PreparedUpdate {
  readonly draft: UpdateDraft;
  readonly nested: Draft;
}

/** Children of one relation that go, change and come with the update of the record above them. */
export interface ChildrenDraft {
  readonly relation: Relation;
  readonly path: string;
  readonly deletes: readonly NamedChild[];
  readonly updates: readonly ChildUpdate[];
  readonly created: Draft;
  /** The created children themselves: their lookup to the record above is set when it is known which one matched. */
  readonly roots: readonly DraftRow[];
}

/** A child that its caller names by its Id. */
export interface NamedChild {
  readonly id: string;
  readonly path: string;
}

/** A child that changes, with its own children. */
export interface ChildUpdate extends NamedChild {
  readonly prepared: PreparedUpdate;
}

/** Whether an update can change who owns the records: it names an owner, or the lookup they take their owner from. */
export const movesOwner = ({
  entity,
  settings,
}: {
  readonly entity: Entity;
  readonly settings: readonly { readonly field: Field }[];
}): boolean => settings.some(({ field }) => field.name === 'OwnerId' || field === entity.ownerFrom);
