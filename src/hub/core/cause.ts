import type { Change } from '#core/changes/change.js';
import type { NoticeOperation } from '#core/requests/read-subscription.js';

/** Why a subscription is told of a change: the record came to what it is about, was and is part of it, or left it. */
export type Cause = 'Enter' | 'Change' | 'Leave';

/** Sides of a change: the record before and after it. */
export interface Sides {
  readonly before: boolean;
  readonly after: boolean;
}

/** What a subscription is told of a change. */
export interface Told {
  readonly cause: Cause;
  readonly operation: NoticeOperation;
}

/**
 * Decides what a subscription is told of a change.
 * @param shown sides on which the receiver may read the record and the subscription is about it
 * @returns undefined where there is none
 */
export function toldOf({ operation }: Change, { before, after }: Sides): Told | undefined {
  if (after) {
    if (before) return { cause: 'Change', operation: 'Update' };
    return { cause: 'Enter', operation: operation === 'Create' ? 'Create' : 'Update' };
  }
  if (!before) return undefined;
  return { cause: 'Leave', operation: operation === 'Delete' ? 'Delete' : 'Removed' };
}
