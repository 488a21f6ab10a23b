import type { JsonText } from '../../core/json/json.js';

/** What a write answers: finished JSON, and how many records it matched or made. */
export interface WriteOutcome {
  readonly result: JsonText;
  readonly recordAffected: number;
}
