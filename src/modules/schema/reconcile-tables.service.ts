import { Injectable } from '@nestjs/common';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { ident, render, sql, type Sql } from '../../core/sql/sql.js';
import { SYSTEM_USER_ID } from '../../core/system-context.js';
import { PlatformDatabase, type Query } from '../../platform/database/platform-database.js';
import { wantedTable, type WantedIndex } from './entity-tables.sql.js';
import type { ExistingSchema } from './existing-schema.js';
import { SchemaRepository } from './schema.repository.js';
import { tableChanges, type Goal, type TableChanges } from './table-changes.sql.js';

/** What a change of definitions means for stored values, beside the definitions themselves. */
export type Transition = Omit<Goal, 'schema' | 'tables'>;

const NO_TRANSITION = { conversions: new Map(), stale: new Set<string>(), remade: new Set<string>() };

/** Brings the tables of an environment in line with its definitions. */
@Injectable()
export class ReconcileTables {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly schemas: SchemaRepository,
  ) {}

  /**
   * Adds what is missing, in a transaction of its own; drops nothing and changes no type. For environments that come
   * into being, and at start for what a later version of the service brings.
   */
  complete(catalogue: Catalogue): Promise<void> {
    return this.platform.transaction(async (query) => {
      const { schema } = catalogue.environment;
      const existing = await this.schemas.read(schema, query);
      if (existing.tables.size === 0) await query(render(sql`CREATE SCHEMA IF NOT EXISTS ${ident(schema)}`).text);
      const clock = { at: new Date(), timeZone: catalogue.environment.settings.timeZone, userId: SYSTEM_USER_ID };
      const { shape, rules } = tableChanges({ ...goalOf(catalogue, existing), ...NO_TRANSITION, clock }, existing);
      await this.apply([...shape, ...rules], query);
    });
  }

  /** What the environment's schema holds. */
  existing({ environment: { schema } }: Catalogue, query: Query): Promise<ExistingSchema> {
    return this.schemas.read(schema, query);
  }

  /** Compares what there is with what the definitions want. */
  changes(catalogue: Catalogue, existing: ExistingSchema, transition: Transition): TableChanges {
    return tableChanges({ ...goalOf(catalogue, existing), ...transition }, existing);
  }

  /** The indexes that are made beside what is written. */
  async madeBeside(catalogue: Catalogue): Promise<readonly WantedIndex[]> {
    const existing = await this.existing(catalogue, (text, values) => this.platform.query(text, values));
    const { tables } = goalOf(catalogue, existing);
    return tables.flatMap(({ indexes }) => indexes.filter(({ beside }) => beside));
  }

  /** Runs statements one after the other. */
  async apply(statements: readonly Sql[], query: Query): Promise<void> {
    for (const statement of statements) await query(render(statement).text);
  }
}

function goalOf(
  { environment: { schema }, entities }: Catalogue,
  { trigrams }: ExistingSchema,
): Pick<Goal, 'schema' | 'tables'> {
  const tables = [...entities.values()].filter(({ view }) => !view);
  return { schema, tables: tables.map((entity) => wantedTable(entity, schema, trigrams)) };
}
