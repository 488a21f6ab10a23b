import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { RECORD_SHARE } from '#core/catalogue/share-entities.js';
import { changeKind } from '#core/changes/change.js';
import { DomainError } from '#core/errors.js';
import { receivedShare } from '#core/relations/share-clauses.js';
import type { ChangeBatch } from '#platform/change-log/change-batch.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import type { FeedSources } from './feed-sources.js';
import { FilteredChanges, Unjudged } from './filtered-changes.js';
import { ALL_CHANGES, FilteredSubscription } from './filtered-subscription.js';
import { ScopeNotices } from './scope-notices.js';
import type { Subscriber } from './subscriber.js';

/** Waits while changes cannot be judged, and attempts before their subscriptions end unless the database is away. */
const RETRY = new Backoff(100, 5_000);
const MAX_ATTEMPTS = 4;
/** Filtered subscriptions that a connection may have. */
const MAX_OF_MEMBER = 50;
const UNJUDGED = 'Unavailable: A change could not be judged. Subscribe again, and read the records again.';

/** Feed of an environment. */
interface JudgedFeed {
  readonly isClosed: boolean;
  /** Definitions by which its members are served; undefined without members. */
  readonly catalogue: Catalogue | undefined;
  refreshAll(): Promise<void>;
}

/** Filtered subscriptions of the members of a feed: judges its changes, and ends the subscriptions that fit no more. */
export class FeedFilters {
  readonly changes: FilteredChanges;
  readonly #scopes: ScopeNotices;
  /** By member and id. */
  readonly #byMember = new Map<Subscriber, Map<string, FilteredSubscription>>();

  constructor(
    private readonly feed: JudgedFeed,
    private readonly sources: Pick<FeedSources, 'judgement' | 'sendEnded' | 'sendScopeChanged' | 'onError'>,
  ) {
    this.changes = new FilteredChanges(sources.judgement);
    this.#scopes = new ScopeNotices(sources.sendScopeChanged);
  }

  /** Tells whether each change of an entity is needed. */
  reads(entityName: string): boolean {
    return this.changes.has(entityName) || (entityName === RECORD_SHARE && !this.changes.isEmpty);
  }

  /**
   * Notifies members whose clauses read what has changed, and those with whom records are or were shared: other records may
   * have entered or left what they read.
   */
  async noticeScopes({ changes }: ChangeBatch): Promise<void> {
    const { catalogue } = this.feed;
    if (this.changes.isEmpty || !catalogue) return;
    const kinds = new Set(
      changes.flatMap(({ entityName, operation }) => [entityName, changeKind(entityName, operation)]),
    );
    const filters = this.changes.filters(catalogue);
    for (const each of filters) for (const member of each.readersOf(kinds)) this.#scopes.add(member, each.entity.name);
    if (!kinds.has(RECORD_SHARE)) return;
    const receivers = await this.#receiversOf(catalogue, changes, new Set(filters.flatMap((each) => each.receivers)));
    for (const each of filters)
      for (const member of each.receivers) if (receivers.has(member)) this.#scopes.add(member, each.entity.name);
  }

