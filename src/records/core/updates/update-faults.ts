import type { Check } from '#core/checks/check.js';
import { messageOf } from '#core/checks/write-checks.js';
import type { Fault } from '#core/errors.js';
import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import { checkFaults, matchFaults } from '#records/core/matching/match-faults.js';
import type { UpdatePlan } from './update-plan.js';

/** Faults of an update's statement, in the client's terms. */
export function updateFaults(
  { checks, match }: UpdatePlan,
  { settings }: UpdateDraft,
  found: string | null,
): readonly Fault[] {
  const pathOf = (fieldName: string | undefined, { code, reads }: Check): string => {
    // Of a composite key the update may assign another field than the first. A clash of unreadable fields has no path.
    const named = settings.find(({ field }) => field.name === fieldName);
    const isNamed = code === 'Conflict' && fieldName !== undefined;
    const assigned = isNamed ? settings.find(({ field }) => reads.includes(field.name)) : undefined;
    return (named ?? assigned)?.path ?? 'Fields';
  };
  const shown = checks.map((check) => {
    const { matchedBy, value } = settings.find(({ field }) => field.name === check.fieldName) ?? {};
    return matchedBy ? { ...check, message: messageOf(check, { field: matchedBy, value }) } : check;
  });
  return [...matchFaults(match, found), ...checkFaults(shown, found, pathOf)];
}
