import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Interest } from '../../core/changes/change.js';
import { type LogCursor, CursorExpired, parseLogCursor } from '../../core/changes/log-cursor.js';
import { isLater, snapshotOf } from '../../core/changes/log-snapshot.js';
import { Config } from '../config/config.js';
import { Commits } from '../database/commits.js';
import { NotifyChannel } from './notify-channel.js';
import { type ChangeGroup, ChangeLogRepository, type LogHead } from './change-log.repository.js';
import type { Party } from '../shares/parties.js';
import { LogTail } from './log-tail.js';
import { type LogSources, Subscription } from './subscription.js';

const DAY_SECONDS = 86_400;
/** How far the database's clock may have been set back. */
const CLOCK_SECONDS = 60;

/** The only source of events: what was committed, on whichever node, as it is committed (architecture §1). */
@Injectable()
export class ChangeLog implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #sources: LogSources;

  constructor(
    private readonly repository: ChangeLogRepository,
    private readonly tail: LogTail,
    private readonly line: NotifyChannel,
    commits: Commits,
    config: Config,
  ) {
    this.#sources = { tail, repository, retentionSeconds: config.changes.retentionDays * DAY_SECONDS };
    commits.listen(() => {
      tail.wake();
      line.notify();
    });
  }

  onApplicationBootstrap(): void {
    this.line.open(() => this.tail.wake());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.tail.stop(), this.line.close()]);
    await this.repository.close();
  }

  /**
   * Follows the log until the subscription is closed.
   *
   * @param after a cursor of a batch or of a change, of any node; without it: from now on.
   * @param party the caller that reads, whose share of catch-ups counts; absent for a follower of the service.
   * @throws {CursorExpired} when the cursor is too old, or is none of this log; the subscription throws it too.
   * @throws {DomainError} Unavailable
   */
  async subscribe(interest: Interest, after?: string, party?: Party): Promise<Subscription> {
    const head = await this.repository.head();
    const cursor = after === undefined ? { log: head.log, snapshot: snapshotOf(head) } : this.#resumed(after, head);
    return new Subscription(interest, this.#sources, cursor, party);
  }

  /**
   * What the transactions among these did that changed more of one entity's records than one batch holds: such a transaction
   * begins in a batch that is cut off. Whoever knows this may have the subscription skip the changes themselves.
   */
  largeParts(environmentId: string, xids: readonly bigint[]): Promise<readonly ChangeGroup[]> {
    return this.repository.largeParts(environmentId, xids);
  }

  /**
   * A cursor that has seen more than there is was made by a log that lost its last changes since, or by nobody: it would cost
   * more than any that the service made.
   */
  #resumed(text: string, head: LogHead): LogCursor {
    const cursor = parseLogCursor(text);
    if (!cursor || cursor.log !== head.log || head.at - cursor.snapshot.at > this.#sources.retentionSeconds)
      throw new CursorExpired();
    const { snapshot: seen, rest = { to: seen, after: 0n } } = cursor;
    if (isLater(rest.to, snapshotOf(head)) || isLater(seen, rest.to) || rest.after > head.top)
      throw new CursorExpired();
    if (Math.max(seen.at, rest.to.at) > head.at + CLOCK_SECONDS) throw new CursorExpired();
    return cursor;
  }
}
