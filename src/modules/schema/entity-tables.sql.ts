import {
  envelopeKeyName,
  foreignKeyName,
  indexName,
  primaryKeyName,
  uniqueName,
} from '../../core/catalogue/constraint-names.js';
import { filledFields, storedFields, type Entity } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import type { SystemIndex } from '../../core/catalogue/system-index.js';
import { ENVELOPE_COLUMNS } from '../../core/catalogue/system-fields.js';
import { searchedFields, searchTextSql } from '../../core/criteria/search-text.js';
import { computedSql } from '../../core/expressions/expression.sql.js';
import { allOf, EMPTY, ident, list, literal, raw, sql, type Sql } from '../../core/sql/sql.js';
import { valueTypeOf } from '../../core/field-types/value-types.js';

/** One object of the database that a definition asks for; `name` tells whether it exists. */
export interface WantedObject {
  readonly name: string;
  readonly ddl: Sql;
}

/** An index. */
export interface WantedIndex extends WantedObject {
  /**
   * Makes it while others write, in no transaction. An index that has it is made by `ddl` with its table only: no rule
   * rests on it, and rows can do without it for a while.
   */
  readonly beside?: Sql;
}

/** A column; `ddl` adds it to a table that exists, where rows have no value for it yet. */
export interface WantedColumn extends WantedObject {
  /** With its collation, as a statement names it. */
  readonly columnType: string;
  /** As PostgreSQL calls it, such as `timestamp with time zone`. */
  readonly type: string;
  readonly required: boolean;
  /** Absent for columns of the envelope that are no fields. */
  readonly field?: Field;
}

/** One table as the definitions require it, in the order in which it can be created. */
export interface WantedTable {
  readonly name: string;
  readonly entity: Entity;
  readonly create: Sql;
  readonly columns: readonly WantedColumn[];
  readonly indexes: readonly WantedIndex[];
  readonly foreignKeys: readonly WantedObject[];
}

/** Defaults of a row that a routine inserts past the service. */
const SYSTEM_DEFAULTS: Readonly<Record<string, string>> = {
  Id: 'gen_random_uuid()',
  RecordInformationId: 'gen_random_uuid()',
  CreatedOn: 'now()',
  UpdatedOn: 'now()',
  RowVersion: '1',
  IsDeleted: 'false',
};

/** A count or sum of nothing is 0, also in a row that a routine inserts past the service. */
const defaultOf = ({ isSystem, rollup, required, name }: Field): string | undefined =>
  isSystem ? SYSTEM_DEFAULTS[name] : rollup && required ? '0' : undefined;

/** @param rows whether there may be rows, which have no value for it but the service's. */
function columnSql(entity: Entity, field: Field, rows: boolean): Sql {
  const column = sql`${ident(field.name)} ${raw(valueTypeOf(field).columnType(field))}`;
  if (field.computed) {
    const value = computedSql(field, { fields: entity.fields, column: ({ name }) => ident(name) });
    return sql`${column} GENERATED ALWAYS AS (${value}) STORED`;
  }
  const byDefault = defaultOf(field);
  const isRequired = field.required && (byDefault !== undefined || !rows);
  return sql`${column}${raw(isRequired ? ' NOT NULL' : '')}${byDefault ? raw(` DEFAULT ${byDefault}`) : EMPTY}`;
}

interface Column extends WantedColumn {
  /** The column as `CREATE TABLE` has it. */
  readonly made: Sql;
}

const typeName = (columnType: string): string =>
  columnType.replace(' COLLATE "C"', '').replace('timestamptz', 'timestamp with time zone');

/** The type of a field's column as PostgreSQL calls it. */
export const columnTypeName = (field: Field): string => typeName(valueTypeOf(field).columnType(field));

function wantedColumns(entity: Entity, table: Sql): readonly Column[] {
  const add = (column: Sql): Sql => sql`ALTER TABLE ${table} ADD COLUMN ${column}`;
  const wanted = (field: Field): Column => {
    const { name, required } = field;
    const columnType = valueTypeOf(field).columnType(field);
    const [made, ddl] = [columnSql(entity, field, false), add(columnSql(entity, field, true))];
    return { name, columnType, type: typeName(columnType), required, field, made, ddl };
  };
  return [
    ...filledFields(entity).map(wanted),
    // A decision's own ApprovalRequestId names its request; decisions are never locked.
    ...ENVELOPE_COLUMNS.filter(([name]) => !entity.fields.has(name.toLowerCase())).map(([name, columnType]): Column => {
      const made = sql`${ident(name)} ${raw(columnType)}`;
      return { name, columnType, type: typeName(columnType), required: false, made, ddl: add(made) };
    }),
    // Last, since they read the others.
    ...storedFields(entity)
      .filter(({ computed }) => computed)
      .map(wanted),
  ];
}

