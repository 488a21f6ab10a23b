import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';

const { escapeIdentifier: quoted, escapeLiteral: literalText } = pg;

/** A column as the database's catalogue has it. */
export interface ColumnShape {
  readonly name: string;
  /** Type with its collation. */
  readonly type: string;
  readonly required: boolean;
  /** Expression of a default or of a generated column; null: none. */
  readonly value: string | null;
  readonly generated: boolean;
  readonly comment: string | null;
}

/** A constraint or index, and its definition without the schema. */
export interface NamedDefinition {
  readonly name: string;
  readonly definition: string;
}

/** A table of an environment's schema, as the database's catalogue has it. */
export interface TableShape {
  readonly name: string;
  readonly comment: string | null;
  /** Estimated number of rows. */
  readonly rows: number;
  readonly columns: readonly ColumnShape[];
  /** Primary key, unique constraints and checks. */
  readonly keys: readonly NamedDefinition[];
  readonly foreignKeys: readonly NamedDefinition[];
  /** Indexes that no constraint has made: whole statements. */
  readonly indexes: readonly NamedDefinition[];
}

/** A sequence, and the next number that it gives. */
export interface SequenceShape {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

const TABLES = `
  SELECT c.oid::text AS oid, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
    greatest(c.reltuples, 0)::float8 AS rows
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'r'
  ORDER BY c.relname`;

const COLUMNS = `
  SELECT a.attname AS name, a.attnotnull AS required, a.attgenerated <> '' AS generated,
    format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || a.attcollation::regcollation::text ELSE '' END
      AS type,
    pg_get_expr(d.adbin, d.adrelid) AS value, col_description(a.attrelid, a.attnum) AS comment
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

const CONSTRAINTS = `
  SELECT k.conname AS name, pg_get_constraintdef(k.oid) AS definition, k.contype = 'f' AS is_foreign
  FROM pg_constraint k
  WHERE k.conrelid = $1::oid AND k.contype IN ('p', 'u', 'c', 'f')
  ORDER BY k.contype <> 'p', k.conname`;

const INDEXES = `
  SELECT i.relname AS name, pg_get_indexdef(x.indexrelid) AS definition
  FROM pg_index x
  JOIN pg_class i ON i.oid = x.indexrelid
  WHERE x.indrelid = $1::oid AND x.indisvalid
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY i.relname`;

const SEQUENCES = `
  SELECT s.sequencename AS name
  FROM pg_sequences s
  WHERE s.schemaname = $1
  ORDER BY s.sequencename`;

/** Schema of the extension for searches, whose operator class indexes name. */
const TRIGRAMS = `
  SELECT n.nspname AS schema
  FROM pg_opclass c JOIN pg_namespace n ON n.oid = c.opcnamespace
  WHERE c.opcname = 'gin_trgm_ops'`;

/** Ends the definitions of indexes for searches. */
export const isSearchIndex = ({ definition }: NamedDefinition): boolean => definition.includes('gin_trgm_ops');

/** @returns whether the database has the extension for searches */
export async function useSchema(query: Query, schema: string): Promise<boolean> {
  const [trigrams] = await query<{ schema: string }>(TRIGRAMS);
  // Definitions leave out the schema of what they find without it.
  const path = [schema, ...(trigrams ? [trigrams.schema] : [])].map(quoted).join(', ');
  await query(`SET search_path = ${path}`);
  return trigrams !== undefined;
}

/** Names of the tables of a schema. */
export const tableNames = async (query: Query, schema: string): Promise<readonly string[]> =>
  (await query<{ name: string }>(TABLES, [schema])).map(({ name }) => name);

/** Reads the tables of a schema. The session has `useSchema`. */
export async function readTables(query: Query, schema: string): Promise<readonly TableShape[]> {
  const tables = await query<{ oid: string; name: string; comment: string | null; rows: number }>(TABLES, [schema]);
  const shapes: TableShape[] = [];
  for (const { oid, ...table } of tables) {
    const constraints = await query<NamedDefinition & { is_foreign: boolean }>(CONSTRAINTS, [oid]);
    const definitions = (isForeign: boolean): readonly NamedDefinition[] =>
      constraints
        .filter(({ is_foreign }) => is_foreign === isForeign)
        .map(({ name, definition }) => ({ name, definition }));
    shapes.push({
      ...table,
      rows: Number(table.rows),
      columns: await query<ColumnShape>(COLUMNS, [oid]),
      keys: definitions(false),
      foreignKeys: definitions(true),
      indexes: await query<NamedDefinition>(INDEXES, [oid]),
    });
  }
  return shapes;
}

/** Reads the sequences of a schema. They give numbers outside of transactions, so that they are never behind a snapshot. */
export async function readSequences(query: Query, schema: string): Promise<readonly SequenceShape[]> {
  const sequences: SequenceShape[] = [];
  for (const { name } of await query<{ name: string }>(SEQUENCES, [schema])) {
    const [{ last, called }] = await query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoted(schema)}.${quoted(name)}`,
    );
    sequences.push({ name, last, called });
  }
  return sequences;
}

function columnText({ name, type, required, value, generated }: ColumnShape): string {
  const given = value === null ? '' : generated ? ` GENERATED ALWAYS AS (${value}) STORED` : ` DEFAULT ${value}`;
  return `${quoted(name)} ${type}${required ? ' NOT NULL' : ''}${given}`;
}

/** Statements that make an empty table without keys and indexes. */
export function createTable(schema: string, { name, comment, columns }: TableShape): readonly string[] {
  const table = `${quoted(schema)}.${quoted(name)}`;
  const noted = columns.filter((column) => column.comment !== null);
  return [
    `CREATE TABLE ${table} (${columns.map(columnText).join(', ')})`,
    ...(comment === null ? [] : [`COMMENT ON TABLE ${table} IS ${literalText(comment)}`]),
    ...noted.map((column) => `COMMENT ON COLUMN ${table}.${quoted(column.name)} IS ${literalText(column.comment!)}`),
  ];
}

/** Statement that adds a key or foreign key. */
export const addConstraint = (schema: string, table: string, { name, definition }: NamedDefinition): string =>
  `ALTER TABLE ${quoted(schema)}.${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`;

/** Statements that make the sequences of a schema, each at its number. */
export const createSequences = (schema: string, sequences: readonly SequenceShape[]): readonly string[] =>
  sequences.flatMap(({ name, last, called }) => {
    const sequence = `${quoted(schema)}.${quoted(name)}`;
    return [
      `CREATE SEQUENCE ${sequence} AS bigint CACHE 1`,
      `SELECT setval(${literalText(sequence)}::regclass, ${BigInt(last)}, ${called})`,
    ];
  });
