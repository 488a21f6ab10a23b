import type { JsonText } from '#core/json/json.js';
import type { OutcomeFault } from './outcome-fault.js';

/** Stored outcome of a write. */
export interface Outcome {
  /** The correlation id. */
  readonly id: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly status: 'Processing' | 'Completed' | 'Failed';
  readonly operation: string;
  readonly entityName: string | null;
  /** Null while it is processed. */
  readonly httpStatus: number | null;
  /** `Result` of the answer; only Ids where nothing else is stored. */
  readonly result: JsonText;
  readonly recordAffected: number;
  readonly log: readonly string[];
  readonly errorDetails: readonly OutcomeFault[];
  readonly submittedOn: string;
  readonly completedOn: string | null;
  /** Id of the created record, as in the 202 of an insert. */
  readonly recordId: string | null;
  /** Hash of the request that used the idempotency key by which the outcome was found. */
  readonly bodyHash: string | null;
}

/** Outcome of an executed write: `Result` as finished JSON, and the number of records that it matched or created. */
export interface WriteOutcome {
  readonly result: JsonText;
  readonly recordAffected: number;
}

/** Answer of an executed write. */
export interface WriteResult extends WriteOutcome {
  readonly log: readonly string[];
}