/** An automatic number is never used twice; every other unique rule holds among live rows only. */
function uniqueIndex(entity: Entity, table: Sql, key: readonly Field[]): WantedObject {
  const name = uniqueName(entity.name, key);
  // Enums compare by their place in the declared order, but are equal where their text is.
  const columns = list(
    key.map((field) =>
      field.type === 'Enum' ? ident(field.name) : sql`(${valueTypeOf(field).comparable(ident(field.name), field)})`,
    ),
  );
  const live = key.some(({ type }) => type === 'AutoNumber') ? EMPTY : sql` WHERE NOT ${ident('IsDeleted')}`;
  return { name, ddl: sql`CREATE UNIQUE INDEX ${ident(name)} ON ${table} (${columns})${live}` };
}

/** Its name holds the condition, so that it is made anew with it. */
function systemIndexOf(entity: Entity, table: Sql, { fields, unique, where }: SystemIndex): WantedObject {
  const conditions = Object.entries(where ?? {});
  const name = indexName(entity.name, ...fields, ...conditions.flat(), ...(unique ? ['unique'] : []));
  const rows = where
    ? sql` WHERE ${allOf([raw('NOT "IsDeleted"'), ...conditions.map(([field, value]) => sql`${ident(field)} = ${literal(value)}`)])}`
    : EMPTY;
  const columns = list(fields.map((field) => ident(field)));
  return {
    name,
    ddl: sql`CREATE ${raw(unique ? 'UNIQUE INDEX' : 'INDEX')} ${ident(name)} ON ${table} (${columns})${rows}`,
  };
}

function indexesOf(entity: Entity, table: Sql, lookups: readonly Field[]): readonly WantedObject[] {
  const plain = (...columns: readonly string[]): WantedObject => {
    const name = indexName(entity.name, ...columns);
    return {
      name,
      ddl: sql`CREATE INDEX ${ident(name)} ON ${table} (${list(columns.map((column) => ident(column)))})`,
    };
  };
  return [
    ...entity.uniqueKeys.map((key) => uniqueIndex(entity, table, key)),
    // With the owner in it one index serves a filter on the lookup and the caller's scope at once.
    ...lookups.map(({ name }) => plain(name, 'OwnerId')),
    plain('OwnerId', 'Id'),
    plain('OwnerTeamId', 'Id'),
    ...(entity.lifecycle ? [plain('StatusId', 'Id')] : []),
    ...entity.indexes.map((index) => systemIndexOf(entity, table, index)),
  ];
}

/**
 * Serves GlobalSearch: the very expression that the search compares. Its name holds the fields, so that it is made anew
 * with them.
 */
function searchIndex(entity: Entity, table: Sql, trigrams: string): readonly WantedIndex[] {
  const fields = searchedFields(entity);
  if (!entity.searchable || fields.length === 0) return [];
  const name = indexName(entity.name, 'GlobalSearch', ...fields.map((field) => field.name));
  const text = searchTextSql(fields, EMPTY);
  const index = sql`${ident(name)} ON ${table} USING gin ((${text}) ${ident(trigrams, 'gin_trgm_ops')})`;
  return [{ name, ddl: sql`CREATE INDEX ${index}`, beside: sql`CREATE INDEX CONCURRENTLY ${index}` }];
}

/**
 * The table of an entity: real types, NOT NULL, unique rules, foreign keys and the indexes that scopes, lookups and
 * searches need.
 * @param trigrams where the database has them
 */
export function wantedTable(entity: Entity, schema: string, trigrams?: string): WantedTable {
  const table = ident(schema, entity.name);
  const columns = wantedColumns(entity, table);
  const lookups = [...entity.fields.values()].filter(
    ({ target, isSystem, unconstrained }) => target && !isSystem && !unconstrained,
  );
  const key = sql`CONSTRAINT ${ident(primaryKeyName(entity.name))} PRIMARY KEY (${ident('Id')})`;
  const envelope = sql`CONSTRAINT ${ident(envelopeKeyName(entity.name))} UNIQUE (${ident('RecordInformationId')})`;
  return {
    name: entity.name,
    entity,
    create: sql`CREATE TABLE ${table} (${list([...columns.map(({ made }) => made), key, envelope])})`,
    columns,
    indexes: [...indexesOf(entity, table, lookups), ...(trigrams ? searchIndex(entity, table, trigrams) : [])],
    foreignKeys: lookups
      .filter(({ unchecked }) => !unchecked)
      .map((field) => {
        const name = foreignKeyName(entity.name, field.name);
        const target = ident(schema, field.target!);
        return {
          name,
          ddl: sql`
          ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)}
            FOREIGN KEY (${ident(field.name)}) REFERENCES ${target} (${ident('Id')})`,
        };
      }),
  };
}
