import { parseExact } from './exact';

/** A draft, and what was stored when it began. */
export interface KeptDraft<Draft, Stored> {
  readonly draft: Draft;
  readonly base?: Stored;
}

/** Drafts of this tab survive a reload; they hold what was entered, and never a token. */
const keyOf = (place: string): string => `studio.draft.${place}`;

/** @param kept undefined to forget the draft */
export function keepDraft(place: string, kept: KeptDraft<unknown, unknown> | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // The storage is full: the draft stays in memory.
  }
}

export function keptDraft<Draft, Stored>(place: string): KeptDraft<Draft, Stored> | undefined {
  const text = sessionStorage.getItem(keyOf(place));
  return text === null ? undefined : (parseExact(text) as KeptDraft<Draft, Stored>);
}
