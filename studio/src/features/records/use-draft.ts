import { useEffect, useState } from 'react';
import { type ChildDraft, type Draft, EMPTY_DRAFT, isEmpty, setField } from '../../data/draft';
import type { Row } from '../../data/entity';
import { keepDraft, keptDraft } from '../../data/kept-drafts';
import { newId } from '../../data/outcomes';

/** A record that is being edited. */
export interface Editing {
  readonly draft: Draft;
  /** The stored record that the draft began with. */
  readonly base: Row | undefined;
  readonly isChanged: boolean;
  readonly setField: (name: string, value: unknown) => void;
  readonly setChildren: (relation: string, change: (children: readonly ChildDraft[]) => readonly ChildDraft[]) => void;
  readonly replace: (draft: Draft, base?: Row) => void;
  readonly reset: () => void;
}

export const newChild = (changes: Row = {}): ChildDraft => ({ key: newId(), changes, isDeleted: false });

/**
 * Edits a record. Without changes the draft follows the stored record; with the first change it keeps the record that it
 * began with, so that a save finds out what others have changed meanwhile.
 * @param place what is edited, under which a draft survives a reload
 */
export function useDraft(place: string, stored: Row | undefined, initial: Draft = EMPTY_DRAFT): Editing {
  const [state, setState] = useState(() => keptDraft(place) ?? { draft: initial, base: undefined });
  const isChanged = !isEmpty(state.draft);
  const base = isChanged ? (state.base ?? stored) : stored;
  useEffect(() => keepDraft(place, { draft: state.draft, base: state.base }), [place, state]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  const edit = (change: (draft: Draft) => Draft): void =>
    setState((before) => ({ draft: change(before.draft), base: isEmpty(before.draft) ? base : before.base }));
  return {
    draft: state.draft,
    base,
    isChanged,
    setField: (name, value) => edit((draft) => ({ ...draft, changes: setField(draft.changes, base, name, value) })),
    setChildren: (relation, change) =>
      edit((draft) => ({
        ...draft,
        children: { ...draft.children, [relation]: change(draft.children[relation] ?? []) },
      })),
    replace: (draft, from) => setState({ draft, base: from }),
    reset: () => setState({ draft: EMPTY_DRAFT, base: undefined }),
  };
}
