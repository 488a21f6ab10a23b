import { envelopeKeyName, foreignKeyName, primaryKeyName } from '#core/catalogue/constraint-names.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { sameItems } from '#core/built-parts.js';
import { filledFields, storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { ENVELOPE_COLUMNS } from '#core/catalogue/system-fields.js';
import { computedSql } from '#core/expressions/expression.sql.js';
import { EMPTY, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { scopeColumns, wantedDeclaredIndexes } from './declared-indexes.sql.js';
import { plainIndex, searchIndex, systemIndexOf, uniqueIndex } from './entity-indexes.sql.js';
import type { WantedColumn, WantedIndex, WantedTable } from './wanted-table.js';

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

function indexesOf(
  { catalogue, trigrams }: TableContext,
  entity: Entity,
  table: Sql,
  lookups: readonly Field[],
): readonly WantedIndex[] {
  const plain = (...columns: readonly string[]): WantedIndex => plainIndex(entity, table, columns);
  const isOfBusiness = entity.kind === 'business';
  // The order of lists when nothing else is said: newest first is its reverse.
  const inOrder = isOfBusiness ? ['CreatedOn', 'Id'] : ['Id'];
  return [
    ...entity.uniqueKeys.map((key) => uniqueIndex(entity, table, key)),
    // With the owner in it one index serves a filter on the lookup and the caller's scope at once.
    ...lookups.map(({ name }) => plain(name, 'OwnerId')),
    ...(isOfBusiness ? [plain(...inOrder)] : []),
    plain('OwnerId', ...inOrder),
    plain('OwnerTeamId', ...inOrder),
    ...(entity.lifecycle ? [plain('StatusId', ...inOrder)] : []),
    ...entity.systemIndexes.map((index) => systemIndexOf(entity, table, index)),
    ...wantedDeclaredIndexes(catalogue, entity, table),
    ...(trigrams ? searchIndex(entity, table, trigrams) : []),
  ];
}

/** Context of a table outside its entity. */
interface TableContext {
  readonly catalogue: Catalogue;
  /** Schema of the pg_trgm extension, where the database has it. */
  readonly trigrams?: string;
}

/** A table with what it was made of, beside its entity. */
interface KnownTable {
  readonly sources: readonly unknown[];
  readonly table: WantedTable;
}

const known = new WeakMap<Entity, KnownTable>();

/** Tells whether two catalogues of an environment ask for the same tables, whatever else has changed. */
export const askForSameTables = (a: Catalogue, b: Catalogue): boolean =>
  a.environment === b.environment &&
  a.entities.size === b.entities.size &&
  [...a.entities].every(([key, entity]) => {
    const other = b.entities.get(key);
    // The same fields are those of the same definition.
    if (other?.fields !== entity.fields || !other.lifecycle !== !entity.lifecycle) return false;
    return entity.indexes.length === 0 || sameItems(scopeColumns(a, entity), scopeColumns(b, other));
  });

/**
 * The table of an entity: real types, NOT NULL, unique rules, foreign keys and the indexes that scopes, lookups and
 * searches need. It is the same object while nothing has changed that it is made of.
 */
export function wantedTable(entity: Entity, context: TableContext): WantedTable {
  const { catalogue, trigrams } = context;
  const { environment, entities } = catalogue;
  // Declared indexes have the columns of scopes, and where-clauses that may lead to other entities.
  const declared = entity.indexes.length > 0 ? [entities, ...scopeColumns(catalogue, entity)] : [];
  const sources = [environment, trigrams, ...declared];
  const made = known.get(entity);
  if (made && sameItems(made.sources, sources)) return made.table;
  const table = tableOf(entity, context);
  known.set(entity, { sources, table });
  return table;
}

function tableOf(entity: Entity, context: TableContext): WantedTable {
  const { schema } = context.catalogue.environment;
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
    indexes: indexesOf(context, entity, table, lookups),
    foreignKeys: lookups
      .filter(({ unchecked }) => !unchecked)
      .map((field) => {
        const name = foreignKeyName(entity.name, field.name);
        const target = ident(schema, field.target!);
        return {
          name,
          ddl: sql`
          ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)}
            FOREIGN KEY (${ident(field.name)}) REFERENCES ${target} (${ident('Id')})
            DEFERRABLE`,
        };
      }),
  };
}
