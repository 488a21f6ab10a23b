import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { ChangeKind } from '#core/changes/change.js';
import type { JudgedClauses } from '#core/images/judge-clauses.sql.js';
import { boundKey, type BoundClause } from '#core/statements/caller-clause.js';
import { type SideGroups, sidesSeen } from '#hub/core/audience.js';
import type { Sides } from '#hub/core/cause.js';
import { callOf } from '#hub/core/change-filter.js';
import type { FilteredSubscription } from './filtered-subscription.js';
import type { JudgedChange } from './judge-changes.service.js';
import type { Subscriber } from './subscriber.js';

/** Filtered subscriptions to one entity, as they are until one of them begins, changes or ends. */
export class EntityFilters implements JudgedClauses {
  readonly clauses: readonly BoundClause[];
  readonly shown: readonly Field[];
  readonly masked: readonly Field[];
  readonly showsAll: boolean;
  /** True where the records of changes are needed. */
  readonly readsRecords: boolean;
  /** By the place of their clause. */
  readonly #byClause: readonly (readonly FilteredSubscription[])[];
  readonly #withoutClause: readonly FilteredSubscription[];
  /** Rows that clauses of roles, and shares, give members, with the places of the clauses. */
  readonly #granted = new Map<Subscriber, readonly GrantedRows[]>();
  /** True where values of clauses follow from the time, so that the next batch has others. */
  readonly isTimed: boolean;

  constructor(
    readonly entity: Entity,
    subscriptions: Iterable<FilteredSubscription>,
  ) {
    const all = [...subscriptions];
    const places = new Map<string, Placed>();
    const placeOf = (clause: BoundClause): Placed => {
      const key = boundKey(clause);
      const placed = places.get(key) ?? { place: places.size, clause, of: [] };
      places.set(key, placed);
      return placed;
    };
    for (const each of all) if (each.filter.clause) placeOf(each.filter.clause).of.push(each);
    let isTimed = false;
    for (const member of new Set(all.map((each) => each.member))) {
      const call = callOf(member, new Date());
      const given = member.viewOf(entity.name).grants.map((grant): GrantedRows => {
        const resolved = grant.clause(call);
        isTimed ||= resolved.isTimed;
        const { clause, place } = placeOf(resolved.bound);
        return { groups: grant.groups, clause, place };
      });
      if (given.length > 0) this.#granted.set(member, given);
    }
    this.isTimed = isTimed;
    this.#byClause = [...places.values()].map(({ of }) => of);
    this.#withoutClause = all.filter(({ filter }) => !filter.clause);
    this.clauses = [...places.values()].map(({ clause }) => clause);
    this.shown = [...new Set(all.flatMap(({ filter }) => filter.projection?.fields ?? []))];
    this.showsAll = this.#withoutClause.some(({ filter }) => filter.projection);
    const masked = all.flatMap(({ filter }) => filter.projection?.masked ?? []);
    // A field without a mask has no value for those who see it masked.
    this.masked = [...new Set(masked)].filter(({ mask }) => mask !== undefined);
    this.readsRecords = this.#granted.size > 0 || all.some(({ filter }) => filter.clause ?? filter.projection);
  }

  /** Tells on which sides of a change a clause of the member's roles, or a share, gives the record. */
  granted(member: Subscriber, of: SideGroups, change: JudgedChange | undefined): Sides {
    const grants = change ? (this.#granted.get(member) ?? []) : [];
    const seen = grants.map(({ groups, place }): Sides => {
      const { before, after } = sidesSeen(of, groups);
      return { before: before && change!.before.has(place), after: after && change!.after.has(place) };
    });
    return { before: seen.some(({ before }) => before), after: seen.some(({ after }) => after) };
  }

  /** Members of whom a clause reads changes of one of these kinds. */
  *readersOf(kinds: ReadonlySet<ChangeKind>): Generator<Subscriber> {
    for (const [member, grants] of this.#granted)
      if (grants.some(({ clause: { reads = [] } }) => [...reads].some((kind) => kinds.has(kind)))) yield member;
  }

  /** Members who read records that are shared with them. */
  get receivers(): readonly Subscriber[] {
    return [...this.#granted].flatMap(([member, grants]) =>
      grants.some(({ clause }) => clause.beside) ? [member] : [],
    );
  }

  /** Subscriptions that a change may concern, with the sides of it on which their clause is met. */
  *concerned(change: JudgedChange | undefined): Generator<readonly [FilteredSubscription, Sides]> {
    for (const each of this.#withoutClause) yield [each, BOTH];
    if (!change) return;
    const { before, after } = change;
    for (const place of new Set([...before, ...after])) {
      const sides = { before: before.has(place), after: after.has(place) };
      for (const each of this.#byClause[place]) yield [each, sides];
    }
  }
}

/** A clause with its place, and the subscriptions that have it. */
interface Placed {
  readonly place: number;
  readonly clause: BoundClause;
  readonly of: FilteredSubscription[];
}

/** Rows of a scope, seen by its groups, that meet the clause at a place. */
interface GrantedRows {
  readonly groups: ReadonlySet<string>;
  readonly clause: BoundClause;
  readonly place: number;
}

const BOTH: Sides = { before: true, after: true };
