import type { JsonText } from '../../core/json/json.js';
import type { MatchOptions } from '../../core/writes/match-records.js';

/** What a write answers: finished JSON, and how many records it matched or made. */
export interface WriteOutcome {
  readonly result: JsonText;
  readonly recordAffected: number;
}

/** `Options` of a write. */
export interface WriteOptions extends MatchOptions {
  /** Run for real, answer what would happen, and leave nothing. */
  readonly dryRun: boolean;
}
