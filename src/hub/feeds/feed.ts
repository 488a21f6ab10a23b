import { type ApiKey, endOfKey, isUnlimited } from '#core/catalogue/api-key.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Change, LoggedChange } from '#core/changes/change.js';
import type { ChangeBatch } from '#platform/change-log/change-batch.js';
import type { Subscription } from '#platform/change-log/subscription.js';
import { callerIds } from '#platform/catalogue/directory.js';
import { changesAccess } from '#hub/core/access-changes.js';
import { audiencesOf, seenChange, type UnseenFields } from '#hub/core/audience.js';
import type { FeedSources } from './feed-sources.js';
import { FeedFilters } from './feed-filters.js';
import type { FilteredNotice } from './filtered-changes.js';
import { noteSent } from './note-sent.js';
import type { Subscriber } from './subscriber.js';
import { partKey, type TransactionSummary, TransactionSummaries } from './transaction-summaries.js';

/** Close message after a lost feed; clients reconnect and catch up from their cursor. */
const LOST = { error: 'Changes were missed.', allowReconnect: true };
/** Close message of an environment that is not served here any more; clients find its cell by connecting again. */
const MOVED = { error: 'The environment has moved to another cell.', allowReconnect: true };
const NO_MEMBER = { error: 'You are not a member of this environment any more.' };

const NOTIFICATION = 'Notification';

const isNotification = ({ entityName, operation }: Change): boolean =>
  entityName === NOTIFICATION && operation === 'Create';

/**
 * Feed of one environment's changes, in order, to its connected members. Access is refreshed before changes are sent
 * that were committed with or after changes of roles, teams, users or definitions.
 */
export class Feed {
  readonly #members = new Set<Subscriber>();
  readonly #summaries = new TransactionSummaries();
  readonly filters: FeedFilters;
  readonly #opened: Promise<void>;
  #close: () => void = () => undefined;
  #isClosed = false;
  #closeNotice = LOST;

