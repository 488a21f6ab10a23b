import type { Fault } from '../errors.js';
import type { Draft, DraftRow } from './draft.js';

/** Faults of records that a draft creates, told by their place in the body: their ids mean nothing once all is undone. */
export function locatedFaults({ groups }: Draft, faults: readonly Fault[]): readonly Fault[] {
  const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.id, row] as const)));
  return faults.map((fault) => {
    const row = fault.recordId === undefined ? undefined : rows.get(fault.recordId);
    return row && fault.path === undefined ? located(row, fault) : fault;
  });
}

function located({ path, paths }: DraftRow, fault: Fault): Fault {
  const at = fault.fieldName === undefined ? undefined : paths.get(fault.fieldName);
  return { ...fault, recordId: undefined, path: at || path || 'Fields' };
}
