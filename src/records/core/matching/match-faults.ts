import type { Fault } from '#core/errors.js';
import type { Check } from '#core/checks/check.js';
import { withoutUnknownOwners } from '#core/checks/owner-faults.js';
import { LOCKED, MOVES_BLOCKED } from './lock-faults.js';
import { BLOCKED_NUMBER, GONE, LOCKED_NUMBER, MATCH_FAULTS, type MatchPlan } from './match-plan.js';

/**
 * Tells whether a check depends on the assigned value only, which is the same for every row, so it is reported once.
 */
const isAboutValue = ({ test }: Check): boolean => ['lookup', 'ownerUnknown', 'unique'].includes(test.kind);

/**
 * Builds the faults of matched rows.
 * @param conditions of the plan
 * @param found JSON of the statement: `[[number of the fault, Id or null], …]`.
 */
export function matchFaults({ conditions }: Pick<MatchPlan, 'conditions'>, found: string | null): readonly Fault[] {
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const isGone = number === MATCH_FAULTS.length - 1 && id === null;
    const fault = isGone ? GONE : (conditions?.get(number) ?? OF_APPROVALS.get(number) ?? MATCH_FAULTS[number]);
    return fault ? [{ ...fault, ...(id !== null && { recordId: id }) }] : [];
  });
}

/** Faults of approvals, by their numbers. */
const OF_APPROVALS = new Map<number, Omit<Fault, 'recordId'>>([
  [Number(LOCKED_NUMBER), LOCKED],
  [Number(BLOCKED_NUMBER), MOVES_BLOCKED],
]);

const pairs = (found: string | null): readonly (readonly [number, string | null])[] =>
  found === null ? [] : (JSON.parse(found) as [number, string | null][]);

/** Builds the faults of checks on stored rows, one per row. */
export function rowFaults(checks: readonly Check[], found: string | null): readonly Fault[] {
  return pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const check = checks[number - MATCH_FAULTS.length];
    if (!check || id === null) return [];
    const { code, message, fieldName, params } = check;
    const named = { ...(fieldName && { fieldName }), ...(params && { params }) };
    return [{ code, message, path: 'WhereClause', recordId: id, ...named }];
  });
}

/**
 * Builds the faults of the checks of a write by where-clause; the statement numbers them after `MATCH_FAULTS`.
 * @param pathOf returns the path at which a field was assigned.
 */
export function checkFaults(
  checks: readonly Check[],
  found: string | null,
  pathOf: (fieldName: string | undefined, check: Check) => string = () => 'WhereClause',
): readonly Fault[] {
  const faulty = new Set<Check>();
  const faults = pairs(found).flatMap(([number, id]): readonly Fault[] => {
    const check = checks[number - MATCH_FAULTS.length];
    if (!check || (isAboutValue(check) && faulty.has(check))) return [];
    faulty.add(check);
    const { code, message, fieldName, params } = check;
    const recordId = id !== null && !isAboutValue(check) ? { recordId: id } : {};
    const named = { ...(fieldName && { fieldName }), ...(params && { params }) };
    return [{ code, message, path: pathOf(fieldName, check), ...named, ...recordId }];
  });
  return withoutUnknownOwners(faults);
}
