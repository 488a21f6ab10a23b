import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { FollowDefinitions } from '#platform/catalogue/follow-definitions.js';
import { ChangeLog } from '#platform/change-log/change-log.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { Feed } from './feed.js';
import type { FeedFilters } from './feed-filters.js';
import type { SendEnded, SendNotice, SendNotification, SendScopeChanged } from './feed-sources.js';
import { FindNotifications } from './find-notifications.repository.js';
import { JudgeChanges } from './judge-changes.service.js';
import type { Subscriber } from './subscriber.js';

const LOOK_EVERY_MS = 10_000;

/** Feeds of the environments that have connected members on this node. */
@Injectable()
export class Feeds implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(Feeds.name);
  readonly #feeds = new Map<string, Feed>();
  #sendNotice: SendNotice = () => undefined;
  #sendNotification: SendNotification = () => undefined;
  #sendEnded: SendEnded = () => undefined;
  #sendScopeChanged: SendScopeChanged = () => undefined;

  constructor(
    private readonly changes: ChangeLog,
    private readonly directory: CachedDirectory,
    private readonly notifications: FindNotifications,
    private readonly judgement: JudgeChanges,
    private readonly traces: Traces,
    private readonly environments: EnvironmentRepository,
    private readonly definitions: FollowDefinitions,
  ) {}

  onModuleInit(): void {
    this.definitions.listen(() => void this.leaveMoved());
  }

  /** Disconnects the members of environments that have moved to another cell: now and then too, should a signal be lost. */
  @Upkeep(LOOK_EVERY_MS)
  async leaveMoved(): Promise<void> {
    const ids = [...this.#feeds.keys()];
    if (ids.length === 0) return;
    const served = await this.environments.versions(ids);
    for (const id of ids) if (!served.has(id)) this.#feeds.get(id)?.leaveMoved();
  }

  /** Sets the senders of notices, notifications, ends of subscriptions and changed scopes. */
  listen(
    sendNotice: SendNotice,
    sendNotification: SendNotification,
    sendEnded: SendEnded,
    sendScopeChanged: SendScopeChanged,
  ): void {
    this.#sendNotice = sendNotice;
    this.#sendNotification = sendNotification;
    this.#sendEnded = sendEnded;
    this.#sendScopeChanged = sendScopeChanged;
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

  /** True if no client is connected to this node. */
  get isEmpty(): boolean {
    return this.#feeds.size === 0;
  }

  /** Returns the definitions of the environment if the user has a connection to it on this node. */
  catalogueOf(environmentId: string, userId: string): Catalogue | undefined {
    return this.#feeds.get(environmentId)?.find(userId)?.catalogue;
  }

  /** Filtered subscriptions of the members of an environment; undefined while it has none. */
  filtersOf({ environmentId }: Subscriber): FeedFilters | undefined {
    return this.#feeds.get(environmentId)?.filters;
  }

  /** Refreshes the access of all members of a member's environment. */
  async refresh({ environmentId }: Subscriber): Promise<void> {
    await this.#feeds.get(environmentId)?.refreshAll();
  }

  #feedOf({ environmentId }: Subscriber): Feed {
    const known = this.#feeds.get(environmentId);
    if (known && !known.isClosed) return known;
    const { changes, directory, notifications, judgement, traces } = this;
    const feed = new Feed(environmentId, {
      changes,
      directory,
      notifications,
      judgement,
      traces,
      sendNotice: (...notice) => this.#sendNotice(...notice),
      sendNotification: (...notification) => this.#sendNotification(...notification),
      sendEnded: (...ended) => this.#sendEnded(...ended),
      sendScopeChanged: (...changed) => this.#sendScopeChanged(...changed),
      onError: (error) => this.#logger.warn(error),
    });
    this.#feeds.set(environmentId, feed);
    return feed;
  }

  onApplicationShutdown(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }
}
