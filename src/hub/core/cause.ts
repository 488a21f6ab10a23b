import type { Change } from '#core/changes/change.js';
import type { NoticeOperation } from '#core/requests/read-subscription.js';

/** Reason for which a subscription is notified: the record enters what it is about, changes within it, or leaves it. */
export type ChangeCause = 'Enter' | 'Change' | 'Leave';

/** Sides of a change: the record before and after it. */
export interface Sides {
  readonly before: boolean;
  readonly after: boolean;
}

/** Effect of a change on a subscription. */
export interface Effect {
  readonly cause: ChangeCause;
  readonly operation: NoticeOperation;
}

/**
 * Decides the effect of a change on a subscription.
 * @param sides on which the receiver may read the record and the subscription is about it
 * @returns undefined where the subscription is not notified
 */
export function effectOf({ operation }: Change, { before, after }: Sides): Effect | undefined {
  if (after) {
    if (before) return { cause: 'Change', operation: 'Update' };
    return { cause: 'Enter', operation: operation === 'Create' ? 'Create' : 'Update' };
  }
  if (!before) return undefined;
  return { cause: 'Leave', operation: operation === 'Delete' ? 'Delete' : 'Removed' };
}
