import type { BatchStep } from '#records/core/batch/batch-command.js';

/** Changes of access whose effect is asked for. */
export interface PreviewQuestion {
  readonly steps: readonly BatchStep[];
  /** Undefined: all users. */
  readonly userIds: readonly string[] | undefined;
  /** Lines about ignored members. */
  readonly log: readonly string[];
}
