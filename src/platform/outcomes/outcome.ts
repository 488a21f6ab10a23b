import type { JsonText } from '../../core/json/json.js';
import type { OutcomeFault } from './outcome-fault.js';

/** What became of a write, as far as it is kept. */
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
  /** The answer's `Result`; no more than Ids where only they are kept. */
  readonly result: JsonText;
  readonly recordAffected: number;
  readonly log: readonly string[];
  readonly errorDetails: readonly OutcomeFault[];
  readonly submittedOn: string;
  readonly completedOn: string | null;
  /** The Id that the 202 of an insert told. */
  readonly recordId: string | null;
  /** Of the request that used the idempotency key by which the outcome was looked for. */
  readonly bodyHash: string | null;
}

/** What a write that was carried out answers. */
export interface WriteResult {
  readonly result: JsonText;
  readonly recordAffected: number;
  readonly log: readonly string[];
}
