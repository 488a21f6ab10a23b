import { MAX_POSITION, parseLogCursor, type LogCursor } from '#core/changes/log-cursor.js';
import { hasNotBegun, snapshotOf } from '#core/changes/log-snapshot.js';
import type { LogHead, LogRangePage } from '#platform/change-log/change-log.repository.js';
import { MAX_CHANGES } from '#platform/change-log/read-changes.sql.js';
import type { TriggerCursor } from './trigger-cursors.repository.js';

/** Time up to which the log is read, in seconds. */
export const timeOf = ({ cursor, beginsOn }: TriggerCursor): { readonly at: number } =>
  parseLogCursor(cursor ?? '')?.snapshot ?? { at: beginsOn };

/** Where to go on; undefined when the cursor belongs to another log. */
export function cursorOf({ cursor, beginsAt, beginsOn }: TriggerCursor, head: LogHead): LogCursor | undefined {
  if (cursor === null) {
    const snapshot = { xmax: beginsAt, inProgress: [], at: beginsOn };
    return hasNotBegun(head, beginsAt) ? undefined : { log: head.log, snapshot };
  }
  const parsed = parseLogCursor(cursor);
  return parsed?.log === head.log ? parsed : undefined;
}

export function logRangeOf({ snapshot, rest }: LogCursor, head: LogHead): LogRangePage['range'] {
  const { to, after } = rest ?? { to: snapshotOf(head, snapshot), after: 0n };
  return { from: snapshot, to, after, upTo: MAX_POSITION, excluded: [] };
}

/** Cursor after the first changes of a page. */
export function endOf({ log }: LogCursor, { range, changes }: LogRangePage, count: number): LogCursor {
  if (count === changes.length && count < MAX_CHANGES) return { log, snapshot: range.to };
  return { log, snapshot: range.from, rest: { to: range.to, after: changes[count - 1].position } };
}
