import { Injectable } from '@nestjs/common';
import type { SubscriptionCommand } from '#core/requests/read-subscription.js';
import { unavailable } from '#platform/database/connections/database.errors.js';
import type { ChangeBatch } from '#platform/change-log/change-batch.js';
import { ChangeLog } from '#platform/change-log/change-log.js';
import { RequestLimits } from '#platform/limits/request-limits.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import { changesAccess, decidesAccess } from '#hub/core/access-changes.js';
import { operationFor, seenChange } from '#hub/core/audience.js';
import { FilteredChanges, Unjudged } from '#hub/feeds/filtered-changes.js';
import { ALL_CHANGES, FilteredSubscription } from '#hub/feeds/filtered-subscription.js';
import { JudgeChanges } from '#hub/feeds/judge-changes.service.js';
import { Feeds } from '#hub/feeds/feeds.service.js';
import { type Subscriber } from '#hub/feeds/subscriber.js';
import { type Notice } from '#hub/feeds/notice.js';

/** Streams the changes of an entity that a member may see, from a cursor on. */
@Injectable()
export class FollowChanges {
  constructor(
    private readonly changes: ChangeLog,
    private readonly feeds: Feeds,
    private readonly judgement: JudgeChanges,
    private readonly limits: RequestLimits,
  ) {}

  /**
   * Follows the change log.
   * @param after cursor; null: from now on.
   * @param signal ends the stream.
   * @throws {DomainError} UnknownEntity; ScopeNone, also later, when the member loses read access.
   * @throws {CursorExpired}
   */
  async *follow(
    member: Subscriber,
    { entityName, command }: WantedChanges,
    after: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<Notice, void> {
    const { name } = member.readable(entityName).entity;
    const { catalogue, environmentId } = member;
    const filtered = this.#filteredBy(new FilteredSubscription(member, name, command ?? ALL_CHANGES));
    // Changes of roles and teams determine which changes of this entity the member may see.
    const others = [...catalogue.entities.values()].filter(({ kind }) => decidesAccess(kind));
    const kinds = new Set([name, ...others.map((other) => other.name)]);
    const consumer = consumerOf(member);
    const caller = { consumer, charge: (ms: number): void => this.limits.charge(consumer, ms) };
    const subscription = await this.changes.subscribe({ environmentId, kinds }, after ?? undefined, caller);
    const close = (): void => subscription.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      for await (const batch of subscription) {
        if (batch.changes.some((change) => changesAccess(member.catalogue, change))) await this.feeds.refresh(member);
        if (command || member.isJudged(name)) yield* this.#filteredNotices(filtered, member, batch);
        else yield* noticesFor(member, name, batch);
      }
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  #filteredBy(subscription: FilteredSubscription): FilteredStream {
    const changes = new FilteredChanges(this.judgement);
    changes.add(subscription);
    return { subscription, changes };
  }

  /** Yields the changes of a batch that concern a filtered stream. @throws {DomainError} also as `resolveFilter` */
  async *#filteredNotices(
    { subscription, changes: filtered }: FilteredStream,
    member: Subscriber,
    batch: ChangeBatch,
  ): AsyncGenerator<Notice, void> {
    const { entityName } = subscription;
    member.readable(entityName);
    if (subscription.isStale) {
      const fault = subscription.refresh();
      if (fault) throw fault;
      filtered.refreshed();
    }
    const changes = batch.changes.filter((change) => change.entityName === entityName);
    await filtered.judge(member.catalogue, changes).catch((error: unknown) => {
      throw error instanceof Unjudged ? unavailable('A change could not be judged. Try again later.') : error;
    });
    for (const change of changes)
      for (const { notice } of filtered.noticesOf(change, batch.cursorAfter(change))) yield notice;
  }
}

/** Changes that a stream follows. @see SubscriptionCommand */
interface WantedChanges {
  readonly entityName: string;
  readonly command: SubscriptionCommand | undefined;
}

/** Subscription of a stream, with the changes that it judges. */
interface FilteredStream {
  readonly subscription: FilteredSubscription;
  readonly changes: FilteredChanges;
}

/**
 * Yields the changes of a batch that a member may see.
 * @throws {DomainError} ScopeNone, UnknownEntity
 */
function* noticesFor(member: Subscriber, entityName: string, batch: ChangeBatch): Generator<Notice> {
  const groups = new Set(member.groupsOf(member.readable(entityName).entity));
  const unseen = member.viewOf(entityName).unseen;
  for (const change of batch.changes) {
    const operation = change.entityName === entityName ? operationFor(change, groups, unseen) : undefined;
    if (operation) yield { change: seenChange(change, unseen), operation, cursor: batch.cursorAfter(change) };
  }
}
