import { Injectable } from '@nestjs/common';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { ident, render, sql, type Sql } from '../../core/sql/sql.js';
import { PlatformDatabase, type Query } from '../../platform/database/platform-database.js';
import { wantedTable } from './entity-tables.sql.js';

/** Names of what a schema holds: tables and indexes, `table.column`, and constraints. */
const EXISTING = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1
  UNION ALL
  SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT k.conname FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspname = $1`;

/** What the definitions want and the schema lacks, in the order in which it can be made. */
function missing(catalogue: Catalogue, existing: ReadonlySet<string>): readonly Sql[] {
  const { schema } = catalogue.environment;
  const tables = [...catalogue.entities.values()].map((entity) => wantedTable(entity, schema));
  const isNew = (name: string): boolean => !existing.has(name);
  return [
    ...tables.filter(({ name }) => isNew(name)).map(({ create }) => create),
    ...tables
      .filter(({ name }) => !isNew(name))
      .flatMap(({ name, columns }) =>
        columns.filter((column) => isNew(`${name}.${column.name}`)).map(({ ddl }) => ddl),
      ),
    ...tables.flatMap(({ indexes }) => indexes.filter(({ name }) => isNew(name)).map(({ ddl }) => ddl)),
    ...tables.flatMap(({ foreignKeys }) => foreignKeys.filter(({ name }) => isNew(name)).map(({ ddl }) => ddl)),
  ];
}

/** Brings the tables of an environment in line with its definitions: adds what is missing, never drops anything. */
@Injectable()
export class ReconcileTables {
  constructor(private readonly platform: PlatformDatabase) {}

  /** All of it or nothing, in one transaction; nothing at all when nothing is missing. */
  run(catalogue: Catalogue): Promise<void> {
    return this.platform.transaction((query) => this.#reconcile(catalogue, query));
  }

  async #reconcile(catalogue: Catalogue, query: Query): Promise<void> {
    const { schema } = catalogue.environment;
    const existing = await query<{ name: string }>(EXISTING, [schema]);
    if (existing.length === 0) await query(render(sql`CREATE SCHEMA IF NOT EXISTS ${ident(schema)}`).text);
    for (const statement of missing(catalogue, new Set(existing.map(({ name }) => name)))) {
      await query(render(statement).text);
    }
  }
}
