import type { JsonText } from '../../core/json/json.js';

/** What a write answers: finished JSON, and how many records it matched or made. */
export interface WriteOutcome {
  readonly result: JsonText;
  readonly recordAffected: number;
}

/** `Options` of a write. */
export interface WriteOptions {
  /** Run for real, answer what would happen, and leave nothing. */
  readonly dryRun: boolean;
  /** The RowVersion every matched row must have, as digits. */
  readonly expectedVersion?: string;
  /** Negative operators of the where-clause match null fields. */
  readonly nullSafeNegation: boolean;
}
