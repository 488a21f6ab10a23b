import { Injectable } from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import { ident, render, sql } from '#core/sql/sql.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { isDroppedConcurrently } from '#definitions/core/schema/table-changes.sql.js';
import { type WantedIndex } from '#definitions/core/schema/wanted-table.js';

/**
 * Indexes of the tables of a schema, which are found by what depends on it: `pg_class` has no index by schema. An index
 * that was not finished, because its maker ended or failed, is not valid: it costs writes and serves nothing.
 */
const INDEXES = `
  SELECT i.relname AS name, x.indisvalid AS valid
  FROM pg_namespace n
  JOIN pg_depend d ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid
  JOIN pg_index x ON x.indrelid = d.objid
  JOIN pg_class i ON i.oid = x.indexrelid
  WHERE n.nspname = $1::text AND d.classid = 'pg_class'::regclass`;

/** Longest wait for transactions that are under way: another environment's indexes are to be made, too. */
const LOCK_TIMEOUT = "SET lock_timeout = '60s'";

/** Statements for indexes that are made and dropped beside writes. */
@Injectable()
export class IndexRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Lists the indexes that are made beside writes, with their validity. */
  async existing(
    { schema }: Environment,
    query: Query = (text, values) => this.platform.query(text, values),
  ): Promise<ReadonlyMap<string, boolean>> {
    const rows = await query<{ name: string; valid: boolean }>(INDEXES, [schema]);
    return new Map(rows.filter(({ name }) => isDroppedConcurrently(name)).map(({ name, valid }) => [name, valid]));
  }

  /** Limits how long the statements of a session wait for other transactions. */
  async limitWaits(query: Query): Promise<void> {
    await query(LOCK_TIMEOUT);
  }

  /**
   * Makes an index, replacing the remains of a failed attempt.
   * @returns false where a stored value does not fit into it
   */
  async make({ schema }: Environment, { name, beside, tooLong }: WantedIndex, query: Query): Promise<boolean> {
    await query(render(sql`DROP INDEX CONCURRENTLY IF EXISTS ${ident(schema, name)}`).text);
    if (tooLong && (await query(render(tooLong).text)).length > 0) return false;
    if (beside) await query(render(beside).text);
    return true;
  }

  async drop({ schema }: Environment, name: string, query: Query): Promise<void> {
    await query(render(sql`DROP INDEX CONCURRENTLY IF EXISTS ${ident(schema, name)}`).text);
  }

  /** Lets the planner know the values of the table's expressions, which no other statistics tell. */
  async analyze({ schema }: Environment, table: string, query: Query): Promise<void> {
    await query(render(sql`ANALYZE ${ident(schema, table)}`).text);
  }
}
