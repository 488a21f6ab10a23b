import { Injectable } from '@nestjs/common';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT, type Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Environment } from '#core/catalogue/environment.js';
import { ident, render, sql, type Sql } from '#core/sql/sql.js';
import { mapped } from '#core/steps.js';
import { isReserved } from '#core/catalogue/system-entities.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { wantedTable } from '#definitions/core/schema/entity-tables.sql.js';
import type { ExistingSchema } from '#definitions/core/schema/existing-schema.js';
import { SchemaRepository } from './schema.repository.js';
import { tableChanges, type Goal, type TableChanges } from '#definitions/core/schema/table-changes.sql.js';
import type { WantedIndex } from '#definitions/core/schema/wanted-table.js';

/** Consequences of changed definitions for stored values. */
export type TableTransition = Omit<Goal, 'schema' | 'tables'>;

const NO_TRANSITION = { conversions: new Map(), stale: new Set<string>(), remade: new Set<string>() };

/** Reconciles the tables of an environment with its definitions. */
@Injectable()
export class ReconcileTables {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly schemas: SchemaRepository,
  ) {}

  /**
   * Adds missing tables and columns in its own transaction; changes no type, and drops nothing but indexes and keys of
   * system entities that this version does not want, and superseded indexes. Used at start after an upgrade of the service.
   */
  complete(catalogue: Catalogue): Promise<void> {
    return this.platform.transaction((query) => this.completeWithin(catalogue, query));
  }

  /** Does the same within a transaction, such as the one that creates the environment. */
  async completeWithin(catalogue: Catalogue, query: Query): Promise<void> {
    const { schema } = catalogue.environment;
    const existing = await this.schemas.read(schema, query);
    if (existing.tables.size === 0) await query(render(sql`CREATE SCHEMA IF NOT EXISTS ${ident(schema)}`).text);
    const clock = { at: new Date(), timeZone: catalogue.environment.settings.timeZone, userId: SYSTEM_USER_ID };
    const goal = { ...(await goalOf(catalogue, existing)), ...NO_TRANSITION, clock };
    const { removals } = await inSlices(tableChanges(goal, withDroppable(existing, goal)));
    const { shape, rules } = await inSlices(tableChanges(goal, existing));
    await this.apply([...removals, ...shape, ...rules], query);
  }

  /** Adds system entities that this version has and the environment lacks, so that its definitions can be read. */
  async completeSystem(environment: Environment): Promise<void> {
    const catalogue = await inSlices(catalogueSteps(environment, NEW_ENVIRONMENT, NO_DEFINITIONS));
    const names = [...catalogue.entities.values()].filter(({ view }) => !view).map(({ name }) => name);
    if (await this.schemas.lacksAny(environment.schema, names)) await this.complete(catalogue);
  }

  /** Reads the existing schema of the environment. @param names of the tables to read; absent: all */
  existing({ environment: { schema } }: Catalogue, query: Query, names?: ReadonlySet<string>): Promise<ExistingSchema> {
    return this.schemas.read(schema, query, names);
  }

  /** Compares the existing schema with the definitions of these entities. */
  async changes(
    catalogue: Catalogue,
    entities: Iterable<Entity>,
    existing: ExistingSchema,
    transition: TableTransition,
  ): Promise<TableChanges> {
    return inSlices(tableChanges({ ...(await goalOf(catalogue, existing, entities)), ...transition }, existing));
  }

  /** Finds the schema of the extension for searches. */
  trigrams(): Promise<string | undefined> {
    return this.schemas.trigrams((text, values) => this.platform.query(text, values));
  }

  /** Lists the indexes, by the name of their table. */
  async indexes(catalogue: Catalogue): Promise<ReadonlyMap<string, readonly WantedIndex[]>> {
    const trigrams = await this.trigrams();
    const { tables } = await goalOf(catalogue, { trigrams });
    return new Map(tables.map(({ name, indexes }) => [name, indexes]));
  }

  /**
   * Ends the making of indexes in the environment, which would keep its tables from being changed, and with them everyone
   * who waits behind the change. It begins again after the change.
   */
  async endBuilds({ environment }: Catalogue, query: Query): Promise<void> {
    await this.schemas.endBuilds(environment.schema, query);
  }

  /** Executes statements in order. */
  async apply(statements: readonly Sql[], query: Query): Promise<void> {
    for (const statement of statements) await query(render(statement).text);
  }
}

/**
 * Keeps the indexes and keys that a start may drop: those of system entities, and superseded ones. The definitions of all
 * other tables may be changing at the same time.
 */
function withDroppable({ objects, ...existing }: ExistingSchema, { tables }: Pick<Goal, 'tables'>): ExistingSchema {
  const superseded = new Set(tables.flatMap(({ indexes }) => indexes.map((index) => index.supersedes)));
  const droppable = [...objects].filter(([name, table]) => isReserved(table) || superseded.has(name));
  return { ...existing, objects: new Map(droppable) };
}

async function goalOf(
  catalogue: Catalogue,
  { trigrams }: Pick<ExistingSchema, 'trigrams'>,
  entities: Iterable<Entity> = catalogue.entities.values(),
): Promise<Pick<Goal, 'schema' | 'tables'>> {
  const tables = [...entities].filter(({ view }) => !view);
  return {
    schema: catalogue.environment.schema,
    tables: await inSlices(mapped(tables, (entity) => wantedTable(entity, { catalogue, trigrams }))),
  };
}
