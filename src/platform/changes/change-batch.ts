import type { LoggedChange } from '../../core/changes/change.js';
import { type LogCursor, formatLogCursor } from '../../core/changes/log-cursor.js';
import type { LogSnapshot } from '../../core/changes/log-snapshot.js';

/** Changes in the order of the log, and where reading goes on after them. */
export class ChangeBatch {
  /**
   * @param from what was seen before the first of them.
   * @param to what will be seen after the last of the stretch they are a part of.
   * @param end where reading goes on.
   */
  constructor(
    readonly changes: readonly LoggedChange[],
    private readonly from: LogSnapshot,
    private readonly to: LogSnapshot,
    readonly end: LogCursor,
  ) {}

  /** Where reading goes on after one of the changes. */
  cursorAfter({ position }: LoggedChange): string {
    return formatLogCursor({ log: this.end.log, snapshot: this.from, rest: { to: this.to, after: position } });
  }

  /** Whether more of its stretch follows, perhaps of the same transactions. */
  get isCutOff(): boolean {
    return this.end.rest !== undefined;
  }

  /** Where reading goes on after all of them. */
  get cursor(): string {
    return formatLogCursor(this.end);
  }
}
