import { type Draft, isEmpty } from './draft';
import type { Row } from './entity';
import { parseExact } from './exact';

/** A draft, and the stored record that it began with. */
export interface KeptDraft {
  readonly draft: Draft;
  readonly base?: Row;
}

/** Drafts of this tab survive a reload; they hold what was entered, and never a token. */
const keyOf = (place: string): string => `studio.draft.${place}`;

export function keepDraft(place: string, kept: KeptDraft): void {
  try {
    if (isEmpty(kept.draft)) sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // The storage is full: the draft stays in memory.
  }
}

export function keptDraft(place: string): KeptDraft | undefined {
  const text = sessionStorage.getItem(keyOf(place));
  return text === null ? undefined : (parseExact(text) as KeptDraft);
}
