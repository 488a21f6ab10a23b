import { Injectable } from '@nestjs/common';
import { visited } from '#core/steps.js';
import { PlatformDatabase, type Query, UPKEEP_SESSION } from '#platform/database/platform-database.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { ExistingColumn, ExistingSchema, ExistingTable } from '#definitions/core/schema/existing-schema.js';
import { RETAINED_FOR } from '#definitions/core/schema/table-changes.sql.js';

interface ColumnRow {
  readonly table_name: string;
  readonly table_note: string | null;
  readonly column_name: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string | null;
}

interface ObjectRow {
  readonly name: string;
  readonly table_name: string;
  readonly is_immediate: boolean;
}

/**
 * Tables of a schema by its dependents: `pg_class` has no index by schema, and with many environments it has a million
 * rows.
 */
const TABLES = `
  tables AS MATERIALIZED (
    SELECT c.oid, c.relname
    FROM pg_namespace n
    JOIN pg_depend d ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid
    JOIN pg_class c ON c.oid = d.objid
    WHERE n.nspname = $1::text AND d.classid = 'pg_class'::regclass AND c.relkind = 'r'
  )`;

/** Some tables of a schema, found by their names. */
const NAMED_TABLES = `
  tables AS MATERIALIZED (
    SELECT c.oid, c.relname
    FROM pg_namespace n
    JOIN pg_class c ON c.relnamespace = n.oid
    WHERE n.nspname = $1::text AND c.relname = ANY($2::text[]) AND c.relkind = 'r'
  )`;

const columnsOf = (tables: string): string => `
  WITH ${tables}
  SELECT c.relname AS table_name, obj_description(c.oid, 'pg_class') AS table_note, a.attname AS column_name,
    format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required, col_description(c.oid, a.attnum) AS note
  FROM tables c
  JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

const objectsOf = (tables: string): string => `
  WITH ${tables}
  SELECT i.relname AS name, t.relname AS table_name, false AS is_immediate
  FROM tables t
  JOIN pg_index x ON x.indrelid = t.oid
  JOIN pg_class i ON i.oid = x.indexrelid
  UNION
  SELECT k.conname, t.relname, k.contype = 'f' AND NOT k.condeferrable
  FROM tables t
  JOIN pg_constraint k ON k.conrelid = t.oid`;

const BUILDS = `
  SELECT pg_cancel_backend(a.pid) FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.usename = current_user AND a.application_name = $2::text
    AND EXISTS (
      SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE l.pid = a.pid AND n.nspname = $1::text
    )`;

const COUNT_TABLES = `
  SELECT count(*)::int AS n FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1::text AND c.relname = ANY($2::text[]) AND c.relkind = 'r'`;

const TRIGRAMS = `
  SELECT n.nspname AS schema
  FROM pg_opclass c JOIN pg_am m ON m.oid = c.opcmethod JOIN pg_namespace n ON n.oid = c.opcnamespace
  WHERE c.opcname = 'gin_trgm_ops' AND m.amname = 'gin'`;

const idIn = (note: string | null): string | null =>
  note?.startsWith(RETAINED_FOR) ? note.slice(RETAINED_FOR.length) : null;

/** Reads the existing tables of a schema. */
@Injectable()
export class SchemaRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** @param names of the tables to read; absent: all */
  async read(schema: string, query: Query, names?: ReadonlySet<string>): Promise<ExistingSchema> {
    const [from, values] = names ? [NAMED_TABLES, [schema, [...names]]] : [TABLES, [schema]];
    const columns = await query<ColumnRow>(columnsOf(from), values);
    const objects = await query<ObjectRow>(objectsOf(from), values);
    const trigrams = await this.trigrams(query);
    const tables = new Map<string, ExistingTable & { readonly columns: Map<string, ExistingColumn> }>();
    const add = ({ table_name, table_note, column_name, type, required, note }: ColumnRow): void => {
      const table = tables.get(table_name) ?? { columns: new Map(), retainedFor: idIn(table_note) };
      tables.set(table_name, table);
      table.columns.set(column_name, { type, required, retainedFor: idIn(note) });
    };
    await inSlices(visited(columns, add));
    return {
      tables,
      objects: new Map(objects.map(({ name, table_name }) => [name, table_name])),
      immediateKeys: new Set(objects.filter(({ is_immediate }) => is_immediate).map(({ name }) => name)),
      ...(trigrams !== undefined && { trigrams }),
    };
  }

  /** Cancels the statement that makes or drops an index beside writes, if it is in the schema. */
  async endBuilds(schema: string, query: Query): Promise<void> {
    await query(BUILDS, [schema, UPKEEP_SESSION]);
  }

  /** Tells whether the schema lacks a table of these. */
  async lacksAny(schema: string, tables: readonly string[]): Promise<boolean> {
    const [{ n }] = await this.platform.query<{ n: number }>(COUNT_TABLES, [schema, tables]);
    return n < tables.length;
  }

  /** Finds the schema of the pg_trgm extension. */
  async trigrams(query: Query): Promise<string | undefined> {
    const [found] = await query<{ schema: string }>(TRIGRAMS, []);
    return found?.schema;
  }
}
