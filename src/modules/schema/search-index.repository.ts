import { Injectable } from '@nestjs/common';
import type { Environment } from '../../core/catalogue/environment.js';
import { ident, render, sql } from '../../core/sql/sql.js';
import { PlatformDatabase, type Query } from '../../platform/database/platform-database.js';
import type { WantedIndex } from './entity-tables.sql.js';

/** A that was not finished, since its maker ended or met a deadlock, serves nothing. */
const VALID = `
  SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_namespace n ON n.oid = i.relnamespace
  WHERE n.nspname = $1::text AND x.indisvalid`;

/** Statements for indexes that are created concurrently. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Tells whether any entity of the environment needs a search index; few do. */
  async areWanted({ schema }: Environment): Promise<boolean> {
    const entities = ident(schema, 'Entity');
    const searchable = sql`SELECT FROM ${entities} WHERE "Searchable" AND NOT "IsDeleted" LIMIT 1`;
    return (await this.platform.query(render(searchable).text)).length > 0;
  }

  /** Lists missing and unfinished indexes. */
  async missing({ schema }: Environment, wanted: readonly WantedIndex[]): Promise<readonly WantedIndex[]> {
    const rows = await this.platform.query<{ name: string }>(VALID, [schema]);
    const valid = new Set(rows.map(({ name }) => name));
    return wanted.filter(({ name }) => !valid.has(name));
  }

  /** Creates an index, replacing the remains of a failed attempt. */
  async make({ schema }: Environment, { name, beside }: WantedIndex, query: Query): Promise<void> {
    await query(render(sql`DROP INDEX CONCURRENTLY IF EXISTS ${ident(schema, name)}`).text);
    if (beside) await query(render(beside).text);
  }
}
