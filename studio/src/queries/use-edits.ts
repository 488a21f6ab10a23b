import { useEffect, useState } from 'react';
import { type KeptDraft, keepDraft, keptDraft } from '../data/kept-drafts';

/** A draft, what was stored when it began, and how to change it. */
export interface Edits<Draft, Stored> {
  readonly draft: Draft;
  readonly base: Stored;
  readonly isChanged: boolean;
  readonly edit: (change: (draft: Draft, base: Stored) => Draft) => void;
  /** Goes on from another stored state. */
  readonly replace: (draft: Draft, base: Stored) => void;
  readonly reset: () => void;
}

/** Drafts of one kind. */
interface Kind<Draft> {
  readonly empty: Draft;
  /** Draft to begin with; the empty one where it is absent. */
  readonly initial?: Draft;
  /** Number of changes. */
  readonly count: (draft: Draft) => number;
}

/**
 * Edits something that is stored. Without changes the draft follows it; with the first change it keeps what it began with,
 * so that a save finds out what others have changed meanwhile.
 * @param place what is edited, under which a draft survives a reload
 */
export function useEdits<Draft, Stored>(
  place: string,
  stored: Stored,
  { empty, initial = empty, count }: Kind<Draft>,
): Edits<Draft, Stored> {
  const [state, setState] = useState<KeptDraft<Draft, Stored>>(() => keptDraft(place) ?? { draft: initial });
  const isChanged = count(state.draft) > 0;
  const base = isChanged ? (state.base ?? stored) : stored;
  useEffect(() => keepDraft(place, isChanged ? state : undefined), [place, isChanged, state]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return {
    draft: state.draft,
    base,
    isChanged,
    edit: (change) => setState(({ draft }) => ({ draft: change(draft, base), base })),
    replace: (draft, from) => setState({ draft, base: from }),
    reset: () => setState({ draft: empty }),
  };
}
