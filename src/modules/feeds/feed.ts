import type { Catalogue, Environment } from '../../core/catalogue/catalogue.js';
import type { Change } from '../../core/changes/change.js';
import type { ChangeBatch } from '../../platform/changes/change-batch.js';
import type { ChangeLog } from '../../platform/changes/change-log.js';
import type { Subscription } from '../../platform/changes/subscription.js';
import type { CachedDirectory } from '../../platform/catalogue/cached-directory.js';
import type { RecordImage } from '../../core/fields/record-image.js';
import { audiencesOf, type Audience } from './audience.rules.js';
import { type TransactionSummary, TransactionSummaries } from './transaction-summaries.js';
import type { FindNotifications } from './find-notifications.repository.js';
import type { Subscriber } from './subscriber.js';
import type { Notice } from './notice.js';

/** Clients that lose their feed come back and ask for what they missed. */
const LOST = { error: 'Changes were missed.', allowReconnect: true };
const NO_MEMBER = { error: 'You are not a member of this environment any more.' };

/** Passes a notice on to those who may hear of it. @returns what to wait for before the next one */
export type SendNotice = (
  notice: Notice,
  receivers: Audience | Subscriber,
  environment: Environment,
) => Promise<void> | undefined;

/** Passes a `Notification` record on to its owner. @returns what to wait for before the next one */
export type SendNotification = (record: RecordImage, environment: Environment) => Promise<void> | undefined;

/** What all feeds share. */
export interface FeedSources {
  readonly changes: ChangeLog;
  readonly directory: CachedDirectory;
  readonly notifications: FindNotifications;
  readonly sendNotice: SendNotice;
  readonly sendNotification: SendNotification;
  readonly onError: (error: unknown) => void;
}

/** Whether members may see other records after changes of entities of a kind. */
export const decidesAccess = (kind: string | undefined): boolean => kind === 'access' || kind === 'definition';

/** Whether members may see other records after a change than before. */
export const changesAccess = (catalogue: Catalogue, { entityName }: Change): boolean =>
  decidesAccess(catalogue.find(entityName)?.kind);

const NOTIFICATION = 'Notification';

const isNotification = ({ entityName, operation }: Change): boolean =>
  entityName === NOTIFICATION && operation === 'Create';

/**
 * One environment's changes for its connected members, in their order. Before changes are told that came together with
 * changes of roles, teams, users or definitions, or after them, everybody's scopes are those that followed.
 */
export class Feed {
  readonly #members = new Set<Subscriber>();
  readonly #bundles = new TransactionSummaries();
  readonly #opened: Promise<void>;
  #close: () => void = () => undefined;
  #isClosed = false;

  constructor(
    private readonly environmentId: string,
    private readonly sources: FeedSources,
  ) {
    this.#opened = this.#open();
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** A member who is this user. */
  find(userId: string): Subscriber | undefined {
    return [...this.#members].find(({ principal }) => principal.userId === userId);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The member hears of what is committed from now on. */
  async join(member: Subscriber): Promise<void> {
    this.#members.add(member);
    await this.#opened;
    // What he may do was looked up before he was known here.
    await this.#renew(member);
  }

  leave(member: Subscriber): void {
    this.#members.delete(member);
  }

  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  /** Everybody becomes who he is by now; those who are no members any more must go. */
  async refreshAll(): Promise<void> {
    await this.sources.directory.refresh();
    for (const member of this.#members) await this.#renew(member);
  }

  /** A feed that cannot be opened is none: whoever comes next gets another. */
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
        await this.#foresee(batch, subscription);
        await this.#tellBatch(batch);
        await this.#notify(batch);
      }
    } catch (error) {
      this.sources.onError(error);
    }
    this.#isClosed = true;
    subscription.close();
    for (const { client } of this.#members) client.close(LOST);
  }

  /** Has large transactions told as one, without reading all they did, and everybody be who he is by now. */
  async #foresee(batch: ChangeBatch, subscription: Subscription): Promise<void> {
    const changes = [...batch.changes];
    if (batch.isCutOff) {
      const xids = this.#bundles.unchecked(changes);
      const large = await this.sources.changes.largeParts(this.environmentId, xids);
      const lasts = this.#bundles.open(xids, large).map(({ last }) => last);
      // Of notifications each is passed on by itself, too.
      subscription.skip(lasts.filter(({ entityName }) => entityName !== NOTIFICATION));
      changes.push(...lasts);
    }
    const [member] = this.#members;
    if (member && changes.some((change) => changesAccess(member.catalogue, change))) await this.refreshAll();
  }

  async #tellBatch(batch: ChangeBatch): Promise<void> {
    for (const change of batch.changes) {
      if (this.#bundles.covers(change)) continue;
      await this.#tellBundles(batch, change.position);
      await this.#tell(change, batch.cursorAfter(change));
    }
    if (batch.isCutOff) return;
    await this.#tellBundles(batch);
    this.#bundles.clear();
  }

  /** @param before a position; those that end before it are told */
  async #tellBundles(batch: ChangeBatch, before?: bigint): Promise<void> {
    for (const bundle of this.#bundles.due(before)) await this.#tellBundle(bundle, batch.cursorAfter(bundle.last));
  }

  /** Whoever is connected here hears of his new notifications. */
  async #notify({ changes }: ChangeBatch): Promise<void> {
    const [member] = this.#members;
    const created = changes.filter(isNotification);
    if (!member || created.length === 0) return;
    const { catalogue } = member;
    const here = new Set<unknown>([...this.#members].map(({ principal }) => principal.userId));
    const ids = created.filter(({ after }) => here.has(after?.ownerId)).map(({ recordId }) => recordId);
    if (ids.length === 0) return;
    const records = await this.sources.notifications.byIds(catalogue, ids);
    for (const id of ids) {
      const record = records.get(id);
      if (record) await this.sources.sendNotification(record, catalogue.environment);
    }
  }

  async #tellBundle(bundle: TransactionSummary, cursor: string): Promise<void> {
    const { last } = bundle;
    for (const member of this.#members) {
      const groups = new Set(member.groupsFor(last.entityName));
      for (const [operation, count] of bundle.countsFor(groups))
        await this.sources.sendNotice({ change: last, operation, cursor, count }, member, member.catalogue.environment);
    }
  }

  /** @param cursor where reading goes on after the change */
  async #tell(change: Change, cursor: string): Promise<void> {
    const [member] = this.#members;
    if (!member) return;
    for (const audience of audiencesOf(change))
      await this.sources.sendNotice(
        { change, operation: audience.operation, cursor },
        audience,
        member.catalogue.environment,
      );
  }

  async #renew(member: Subscriber): Promise<void> {
    const { directory } = this.sources;
    const { tenantId, appId, id } = member.catalogue.environment;
    const catalogue = await directory.find(tenantId, appId, id);
    const principal = catalogue && (await directory.member(catalogue, member.principal.userId));
    if (!principal || principal === 'inactive') member.client.close(NO_MEMBER);
    else member.refresh({ catalogue, principal });
  }
}
