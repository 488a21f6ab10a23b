import type { Fault } from '#core/errors.js';
import type { Draft, DraftRow } from './draft.js';

/** Replaces record ids in faults of a draft by paths in the body, because the records are rolled back. */
export function locatedFaults({ groups }: Draft, faults: readonly Fault[]): readonly Fault[] {
  const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.id, row] as const)));
  return faults.map((fault) => {
    const row = fault.recordId === undefined ? undefined : rows.get(fault.recordId);
    return row && isInRecord(fault) ? located(row, fault) : fault;
  });
}

/** Tells whether a fault has no path in the body, but at most a path inside the record's field. */
const isInRecord = ({ path, fieldName }: Fault): boolean =>
  path === undefined || (fieldName !== undefined && path !== fieldName && path.split(/[.[]/)[0] === fieldName);

function located({ path, paths }: DraftRow, fault: Fault): Fault {
  const at = fault.fieldName === undefined ? undefined : paths.get(fault.fieldName);
  const inside = at && fault.path?.slice(fault.fieldName!.length);
  return { ...fault, recordId: undefined, path: inside ? `${at}.Value${inside}` : at || path || 'Fields' };
}
