import type { Change } from '../../core/changes/change.js';
import type { NoticeOperation } from './audience.rules.js';

/** What somebody hears of a change. */
export interface Notice {
  readonly change: Change;
  readonly operation: NoticeOperation;
  /** Where reading goes on after the change. */
  readonly cursor: string;
  /** The change stands for so many of its transaction (contract §14.10). */
  readonly count?: number;
}
