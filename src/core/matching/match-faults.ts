import type { Fault } from '../errors.js';
import type { Check } from '../checks/check.js';
import { GONE, MATCH_FAULTS } from './match-plan.js';

/** Guards about the assigned value alone, which is the same on every row: reported once. */
const isAboutValue = ({ test }: Check): boolean => ['lookup', 'ownerUnknown', 'unique'].includes(test.kind);

/** What a statement found wrong with matched rows. @param found JSON `[[guard, Id or null], …]` */
export function matchFaults(found: string | null): readonly Fault[] {
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const isGone = number === MATCH_FAULTS.length - 1 && id === null;
    const fault = isGone ? GONE : MATCH_FAULTS[number];
    return fault ? [{ ...fault, ...(id !== null && { recordId: id }) }] : [];
  });
}

const pairs = (found: string | null): readonly (readonly [number, string | null])[] =>
  found === null ? [] : (JSON.parse(found) as [number, string | null][]);

/** What guards that judge stored rows found, each row by itself. */
export function rowFaults(guards: readonly Check[], found: string | null): readonly Fault[] {
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const guard = guards[number - MATCH_FAULTS.length];
    if (!guard || id === null) return [];
    const { code, message, fieldName } = guard;
    return [{ code, message, path: 'WhereClause', recordId: id, ...(fieldName && { fieldName }) }];
  });
}

/**
 * What the guards of a write by where-clause found; the statement numbers them after `MATCH_FAULTS`.
 * @param pathOf where a field was assigned.
 */
export function checkFaults(
  guards: readonly Check[],
  found: string | null,
  pathOf: (fieldName: string | undefined) => string = () => 'WhereClause',
): readonly Fault[] {
  const faulty = new Set<Check>();
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const guard = guards[number - MATCH_FAULTS.length];
    if (!guard || (isAboutValue(guard) && faulty.has(guard))) return [];
    faulty.add(guard);
    const { code, message, fieldName } = guard;
    const recordId = id !== null && !isAboutValue(guard) ? { recordId: id } : {};
    return [{ code, message, path: pathOf(fieldName), ...(fieldName && { fieldName }), ...recordId }];
  });
}
