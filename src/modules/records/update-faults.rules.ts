import type { Fault } from '../../core/errors.js';
import type { UpdateDraft } from './draft-update.rules.js';
import type { Guard } from './guard.js';
import { MATCH_FAULTS } from './match-plan.js';
import type { UpdatePlan } from './update-plan.js';

/** Guards about the assigned value alone, which is the same on every row: reported once. */
const isAboutValue = ({ test }: Guard): boolean => ['lookup', 'ownerUnknown'].includes(test.kind);

/** What a statement found wrong with matched rows. @param found JSON `[[guard, Id or null], …]` */
export function matchFaults(found: string | null): readonly Fault[] {
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const fault = MATCH_FAULTS[number];
    return fault ? [{ ...fault, ...(id !== null && { recordId: id }) }] : [];
  });
}

const pairs = (found: string | null): readonly (readonly [number, string | null])[] =>
  found === null ? [] : (JSON.parse(found) as [number, string | null][]);

/** What an update's statement found, in the caller's terms. */
export function updateFaults({ guards }: UpdatePlan, draft: UpdateDraft, found: string | null): readonly Fault[] {
  const faulty = new Set<Guard>();
  const byGuards = pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const guard = guards[number - MATCH_FAULTS.length];
    if (!guard || (isAboutValue(guard) && faulty.has(guard))) return [];
    faulty.add(guard);
    const { code, message, fieldName } = guard;
    const path = draft.settings.find(({ field }) => field.name === fieldName)?.path ?? 'Fields';
    return [
      {
        code,
        message,
        path,
        ...(fieldName && { fieldName }),
        ...(id !== null && !isAboutValue(guard) && { recordId: id }),
      },
    ];
  });
  return [...matchFaults(found), ...byGuards];
}
