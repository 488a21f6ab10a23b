import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { BoundClause, JudgedClauses } from '#core/images/judge-clauses.sql.js';
import type { Sides } from '#hub/core/cause.js';
import type { FilteredSubscription } from './filtered-subscription.js';
import type { JudgedChange } from './judge-changes.service.js';

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

  constructor(
    readonly entity: Entity,
    subscriptions: Iterable<FilteredSubscription>,
  ) {
    const all = [...subscriptions];
    const byKey = new Map<string, FilteredSubscription[]>();
    for (const each of all) {
      const key = each.filter.clause?.boundKey;
      if (key !== undefined) (byKey.get(key) ?? byKey.set(key, []).get(key)!).push(each);
    }
    this.#byClause = [...byKey.values()];
    this.#withoutClause = all.filter(({ filter }) => !filter.clause);
    this.clauses = this.#byClause.map(([{ filter }]) => filter.clause!);
    this.shown = [...new Set(all.flatMap(({ filter }) => filter.projection?.fields ?? []))];
    this.showsAll = this.#withoutClause.some(({ filter }) => filter.projection);
    const masked = all.flatMap(({ filter }) => filter.projection?.masked ?? []);
    // A field without a mask has no value for those who see it masked.
    this.masked = [...new Set(masked)].filter(({ mask }) => mask !== undefined);
    this.readsRecords = all.some(({ filter }) => filter.clause ?? filter.projection);
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

const BOTH: Sides = { before: true, after: true };
