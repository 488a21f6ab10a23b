import { Injectable } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { DomainError, type Fault } from '#core/errors.js';
import { followingRollups, type RollupGroup } from '#records/core/rollups/following-rollups.js';
import { rollupRelation } from '#records/core/rollups/rollup-level.js';
import { ident, render, sql, type Sql } from '#core/sql/sql.js';
import type { Steps } from '#core/steps.js';
import { refusalOf } from '#platform/database/connections/database.errors.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { columnTypeName } from '#definitions/core/schema/entity-tables.sql.js';
import { ReconcileTables, type TableTransition } from '#definitions/schema/reconcile-tables.service.js';
import type { RetainedDefinitions, ExistingSchema } from '#definitions/core/schema/existing-schema.js';
import { RetainedRepository } from './retained.repository.js';
import {
  changedFields,
  isDemanding,
  isReformed,
  refusedTypes,
  retypings,
  type ChangedField,
  type RetypedField,
} from '#definitions/core/migration/changed-fields.js';
import type { DefinitionChange } from './definition-changes.repository.js';
import { concernedTables, type ConcernedTables, standingTables } from '#definitions/core/migration/concerned-tables.js';
import { changedValues, remadeFields } from '#definitions/core/migration/derived-fields.js';
import { MigrateStatuses } from './migrate-statuses.service.js';
import { RecomputeRollups } from './recompute-rollups.repository.js';
import { keysToTest, staleObjects, takenNames, type TestedKey } from '#definitions/core/migration/schema-migration.js';
import { StoredValues } from './stored-values.repository.js';
import { queryOn } from './transaction-query.js';

/** Consequences of changed fields for existing tables. */
interface Consequences {
  readonly retyped: readonly RetypedField[];
  readonly remade: ReadonlySet<Field>;
  readonly stale: ReadonlySet<string>;
  /** Rollups of stored records to recompute. */
  readonly rollups: readonly RollupGroup[];
}

/** The tables that a change concerns. */
interface SchemaState {
  readonly entities: readonly Entity[];
  readonly existing: ExistingSchema;
  /** Names of all tables that exist. */
  readonly tables: Pick<ReadonlySet<string>, 'has'>;
}

/** Migrates tables to changed definitions, as far as the stored values allow. */
@Injectable()
export class MigrateSchema {
  constructor(
    private readonly tables: ReconcileTables,
    private readonly retained: RetainedRepository,
    private readonly values: StoredValues,
    private readonly rollups: RecomputeRollups,
    private readonly statuses: MigrateStatuses,
  ) {}

  /**
   * @param ctx with the catalogue that is about to come true.
   * @param before catalogue that the tables come from, or an older one
   * @throws {DomainError} Validation with counts of values that do not fit; Conflict where deleted data is in the way;
   *   DeleteBlocked where an entity or a status goes that has records
   */
  async migrate(
    ctx: RequestContext,
    before: Catalogue,
    changes: readonly DefinitionChange[],
    tx: Transaction,
  ): Promise<void> {
    const { catalogue } = ctx;
    const query = queryOn(ctx, tx);
    await this.#requireEmpty(ctx, changes, query);
    const state = await this.#stateOf(concernedTables(before, catalogue, changes), catalogue, query);
    const { entities, existing, tables } = state;
    const fields = await inSlices(changedFields(entities, changes));
    throwIfAny(await inSlices(refusedTypes(fields)));
    const retained = await this.retained.read(ctx, query);
    throwIfAny(await inSlices(takenNames(entities, retained)));
    const found = await inSlices(consequences(catalogue, state, fields, changes));
    const transition = transitionOf(ctx, retained, found);
    const { removals, shape, rules } = await this.tables.changes(catalogue, entities, existing, transition);
    const stored = fields.filter((each) => isDemanding(each) && tables.has(each.entity.name));
    const statuses = await this.statuses.plan(ctx, changes, tables, query);
    const following = await inSlices(followingRollups(catalogue, new Set(statuses.changed)));
    const groups = [...found.rollups, ...following];
    const read = [...stored.map(({ entity }) => entity), ...groups.flatMap((group) => tablesOf(catalogue, group))];
    const locked = [...read, ...statuses.entities].filter(({ name }) => tables.has(name));
    if (locked.length + removals.length + shape.length + rules.length > 0)
      await this.tables.endBuilds(catalogue, query);
    await this.#lock(ctx, locked, query);
    await this.statuses.requireUnused(ctx, statuses, query);
    for (const each of found.retyped) throwIfAny(await this.values.unconvertible(ctx, each, each, query));
    await this.#apply([...removals, ...shape], query);
    await this.rollups.recompute(ctx, found.rollups, tx);
    const keys = await inSlices(keysToTest(entities, existing, found.stale));
    await this.#test(ctx, stored, keys, query);
    await this.#apply(rules, query);
    await this.statuses.activate(ctx, statuses, tx);
  }

