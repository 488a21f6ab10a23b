import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../core/catalogue/catalogue.js';
import { CachedDirectory } from '../../platform/catalogue/cached-directory.js';
import { ChangeLog } from '../../platform/changes/change-log.js';
import { Feed, type SendNotice, type SendNotification } from './feed.js';
import { FindNotifications } from './find-notifications.repository.js';
import type { Subscriber } from './subscriber.js';

/** The feeds of all environments that have connected members on this node. */
@Injectable()
export class Feeds implements OnApplicationShutdown {
  readonly #logger = new Logger(Feeds.name);
  readonly #feeds = new Map<string, Feed>();
  #tell: SendNotice = () => undefined;
  #notify: SendNotification = () => undefined;

  constructor(
    private readonly changes: ChangeLog,
    private readonly directory: CachedDirectory,
    private readonly notifications: FindNotifications,
  ) {}

  /** Who passes news on; there is one. */
  listen(tell: SendNotice, notify: SendNotification): void {
    this.#tell = tell;
    this.#notify = notify;
  }

  async join(member: Subscriber): Promise<void> {
    await this.#feedOf(member).join(member);
  }

  leave(member: Subscriber): void {
    const feed = this.#feeds.get(member.environmentId);
    feed?.leave(member);
    if (!feed?.isEmpty) return;
    feed.close();
    this.#feeds.delete(member.environmentId);
  }

  /** Whether nobody is connected. */
  get isEmpty(): boolean {
    return this.#feeds.size === 0;
  }

  /** The environment where a user has a connection on this node. */
  environmentOf(environmentId: string, userId: string): Environment | undefined {
    return this.#feeds.get(environmentId)?.find(userId)?.catalogue.environment;
  }

  /** All members of a member's environment become who they are by now. */
  async refresh({ environmentId }: Subscriber): Promise<void> {
    await this.#feeds.get(environmentId)?.refreshAll();
  }

  #feedOf({ environmentId }: Subscriber): Feed {
    const known = this.#feeds.get(environmentId);
    if (known && !known.isClosed) return known;
    const { changes, directory, notifications } = this;
    const feed = new Feed(environmentId, {
      changes,
      directory,
      notifications,
      sendNotice: (...news) => this.#tell(...news),
      sendNotification: (...news) => this.#notify(...news),
      onError: (error) => this.#logger.warn(error),
    });
    this.#feeds.set(environmentId, feed);
    return feed;
  }

  onApplicationShutdown(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }
}
