import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { relationSql } from '../../core/criteria/relation.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { ident, render, sql } from '../../core/sql/sql.js';
import type { Query } from '../../platform/database/platform-database.js';
import { ReconcileTables, type ExistingSchema, type Transition } from '../tables/index.js';
import { BuriedRepository } from './buried.repository.js';
import type { DefinitionChange } from './definition-changes.repository.js';
import { changedFields, keysToTest, refusedTypes, retypings, staleObjects, takenNames } from './reshaping.rules.js';
import { StoredValues, type OwnField } from './stored-values.repository.js';

/** Makes the tables follow the definitions that a transaction has changed, as far as the stored values allow. */
@Injectable()
export class ReshapeTables {
  constructor(
    private readonly tables: ReconcileTables,
    private readonly buried: BuriedRepository,
    private readonly values: StoredValues,
  ) {}

  /**
   * @param ctx with the catalogue that is about to come true.
   * @throws {DomainError} Validation with counts of values that do not fit; Conflict where deleted data is in the way;
   *   DeleteBlocked where an entity goes that has records
   */
  async run(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    const { catalogue, principal } = ctx;
    await this.#requireEmpty(ctx, changes, query);
    const fields = changedFields(catalogue, changes);
    throwIfAny(refusedTypes(fields));
    const retyped = retypings(fields);
    const transition: Transition = {
      buried: await this.buried.read(ctx, query),
      conversions: new Map(retyped.map(({ entity, field, using }) => [`${entity.name}.${field.name}`, using])),
      stale: staleObjects(catalogue, fields),
    };
    const clock = { at: ctx.at, timeZone: catalogue.environment.settings.timeZone, userId: principal.userId };
    const { existing, removals, shape, rules } = await this.tables.changes(catalogue, transition, clock, query);
    throwIfAny(takenNames(catalogue, existing));
    const stored = fields.filter(({ entity }) => existing.tables.has(entity.name));
    await this.#lock(ctx, stored, query);
    for (const each of retyped) throwIfAny(await this.values.unconvertible(ctx, each, each, query));
    await this.tables.apply([...removals, ...shape], query);
    await this.#test(ctx, stored, { existing, transition }, query);
    await this.tables.apply(rules, query);
  }

  /** What is written meanwhile would not be tested: writers wait. */
  async #lock(ctx: RequestContext, fields: readonly OwnField[], query: Query): Promise<void> {
    const names = [...new Set(fields.map(({ entity }) => entity.name))].toSorted();
    for (const name of names) {
      const table = ident(ctx.catalogue.environment.schema, name);
      await query(render(sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`).text);
    }
  }

  async #test(
    ctx: RequestContext,
    fields: readonly OwnField[],
    { existing, transition }: { readonly existing: ExistingSchema; readonly transition: Transition },
    query: Query,
  ): Promise<void> {
    const faults: Fault[] = [];
    for (const field of fields) faults.push(...(await this.values.broken(ctx, field, query)));
    for (const { entity, key } of keysToTest(ctx.catalogue, existing, transition.stale)) {
      faults.push(...(await this.values.duplicates(ctx, entity, key, query)));
    }
    throwIfAny(faults);
  }

  /** An entity goes with its last record, deleted ones included (T59). */
  async #requireEmpty(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    for (const { entityName, operation, id, old } of changes) {
      const name = old.text('EntityName');
      if (entityName !== 'Entity' || operation !== 'Delete' || !name) continue;
      // The catalogue does not know it any more; its table is there.
      const rows = relationSql({ ctx, rights: 'system' }, { ...ctx.catalogue.entity('Entity'), name }, 'stored');
      const [{ n }] = await query<{ n: number }>(render(sql`SELECT count(*)::int AS n FROM ${rows} r`).text);
      if (n > 0) throw new DomainError(hasRecords(name, id, n));
    }
  }
}

const hasRecords = (name: string, recordId: string, count: number): Fault => ({
  code: 'DeleteBlocked',
  message: `${name} has ${count} stored ${count === 1 ? 'record' : 'records'}; delete and purge them first.`,
  recordId,
  params: { Kind: 'Record', Name: name, Count: count },
});

function throwIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError(...faults);
}
