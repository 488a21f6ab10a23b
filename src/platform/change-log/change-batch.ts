import type { LoggedChange } from '#core/changes/change.js';
import { type LogCursor, formatLogCursor } from '#core/changes/log-cursor.js';
import type { LogSnapshot } from '#core/changes/log-snapshot.js';

/** Batch of changes in log order, with the cursor that follows it. */
export class ChangeBatch {
  /**
   * @param from snapshot before the first change.
   * @param to snapshot at the end of the range that the batch belongs to.
   * @param end cursor after the last change.
   */
  constructor(
    readonly changes: readonly LoggedChange[],
    private readonly from: LogSnapshot,
    private readonly to: LogSnapshot,
    readonly end: LogCursor,
  ) {}

  /** Cursor that resumes after one change of the batch. */
  cursorAfter({ position }: LoggedChange): string {
    return formatLogCursor({ log: this.end.log, snapshot: this.from, rest: { to: this.to, after: position } });
  }

  /** True when the range continues in a later batch, which may hold changes of the same transactions. */
  get isCutOff(): boolean {
    return this.end.rest !== undefined;
  }

  /** Cursor that resumes after the whole batch. */
  get cursor(): string {
    return formatLogCursor(this.end);
  }
}
