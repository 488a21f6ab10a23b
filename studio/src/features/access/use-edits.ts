import { useEffect, useState } from 'react';
import { parseExact } from '../../data/exact';
import type { RoleDraft, StoredRole } from './role-draft';
import type { StoredUser, UserDraft } from './user-draft';

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

interface State<Draft, Stored> {
  readonly draft: Draft;
  readonly base?: Stored;
}

export type RoleEdits = Edits<RoleDraft, StoredRole>;
export type UserEdits = Edits<UserDraft, StoredUser>;

/**
 * Edits of something that is stored. Without changes they follow what is stored; with the first change they keep what they
 * began with. They survive a reload of the tab.
 * @param place what is edited
 */
export function useEdits<Draft, Stored>(
  place: string,
  stored: Stored,
  { empty, count }: { readonly empty: Draft; readonly count: (draft: Draft) => number },
): Edits<Draft, Stored> {
  const key = `studio.access.${place}`;
  const [state, setState] = useState(() => (kept(key) as State<Draft, Stored> | undefined) ?? { draft: empty });
  const isChanged = count(state.draft) > 0;
  const base = isChanged ? (state.base ?? stored) : stored;
  useEffect(() => keep(key, isChanged ? state : undefined), [key, isChanged, state]);
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

function keep(key: string, state: unknown): void {
  try {
    if (state === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(state));
  } catch {
    // The storage is full: the draft stays in memory.
  }
}

function kept(key: string): unknown {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : parseExact(text);
}
