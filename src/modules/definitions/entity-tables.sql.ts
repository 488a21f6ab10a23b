import {
  envelopeKeyName,
  foreignKeyName,
  indexName,
  primaryKeyName,
  uniqueName,
} from '../../core/catalogue/constraint-names.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import { EMPTY, ident, list, raw, sql, type Sql } from '../../core/sql/sql.js';
import { valueTypeOf } from '../../core/values/value-types.js';

/** One object of the database that a definition asks for; `name` tells whether it exists. */
export interface WantedObject {
  readonly name: string;
  readonly ddl: Sql;
}

/** What the definitions want of one table, in the order in which it can be made. */
export interface WantedTable {
  readonly name: string;
  readonly create: Sql;
  readonly columns: readonly WantedObject[];
  readonly indexes: readonly WantedObject[];
  readonly foreignKeys: readonly WantedObject[];
}

/** Columns of the record's envelope that are no fields: the approval lock and who deleted the record when. */
const HIDDEN_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ['ApprovalRequestId', 'uuid'],
  ['DeletedOn', 'timestamptz'],
  ['DeletedBy', 'uuid'],
];

/** What a row gets that a database object inserts past the service. */
const SYSTEM_DEFAULTS: Readonly<Record<string, string>> = {
  Id: 'gen_random_uuid()',
  RecordInformationId: 'gen_random_uuid()',
  CreatedOn: 'now()',
  UpdatedOn: 'now()',
  RowVersion: '1',
  IsDeleted: 'false',
};

function columnSql(field: Field): Sql {
  const byDefault = SYSTEM_DEFAULTS[field.name];
  return sql`${ident(field.name)} ${raw(valueTypeOf(field).columnType(field))}${raw(field.required ? ' NOT NULL' : '')}${
    field.isSystem && byDefault ? raw(` DEFAULT ${byDefault}`) : EMPTY
  }`;
}

function columnsOf(entity: Entity): readonly WantedObject[] {
  const stored = [...entity.fields.values()].filter(({ constant }) => constant === undefined);
  return [
    ...stored.map((field) => ({ name: field.name, ddl: columnSql(field) })),
    ...HIDDEN_COLUMNS.map(([name, type]) => ({ name, ddl: sql`${ident(name)} ${raw(type)}` })),
  ];
}

/** An automatic number is never used twice; every other unique rule holds among live rows only (T28). */
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
  ];
}

/** The table of an entity: real types, NOT NULL, unique rules, foreign keys and the indexes that scopes and lookups need. */
export function wantedTable(entity: Entity, schema: string): WantedTable {
  const table = ident(schema, entity.name);
  const columns = columnsOf(entity);
  const lookups = [...entity.fields.values()].filter(({ target, isSystem }) => target && !isSystem);
  const key = sql`CONSTRAINT ${ident(primaryKeyName(entity.name))} PRIMARY KEY (${ident('Id')})`;
  const envelope = sql`CONSTRAINT ${ident(envelopeKeyName(entity.name))} UNIQUE (${ident('RecordInformationId')})`;
  return {
    name: entity.name,
    create: sql`CREATE TABLE ${table} (${list([...columns.map(({ ddl }) => ddl), key, envelope])})`,
    columns: columns.map(({ name, ddl }) => ({ name, ddl: sql`ALTER TABLE ${table} ADD COLUMN ${ddl}` })),
    indexes: indexesOf(entity, table, lookups),
    foreignKeys: lookups.map((field) => {
      const name = foreignKeyName(entity.name, field.name);
      const target = ident(schema, field.target!);
      return {
        name,
        ddl: sql`ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)} FOREIGN KEY (${ident(field.name)}) REFERENCES ${target} (${ident('Id')})`,
      };
    }),
  };
}
