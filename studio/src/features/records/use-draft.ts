import { type ChildDraft, countChanges, type Draft, EMPTY_DRAFT, setField } from '../../data/draft';
import type { Row } from '../../data/entity';
import { newId } from '../../data/new-id';
import { type Edits, useEdits } from '../../queries/use-edits';

/** A record that is being edited; `base` is the stored record that the draft began with. */
export interface Editing extends Edits<Draft, Row | undefined> {
  readonly setField: (name: string, value: unknown) => void;
  readonly setChildren: (relation: string, change: (children: readonly ChildDraft[]) => readonly ChildDraft[]) => void;
}

export const newChild = (changes: Row = {}): ChildDraft => ({ key: newId(), changes, isDeleted: false });

/** Edits a record and its children. @param stored undefined for a new record, which begins with `initial` */
export function useDraft(place: string, stored: Row | undefined, initial: Draft = EMPTY_DRAFT): Editing {
  const edits = useEdits(place, stored, { empty: EMPTY_DRAFT, initial, count: countChanges });
  return {
    ...edits,
    setField: (name, value) =>
      edits.edit((draft, base) => ({ ...draft, changes: setField(draft.changes, base, name, value) })),
    setChildren: (relation, change) =>
      edits.edit((draft) => ({
        ...draft,
        children: { ...draft.children, [relation]: change(draft.children[relation] ?? []) },
      })),
  };
}
