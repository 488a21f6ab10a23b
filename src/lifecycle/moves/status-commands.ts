import type { Assignment } from '#core/requests/assignments.js';
import type { Fault } from '#core/errors.js';
import type { WriteOptions } from '#core/requests/write-commands.js';

/** Members of every call about statuses. */
interface StatusCommand {
  readonly entityName?: string;
  /** Faults of the request's shape. */
  readonly shapeFaults: readonly Fault[];
  /** Lines for the answer's `Log` about ignored members. */
  readonly log: string[];
}

/** A request for the statuses that a record can move to. */
export interface AvailableCommand extends StatusCommand {
  /** Record-information id. */
  readonly recordId: string;
  readonly includeBlocked: boolean;
}

/** A request to move one record. */
export interface MoveCommand extends StatusCommand {
  /** Record-information id. */
  readonly recordId: string;
  /** Id or name of a status of the lifecycle. */
  readonly nextStatus: string;
  readonly comment: string | null;
  readonly assignments: readonly Assignment[];
  readonly options: WriteOptions;
}

/** A request to move many records, each by itself. */
export interface BulkMoveCommand extends StatusCommand {
  /** Record-information ids in the order of the request. */
  readonly recordIds: readonly string[];
  /** Id or name of a status of the lifecycle. */
  readonly nextStatus: string;
  readonly comment: string | null;
  readonly options: WriteOptions;
}
