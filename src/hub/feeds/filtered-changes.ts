import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Change, LoggedChange } from '#core/changes/change.js';
import { groupedBy } from '#core/grouped-by.js';
import { isObject, type JsonObject, type JsonValue, writeJson } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { seenChange, type SideGroups, sideGroups, sidesSeen } from '#hub/core/audience.js';
import { type Sides, type Effect, effectOf } from '#hub/core/cause.js';
import type { Projection } from '#hub/core/change-filter.js';
import { EntityFilters } from './entity-filters.js';
import type { FilteredSubscription } from './filtered-subscription.js';
import type { JudgeChanges, JudgedChange } from './judge-changes.service.js';
import type { Notice } from './notice.js';
import type { Subscriber } from './subscriber.js';

/** Longest record of a message, as JSON. */
const MAX_RECORD_BYTES = 8_192;

/** A notice with the subscribers that get it. */
export interface FilteredNotice {
  readonly notice: Notice;
  readonly receivers: readonly Subscriber[];
}

/** The changes of an entity could not be judged. */
export class Unjudged extends Error {
  constructor(
    readonly entityName: string,
    cause: unknown,
  ) {
    super(`Changes of ${entityName} could not be judged.`, { cause });
    this.name = 'Unjudged';
  }
}

/** A subscription that a change concerns. */
interface Hit extends Effect {
  readonly subscription: FilteredSubscription;
}

/** Filtered subscriptions of the members of a feed, or of one stream, and the notices of changes to them. */
export class FilteredChanges {
  readonly #byEntity = new Map<string, Set<FilteredSubscription>>();
  readonly #built = new Map<string, EntityFilters>();
  /** Subscriptions when the current batch was judged, by entity, and its judgements, by position. */
  #current: ReadonlyMap<string, EntityFilters> = new Map();
  #judged: ReadonlyMap<bigint, JudgedChange> = new Map();
  /** Counts of the changes of large transactions, by the part of the transaction. */
  readonly #counts = new Map<string, Map<FilteredSubscription, Map<string, Effect & { count: number }>>>();

  constructor(private readonly judgement: JudgeChanges) {}

  get isEmpty(): boolean {
    return this.#byEntity.size === 0;
  }

  has(entityName: string): boolean {
    return this.#byEntity.has(entityName);
  }

