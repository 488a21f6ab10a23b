import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Interest } from '#core/changes/change.js';
import { type LogCursor, CursorExpired, parseLogCursor } from '#core/changes/log-cursor.js';
import { isLater, snapshotOf } from '#core/changes/log-snapshot.js';
import { Config } from '#platform/process/config/config.js';
import { Commits } from '#platform/database/commits.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { type ChangeGroup, ChangeLogRepository, type LogHead } from './change-log.repository.js';
import { LogTail } from './log-tail.js';
import { type LogSources, type StreamCaller, Subscription } from './subscription.js';

const DAY_SECONDS = 86_400;
/** Largest step back of the database's clock that a cursor survives. */
const CLOCK_SECONDS = 60;

/** Publishes every committed change of all nodes. It is the only source of events (docs/architecture.md). */
@Injectable()
export class ChangeLog implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #sources: LogSources;

  constructor(
    private readonly repository: ChangeLogRepository,
    private readonly tail: LogTail,
    private readonly channel: NotifyChannel,
    commits: Commits,
    config: Config,
  ) {
    this.#sources = { tail, repository, retentionSeconds: config.changes.retentionDays * DAY_SECONDS };
    channel.listen('changes', () => tail.wake());
    commits.listen(() => {
      tail.wake();
      channel.notify('changes');
    });
  }

  onApplicationBootstrap(): void {
    this.channel.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.tail.stop(), this.channel.close()]);
    await this.repository.close();
  }

  /**
   * Follows the log until the subscription is closed.
   *
   * @param after cursor of a batch or a change, from any node; absent starts with the next change.
   * @param caller the one that reads, for its fair share of catch-ups; absent for a follower of the service.
   * @throws {CursorExpired} when the cursor is too old or belongs to another log; the subscription throws it too.
   * @throws {DomainError} Unavailable
   */
  async subscribe(interest: Interest, after?: string, caller?: StreamCaller): Promise<Subscription> {
    const begunMs = performance.now();
    const head = await this.repository.head().finally(() => caller?.charge(performance.now() - begunMs));
    const cursor = after === undefined ? { log: head.log, snapshot: snapshotOf(head) } : this.#resumed(after, head);
    return new Subscription(interest, this.#sources, cursor, caller);
  }

  /**
   * Groups of changes by those of these transactions that changed more records of one entity than a batch holds. Such a
   * transaction starts in a batch that is cut off. The caller can let the subscription skip the single changes.
   */
  largeParts(environmentId: string, xids: readonly bigint[]): Promise<readonly ChangeGroup[]> {
    return this.repository.largeParts(environmentId, xids);
  }

  /**
   * Checks a cursor against the log. A cursor ahead of the log was forged, or its log has lost its last changes since.
   * Reading from it would cost more than from any cursor of the service.
   */
  #resumed(text: string, head: LogHead): LogCursor {
    const cursor = parseLogCursor(text);
    if (!cursor || cursor.log !== head.log || head.at - cursor.snapshot.at > this.#sources.retentionSeconds)
      throw new CursorExpired();
    const { snapshot, rest = { to: snapshot, after: 0n } } = cursor;
    if (isLater(rest.to, snapshotOf(head)) || isLater(snapshot, rest.to) || rest.after > head.top)
      throw new CursorExpired();
    if (Math.max(snapshot.at, rest.to.at) > head.at + CLOCK_SECONDS) throw new CursorExpired();
    return cursor;
  }
}
