import type { Fault } from '../errors.js';
import type { Guard } from '../writes/guard.js';
import type { DraftRow } from '../drafts/draft.js';
import type { InsertPlan } from './insert-plan.js';

/** Where a fault of a field stands in the body: its assignment, else the record. */
function pathOf(row: DraftRow, fieldName: string | undefined): string {
  return (fieldName && row.paths.get(fieldName)) || row.path || 'Fields';
}

const isJudgeable = (guard: Guard, row: DraftRow): boolean => !guard.reads.some((name) => row.faulty.has(name));

/** What the statement's guards found, in the caller's terms. @param found JSON `[[guard, row], …]` */
export function foundFaults({ guards, rows }: InsertPlan, found: string | null): readonly Fault[] {
  if (found === null) return [];
  return (JSON.parse(found) as [number, number][]).flatMap(([guardIndex, ordinal]): readonly Fault[] => {
    const [guard, row] = [guards[guardIndex], rows[ordinal]];
    if (!isJudgeable(guard, row)) return [];
    const { code, message, fieldName } = guard;
    return [{ code, message, path: pathOf(row, fieldName), ...(fieldName && { fieldName }) }];
  });
}
