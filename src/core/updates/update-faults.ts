import type { Fault } from '../errors.js';
import type { UpdateDraft } from '../drafts/update-draft.js';
import { checkFaults, matchFaults } from '../matching/match-faults.js';
import type { UpdatePlan } from './update-plan.js';

/** Faults of an update's statement, in the client's terms. */
export function updateFaults(
  { guards }: UpdatePlan,
  { settings }: UpdateDraft,
  found: string | null,
): readonly Fault[] {
  const pathOf = (fieldName: string | undefined): string =>
    settings.find(({ field }) => field.name === fieldName)?.path ?? 'Fields';
  return [...matchFaults(found), ...checkFaults(guards, found, pathOf)];
}
