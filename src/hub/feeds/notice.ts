import type { Change } from '#core/changes/change.js';
import type { NoticeOperation } from '#hub/core/audience.js';

/** A change as a subscriber sees it. */
export interface Notice {
  readonly change: Change;
  readonly operation: NoticeOperation;
  /** Cursor from which reading resumes after the change. */
  readonly cursor: string;
  /** Number of changes of a large transaction that this one summarises (docs/interface/hub.md#large-transactions). */
  readonly count?: number;
}
