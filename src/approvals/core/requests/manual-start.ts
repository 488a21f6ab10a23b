import type { Fault } from '#core/errors.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';

/** A request that a caller creates. */
export interface ManualRequest {
  readonly processId: string | null;
  /** Owner whom the caller gave the request to, other than themselves. */
  readonly foreignOwnerId: string | null;
}

/** The record that it names, as it is now. */
export interface ManualRecord {
  readonly ownerId: string | null;
  /** A request locks it. */
  readonly isLocked: boolean;
  /** The caller may create requests for records of this owner. */
  readonly isInScope: boolean;
  /** Processes that may be started, each with the answer whether the record meets its criteria. */
  readonly processes: readonly { readonly process: ApprovalProcess; readonly isMet: boolean }[];
}

const fault = (code: Fault['code'], message: string, fieldName = 'RecordId'): Fault => ({ code, message, fieldName });

/** The record is missing, deleted, hidden, or of an entity without a process. */
export const NO_RECORD = fault(
  'NotFound',
  'There is no such record that can be approved. RecordId takes the record-information id (RecordInformationId), not the Id.',
);

/** No step of the process has to be passed. */
export const NO_STEP = fault('Validation', 'The record meets the criteria of no step: nobody has to approve it.');

/** Returns the process that the request starts, or why it starts none (docs/approvals.md#starting-by-hand). */
export function processToStart(request: ManualRequest, record: ManualRecord): ApprovalProcess | Fault {
  if (!record.isInScope) return fault('OutOfScope', 'You may not request approval of records of this owner.');
  const { processId, foreignOwnerId } = request;
  if (foreignOwnerId !== null && foreignOwnerId !== record.ownerId)
    return fault('Validation', 'A request belongs to the owner of its record.', 'OwnerId');
  const process = processId === null ? onlyProcess(record) : namedProcess(record, processId);
  if ('code' in process || !record.isLocked) return process;
  return fault('Conflict', 'The record is under approval already.');
}

function namedProcess({ processes }: ManualRecord, processId: string): ApprovalProcess | Fault {
  const named = processes.find(({ process }) => process.id === processId);
  if (!named) return fault('Validation', 'ProcessId names no active process of the record’s entity.', 'ProcessId');
  return named.isMet
    ? named.process
    : fault('Validation', `The record does not meet the criteria of ${named.process.name}.`);
}

function onlyProcess({ processes }: ManualRecord): ApprovalProcess | Fault {
  const fitting = processes.filter(({ isMet }) => isMet).map(({ process }) => process);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) return fault('Validation', 'The record meets the criteria of no active process.');
  const names = fitting.map(({ name }) => name).join(', ');
  return fault('Validation', `ProcessId is needed, because several processes fit: ${names}.`, 'ProcessId');
}
