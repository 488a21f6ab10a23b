import type { Fault } from '#core/errors.js';
import type { Check } from '#core/checks/check.js';
import { withoutUnknownOwners } from '#core/checks/owner-faults.js';
import { messageOf } from '#core/checks/write-checks.js';
import type { DraftRow } from '#records/core/drafts/draft.js';
import type { InsertPlan } from './insert-plan.js';

/** Where a fault of a field stands in the body: its assignment, else the record. */
export function pathOf(row: DraftRow, fieldName: string | undefined): string {
  return (fieldName && row.paths.get(fieldName)) || row.path || 'Fields';
}

const isCheckable = (check: Check, row: DraftRow): boolean => !check.reads.some((name) => row.faulty.has(name));

/** Faults of a row by a failed check, in the client's terms; none where a field that the check reads is faulty. */
export function checkFaultsOf({ checks, rows }: InsertPlan, checkIndex: number, ordinal: number): readonly Fault[] {
  const [check, row] = [checks[checkIndex], rows[ordinal]];
  if (!isCheckable(check, row)) return [];
  const { code, fieldName, params } = check;
  const message = messageOf(check, fieldName === undefined ? undefined : row.matches.get(fieldName));
  return [{ code, message, path: pathOf(row, fieldName), ...(fieldName && { fieldName }), ...(params && { params }) }];
}

/** Most faults of one error; a bulk insert searches again without their rows. */
const MAX_FOUND = 10_000;

/** Faults of the statement's failed checks. @param found JSON `[[check, row], …]` */
export function foundFaults(plan: InsertPlan, found: string | null): readonly Fault[] {
  if (found === null) return [];
  const each = (JSON.parse(found) as [number, number][]).slice(0, MAX_FOUND);
  return withoutUnknownOwners(each.flatMap((pair) => checkFaultsOf(plan, ...pair)));
}