  async #stateOf(concerned: ConcernedTables, catalogue: Catalogue, query: Query): Promise<SchemaState> {
    const existing = await this.tables.existing(catalogue, query, concerned.names);
    return { entities: concerned.entities, existing, tables: standingTables(concerned, existing) };
  }

  /** Translates errors of columns that routines use. */
  async #apply(statements: readonly Sql[], query: Query): Promise<void> {
    try {
      await this.tables.apply(statements, query);
    } catch (error) {
      throw USED_STATES.has(refusalOf(error)?.sqlState ?? '') ? new DomainError(USED) : error;
    }
  }

  /** Locks the tables against writers, whose values would not be validated. */
  async #lock(ctx: RequestContext, locked: readonly Entity[], query: Query): Promise<void> {
    const names = [...new Set(locked.map(({ name }) => name))].toSorted();
    for (const name of names) {
      const table = ident(ctx.catalogue.environment.schema, name);
      await query(render(sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`).text);
    }
  }

  async #test(
    ctx: RequestContext,
    fields: readonly ChangedField[],
    keys: readonly TestedKey[],
    query: Query,
  ): Promise<void> {
    const faults: Fault[] = [];
    for (const field of fields) faults.push(...(await this.values.broken(ctx, field, query)));
    for (const field of fields.filter(isReformed)) faults.push(...(await this.values.formless(ctx, field, query)));
    for (const { entity, key } of keys) faults.push(...(await this.values.duplicates(ctx, entity, key, query)));
    throwIfAny(faults);
  }

  /** Refuses to delete an entity with records, deleted ones included (docs/definitions.md#deleted-definitions). */
  async #requireEmpty(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    for (const { entityName, operation, id, old } of changes) {
      const name = old.text('EntityName');
      if (entityName !== 'Entity' || operation !== 'Delete' || !name) continue;
      // The entity is no longer in the catalogue, but its table still exists.
      const rows = relationSql({ ctx, rights: 'system' }, { ...ctx.catalogue.entity('Entity'), name }, 'stored');
      const [{ n }] = await query<{ n: number }>(render(sql`SELECT count(*)::int AS n FROM ${rows} r`).text);
      if (n > 0) throw new DomainError(hasRecords(name, id, n));
    }
  }
}

function* consequences(
  catalogue: Catalogue,
  { entities, existing, tables }: SchemaState,
  fields: readonly ChangedField[],
  changes: readonly DefinitionChange[],
): Steps<Consequences> {
  const remade = yield* remadeFields(entities, fields, (entity, field) => {
    const column = existing.tables.get(entity.name)?.columns.get(field.name);
    return column !== undefined && column.type !== columnTypeName(field);
  });
  const values = yield* changedValues(catalogue, fields, changes);
  const rollups = yield* followingRollups(catalogue, new Set([...remade, ...values]));
  return {
    retyped: yield* retypings(fields),
    remade,
    stale: yield* staleObjects(entities, fields),
    rollups: rollups.filter(({ entity }) => tables.has(entity.name)),
  };
}

function transitionOf(
  ctx: RequestContext,
  retained: RetainedDefinitions,
  { retyped, remade, stale }: Consequences,
): TableTransition {
  const { catalogue, principal, at } = ctx;
  return {
    retained,
    conversions: new Map(retyped.map(({ field, using }) => [columnOf(field), using])),
    stale,
    remade: new Set([...remade].map(columnOf)),
    clock: { at, timeZone: catalogue.environment.settings.timeZone, userId: principal.userId },
  };
}

const columnOf = ({ entityName, name }: Field): string => `${entityName}.${name}`;

/** Lists the tables that rollups read and write. */
const tablesOf = (catalogue: Catalogue, { entity, fields }: RollupGroup): readonly Entity[] =>
  [entity.name, ...fields.map((field) => rollupRelation(entity, field).childEntity)].map((name) =>
    catalogue.entity(name),
  );

/** SQLSTATE for columns used by routines; PostgreSQL tracks those of BEGIN ATOMIC bodies. */
const USED_STATES: ReadonlySet<string> = new Set(['2BP01', '0A000']);

const USED: Fault = {
  code: 'DeleteBlocked',
  message: 'A database object uses a table or column that would have to change or go.',
  params: { Kind: 'DatabaseObject', Count: 1 },
};

const hasRecords = (name: string, recordId: string, count: number): Fault => ({
  code: 'DeleteBlocked',
  message: `${name} has ${count} stored ${count === 1 ? 'record' : 'records'}; delete and purge them first.`,
  recordId,
  params: { Kind: 'Record', Name: name, Count: count },
});

function throwIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError(...faults);
}