  /** Keys of the distinct clauses on an entity. */
  clausesOn(entityName: string): ReadonlySet<string> {
    return new Set([...(this.#byEntity.get(entityName) ?? [])].flatMap(({ filter }) => filter.clause?.key ?? []));
  }

  /** Subscriptions by entity, as they are now. */
  filters(catalogue: Catalogue): readonly EntityFilters[] {
    return [...this.#byEntity.keys()].flatMap((name) => this.#filtersOf(catalogue, name) ?? []);
  }

  /** All subscriptions to an entity. */
  of(entityName: string): readonly FilteredSubscription[] {
    return [...(this.#byEntity.get(entityName) ?? [])];
  }

  add(subscription: FilteredSubscription): void {
    const { entityName } = subscription;
    const known = this.#byEntity.get(entityName);
    if (known) known.add(subscription);
    else this.#byEntity.set(entityName, new Set([subscription]));
    this.#built.delete(entityName);
  }

  remove(subscription: FilteredSubscription): void {
    const { entityName } = subscription;
    subscription.isEnded = true;
    const known = this.#byEntity.get(entityName);
    if (known?.delete(subscription) && known.size === 0) this.#byEntity.delete(entityName);
    this.#built.delete(entityName);
    for (const counts of this.#counts.values()) counts.delete(subscription);
  }

  /** Takes note that subscriptions were resolved again. */
  refreshed(): void {
    this.#built.clear();
  }

  /**
   * Judges the changes of a batch by the clauses of now.
   * @throws {Unjudged}
   */
  async judge(catalogue: Catalogue, changes: readonly LoggedChange[]): Promise<void> {
    this.#current = new Map();
    this.#judged = new Map();
    if (this.isEmpty) return;
    const current = new Map<string, EntityFilters>();
    const judged = new Map<bigint, JudgedChange>();
    for (const [name, of] of groupedBy(changes, ({ entityName }) => entityName)) {
      const filters = this.#filtersOf(catalogue, name);
      if (!filters) continue;
      current.set(name, filters);
      if (!filters.readsRecords) continue;
      const found = await this.judgement.judge(catalogue, filters, of).catch((error: unknown) => {
        throw new Unjudged(name, error);
      });
      for (const each of found) judged.set(...each);
    }
    this.#current = current;
    this.#judged = judged;
  }

  #filtersOf(catalogue: Catalogue, entityName: string): EntityFilters | undefined {
    const known = this.#built.get(entityName);
    const [subscriptions, entity] = [this.#byEntity.get(entityName), catalogue.find(entityName)];
    if (known || !subscriptions || !entity) return known;
    const filters = new EntityFilters(entity, subscriptions);
    if (!filters.isTimed) this.#built.set(entityName, filters);
    return filters;
  }

  /** Notices of a change of the current batch; equal ones once, with all that get them. */
  noticesOf(change: LoggedChange, cursor: string): Iterable<FilteredNotice> {
    const notices = new Map<string, { readonly notice: Notice; readonly receivers: Subscriber[] }>();
    const entity = this.#current.get(change.entityName)?.entity;
    if (!entity) return [];
    const valuesOf = recordReader(this.#judged.get(change.position));
    const hits = groupedBy([...this.#hits(change)], ({ subscription }) => subscription.member);
    for (const [member, ofMember] of hits) {
      const unseen = member.viewOf(change.entityName).unseen;
      for (const alike of groupedBy(ofMember, messageKey).values()) {
        const [{ cause, operation, subscription }] = alike;
        const subscriptionIds = alike.map((each) => each.subscription.id);
        const key = JSON.stringify([messageKey(alike[0]), subscriptionIds, unseen]);
        const known = notices.get(key);
        if (known) known.receivers.push(member);
        else {
          const values = cause === 'Leave' ? undefined : valuesOf(subscription.filter.projection);
          const filtered = { subscriptionIds, cause, ...(values !== undefined && { record: { entity, values } }) };
          const seen = { change: seenChange(change, unseen), operation, cursor };
          notices.set(key, {
            notice: subscription.isPlain ? seen : { ...seen, filtered },
            receivers: [member],
          });
        }
      }
    }
    return notices.values();
  }

  /** Subscriptions that a change concerns: those whose user may read the record on the side that they are about. */
  *#hits(change: LoggedChange): Generator<Hit> {
    const filters = this.#current.get(change.entityName);
    if (!filters) return;
    const judged = this.#judged.get(change.position);
    const seenBy = seenSides(change, (member, of) => filters.granted(member, of, judged));
    for (const [subscription, sides] of filters.concerned(judged)) {
      if (subscription.isEnded || !subscription.isAbout(change)) continue;
      const seen = seenBy(subscription.member);
      const effect = effectOf(change, { before: sides.before && seen.before, after: sides.after && seen.after });
      if (effect && subscription.wants(effect.operation)) yield { ...effect, subscription };
    }
  }

  /** Counts a change of the current batch that a large transaction has made. @param part of the transaction */
  count(change: LoggedChange, part: string): void {
    for (const { subscription, cause, operation } of this.#hits(change)) {
      const ofPart = this.#counts.get(part) ?? new Map<FilteredSubscription, Map<string, Effect & { count: number }>>();
      const counts = ofPart.get(subscription) ?? new Map<string, Effect & { count: number }>();
      const known = counts.get(cause + operation) ?? { cause, operation, count: 0 };
      known.count++;
      counts.set(cause + operation, known);
      ofPart.set(subscription, counts);
      this.#counts.set(part, ofPart);
    }
  }

  /** Notices of what was counted of a part of a large transaction. @param last its last change */
  *summariesOf(last: Change, part: string, cursor: string): Generator<FilteredNotice> {
    const counts = this.#counts.get(part) ?? [];
    this.#counts.delete(part);
    for (const [{ id, member, isEnded, isPlain }, ofSubscription] of counts) {
      if (isEnded) continue;
      for (const { cause, operation, count } of ofSubscription.values()) {
        const change = seenChange(last, member.viewOf(last.entityName).unseen);
        const filtered = isPlain ? {} : { filtered: { subscriptionIds: [id], cause } };
        yield { notice: { change, operation, cursor, count, ...filtered }, receivers: [member] };
      }
    }
  }
}

/**
 * Tells on which sides of a change a member may read the record.
 * @param granted tells the same of what clauses of their roles give
 */
function seenSides(
  change: Change,
  granted: (member: Subscriber, of: SideGroups) => Sides,
): (member: Subscriber) => Sides {
  const byProfile = new Map<string, SideGroups>();
  return (member) => {
    const { groups, unseen } = member.viewOf(change.entityName);
    const profile = unseen.join();
    const of = byProfile.get(profile) ?? sideGroups(change, unseen);
    byProfile.set(profile, of);
    const [open, limited] = [sidesSeen(of, groups), granted(member, of)];
    return { before: open.before || limited.before, after: open.after || limited.after };
  };
}

/** Key of hits of one member that one message reports. */
const messageKey = ({ cause, operation, subscription: { filter, isPlain } }: Hit): string =>
  `${isPlain ? '' : cause} ${operation} ${filter.projection?.key ?? ''}`;

/** Reads the values of a projection from a judged change; each once. The result is null where they are too long. */
function recordReader(
  judged: JudgedChange | undefined,
): (projection: Projection | undefined) => JsonObject | null | undefined {
  const made = new Map<string, JsonObject | null>();
  let values: JsonObject | undefined;
  return (projection) => {
    if (!projection || judged?.shown === undefined) return undefined;
    const known = made.get(projection.key);
    if (known !== undefined) return known;
    values ??= objectOf(judged.shown);
    const masked = projection.masked.length > 0 ? objectOf(judged.masked ?? '{}') : {};
    const source = { ...values, ...Object.fromEntries(projection.masked.map(({ name }) => [name, masked[name]])) };
    const entries = projection.fields.map(({ name }): [string, JsonValue] => [name, source[name] ?? null]);
    const record = Object.fromEntries(entries);
    const shown = Buffer.byteLength(writeJson(record)) > MAX_RECORD_BYTES ? null : record;
    made.set(projection.key, shown);
    return shown;
  };
}

function objectOf(text: string): JsonObject {
  const json = readJson(text);
  return isObject(json) ? json : {};
}