  /** Finds the members for whom a changed share is or was; all of them where it cannot be judged. */
  async #receiversOf(
    catalogue: Catalogue,
    changes: ChangeBatch['changes'],
    members: ReadonlySet<Subscriber>,
  ): Promise<ReadonlySet<Subscriber>> {
    const shares = changes.filter(({ entityName }) => entityName === RECORD_SHARE);
    const clauses = [...members].map(({ principal }) => receivedShare(principal));
    const entity = catalogue.entity(RECORD_SHARE);
    const judged = { entity, clauses, shown: [], masked: [], showsAll: false };
    try {
      const found = [...(await this.sources.judgement.judge(catalogue, judged, shares)).values()];
      const places = new Set(found.flatMap(({ before, after }) => [...before, ...after]));
      return new Set([...members].filter((_, place) => places.has(place)));
    } catch (error) {
      this.sources.onError(error);
      return members;
    }
  }

  /**
   * Begins a subscription; an equal one goes on.
   * @param clauses distinct clauses that an entity may have
   * @throws {DomainError} RateLimited
   */
  begin(subscription: FilteredSubscription, clauses: number): void {
    const { member, entityName, filter, id } = subscription;
    const own = this.#byMember.get(member) ?? new Map<string, FilteredSubscription>();
    if (own.has(id)) return;
    if ([...own.values()].filter(({ isPlain }) => !isPlain).length >= MAX_OF_MEMBER)
      throw limited(`A connection may have ${MAX_OF_MEMBER} filtered subscriptions. End one first.`);
    const known = this.changes.clausesOn(entityName);
    if (filter.clause && !known.has(filter.clause.key) && known.size >= clauses)
      throw limited(`All subscriptions to ${entityName} on this node may have ${clauses} different clauses together.`);
    this.#add(subscription);
  }

  #add(subscription: FilteredSubscription): void {
    const { member, id } = subscription;
    const own = this.#byMember.get(member) ?? new Map<string, FilteredSubscription>();
    this.#byMember.set(member, own.set(id, subscription));
    this.changes.add(subscription);
  }

  /** Judges the registrations of a member about whose records clauses or shares decide, and no others any more. */
  track(member: Subscriber): void {
    const judged = new Set(member.registered.filter((name) => member.isJudged(name)));
    const own = [...(this.#byMember.get(member)?.values() ?? [])].filter(({ isPlain }) => isPlain);
    for (const each of own) if (!judged.delete(each.entityName)) this.#remove(each);
    for (const name of judged) this.#add(new FilteredSubscription(member, name, ALL_CHANGES));
  }

  /** Ends a subscription. @returns false if the member has none with this id */
  end(member: Subscriber, id: string): boolean {
    const subscription = this.#byMember.get(member)?.get(id);
    if (!subscription || subscription.isPlain) return false;
    this.#remove(subscription);
    return true;
  }

  #remove(subscription: FilteredSubscription): void {
    const { member, id } = subscription;
    const own = this.#byMember.get(member);
    own?.delete(id);
    if (own?.size === 0) this.#byMember.delete(member);
    this.changes.remove(subscription);
  }

  /** Judges a batch by the clauses of subscriptions; those whose changes cannot be judged end. */
  async judge({ changes }: ChangeBatch): Promise<void> {
    if (this.changes.isEmpty) return;
    for (let failures = 1; !this.feed.isClosed && this.feed.catalogue; failures++) {
      const error = await this.#unjudged(this.feed.catalogue, changes);
      if (!error) return;
      this.sources.onError(error.cause);
      const isAway = isOutage(error.cause);
      if (isAway || failures < MAX_ATTEMPTS) await sleep(RETRY.after(failures));
      else for (const each of this.changes.of(error.entityName)) this.#expire(each, UNJUDGED);
      // Definitions may be other ones than those that this node knows.
      if (!isAway) await this.feed.refreshAll();
    }
  }

  /** Judges changes. @returns why they could not be */
  async #unjudged(catalogue: Catalogue, changes: ChangeBatch['changes']): Promise<Unjudged | undefined> {
    try {
      await this.changes.judge(catalogue, changes);
      return undefined;
    } catch (error) {
      if (error instanceof Unjudged) return error;
      throw error;
    }
  }

  /** Resolves the subscriptions of a member whose access, or whose definitions, have changed. */
  renew(member: Subscriber): void {
    this.track(member);
    const stale = [...(this.#byMember.get(member)?.values() ?? [])].filter(({ isStale }) => isStale);
    for (const subscription of stale) {
      const fault = subscription.refresh();
      if (fault) this.#expire(subscription, `${fault.code}: ${fault.message}`);
    }
    if (stale.length > 0) this.changes.refreshed();
  }

  #expire(subscription: FilteredSubscription, reason: string): void {
    this.#remove(subscription);
    this.sources.sendEnded(subscription, reason);
  }

  /** Ends the subscriptions of a member who has left. */
  leave(member: Subscriber): void {
    this.#scopes.leave(member);
    for (const each of this.#byMember.get(member)?.values() ?? []) this.#remove(each);
  }
}

const limited = (message: string): DomainError => new DomainError({ code: 'RateLimited', message });