  constructor(
    private readonly environmentId: string,
    private readonly sources: FeedSources,
  ) {
    this.filters = new FeedFilters(this, sources);
    this.#opened = this.#open();
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** Finds a connected member by user id. */
  find(userId: string): Subscriber | undefined {
    return [...this.#members].find(({ principal }) => principal.userId === userId);
  }

  get catalogue(): Catalogue | undefined {
    const [member] = this.#members;
    return member?.catalogue;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Adds a member, who receives changes committed from now on. */
  async join(member: Subscriber): Promise<void> {
    this.#members.add(member);
    await this.#opened;
    // The member's access was read before the feed knew the member.
    await this.#refresh(member);
  }

  leave(member: Subscriber): void {
    this.#members.delete(member);
    this.filters.leave(member);
  }

  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  /** Closes the feed of an environment that is not served any more, and disconnects its members. */
  leaveMoved(): void {
    this.#closeNotice = MOVED;
    this.close();
  }

  /** Refreshes every member's access and disconnects former members. */
  async refreshAll(): Promise<void> {
    await this.sources.directory.refresh();
    for (const member of this.#members) await this.#refresh(member);
  }

  /** Subscribes to the change log; a feed that fails to open is closed, and the next member gets a new one. */
  async #open(): Promise<void> {
    const subscription = await this.sources.changes
      .subscribe({ environmentId: this.environmentId })
      .catch((error: unknown) => {
        this.#isClosed = true;
        throw error;
      });
    this.#close = () => subscription.close();
    if (this.#isClosed) this.#close();
    void this.#follow(subscription);
  }

  async #follow(subscription: Subscription): Promise<void> {
    try {
      for await (const batch of subscription) {
        if (this.isEmpty) continue;
        await this.#prepare(batch, subscription);
        subscription.isFiltered = !this.filters.changes.isEmpty;
        await this.filters.judge(batch);
        await this.#sendBatch(batch);
        await this.filters.noticeScopes(batch);
        await this.#sendNotifications(batch);
        noteSent(this.sources.traces, this.environmentId, batch);
      }
    } catch (error) {
      this.sources.onError(error);
    }
    this.#isClosed = true;
    subscription.close();
    for (const { client } of this.#members) client.close(this.#closeNotice);
  }

  /** Summarises large transactions, then refreshes access before sending. */
  async #prepare(batch: ChangeBatch, subscription: Subscription): Promise<void> {
    const changes = [...batch.changes];
    if (batch.isCutOff) {
      const xids = this.#summaries.unchecked(changes);
      const large = await this.sources.changes.largeParts(this.environmentId, xids);
      const lasts = this.#summaries.open(xids, large).map(({ last }) => last);
      // Notifications are also sent one by one, and filtered changes counted, so these are not skipped.
      const isRead = (name: string): boolean => name === NOTIFICATION || this.filters.reads(name);
      subscription.skip(lasts.filter(({ entityName }) => !isRead(entityName)));
      changes.push(...lasts);
    }
    const [member] = this.#members;
    if (member && changes.some((change) => changesAccess(member.catalogue, change))) await this.refreshAll();
  }

  async #sendBatch(batch: ChangeBatch): Promise<void> {
    for (const change of batch.changes) {
      if (this.#summaries.covers(change)) {
        this.filters.changes.count(change, partKey(change));
        continue;
      }
      await this.#sendSummaries(batch, change.position);
      await this.#sendChange(change, batch.cursorAfter(change));
    }
    if (batch.isCutOff) return;
    await this.#sendSummaries(batch);
    this.#summaries.clear();
  }

  /**
   * Sends the summaries that are due.
   * @param before position in the log; summaries that end before it are due, or all if it is absent.
   */
  async #sendSummaries(batch: ChangeBatch, before?: bigint): Promise<void> {
    for (const summary of this.#summaries.due(before))
      await this.#sendSummary(summary, batch.cursorAfter(summary.last));
  }

  /** Sends new notifications to their owners who are connected to this node. */
  async #sendNotifications({ changes }: ChangeBatch): Promise<void> {
    const [member] = this.#members;
    const created = changes.filter(isNotification);
    if (!member || created.length === 0) return;
    const { catalogue } = member;
    const userIds = new Set<unknown>([...this.#members].map(({ principal }) => principal.userId));
    const ids = created.filter(({ after }) => userIds.has(after?.ownerId)).map(({ recordId }) => recordId);
    if (ids.length === 0) return;
    const records = await this.sources.notifications.byIds(catalogue, ids);
    for (const id of ids) {
      const record = records.get(id);
      if (record) await this.sources.sendNotification(record, catalogue.environment);
    }
  }

  async #sendSummary(summary: TransactionSummary, cursor: string): Promise<void> {
    const { last } = summary;
    for (const member of this.#members) {
      const groups = new Set(member.groupsFor(last.entityName));
      const unseen = member.viewOf(last.entityName).unseen;
      const change = seenChange(last, unseen);
      for (const [operation, count] of summary.countsFor(groups, unseen))
        await this.sources.sendNotice({ change, operation, cursor, count }, [member], member.catalogue.environment);
    }
    await this.#sendFiltered(this.filters.changes.summariesOf(last, partKey(last), cursor));
  }

  /**
   * Sends a change to its audiences.
   * @param cursor from which reading resumes after the change.
   */
  async #sendChange(change: LoggedChange, cursor: string): Promise<void> {
    const [member] = this.#members;
    if (!member) return;
    for (const unseen of this.#unseenOf(change.entityName))
      for (const audience of audiencesOf(change, unseen))
        await this.sources.sendNotice(
          { change: seenChange(change, unseen), operation: audience.operation, cursor },
          audience,
          member.catalogue.environment,
        );
    await this.#sendFiltered(this.filters.changes.noticesOf(change, cursor));
  }

  async #sendFiltered(notices: Iterable<FilteredNotice>): Promise<void> {
    for (const { notice, receivers } of notices)
      await this.sources.sendNotice(notice, receivers, receivers[0].catalogue.environment);
  }

  /** The sets of protected fields that members do not see, each once; one empty set for most entities. */
  #unseenOf(entityName: string): Iterable<UnseenFields> {
    const [member] = this.#members;
    if (member.catalogue.find(entityName)?.protectedFields.length !== 0) {
      const sets = [...this.#members].map((each) => each.viewOf(entityName).unseen);
      return new Map(sets.map((unseen) => [unseen.join(), unseen])).values();
    }
    return [[]];
  }

  /** Refreshes the access of one member, or disconnects a former member. */
  async #refresh(member: Subscriber): Promise<void> {
    const { directory } = this.sources;
    const { tenantId, appId, id } = member.catalogue.environment;
    const catalogue = await directory.find(tenantId, appId, id);
    const principal = catalogue && (await directory.caller(catalogue, callerIds(member.principal)));
    if (!principal || principal === 'inactive') member.client.close(NO_MEMBER);
    else if (isOtherKey(member.principal.key, principal.key)) member.client.close({ allowReconnect: true });
    else {
      member.refresh({ catalogue, principal });
      this.filters.renew(member);
    }
  }
}

/** Tells whether a key has other members than those by which its connection was admitted. */
const isOtherKey = (admitted: ApiKey | undefined, now: ApiKey | undefined): boolean =>
  admitted !== undefined &&
  (now === undefined || endOfKey(now) !== endOfKey(admitted) || isUnlimited(now) !== isUnlimited(admitted));
