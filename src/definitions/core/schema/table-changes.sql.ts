import { ident, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { gathered, type Steps } from '#core/steps.js';
import type { DefaultContext } from '#core/fields/defaults.js';
import type { WantedColumn, WantedObject, WantedTable } from './wanted-table.js';
import type { RetainedDefinitions, ExistingColumn, ExistingSchema, ExistingTable } from './existing-schema.js';
import { backfillOf } from './backfill.sql.js';

/** Begins the comment on a table or column that is kept for a deleted definition; its id follows. */
export const RETAINED_FOR = 'Kept for the deleted definition ';

/** Ends the names of the indexes and foreign keys that definitions ask for; keys of the envelope are none of them. */
const OURS = /_(uq|fk|ix)_[0-9a-z]{7}$/;
/** Ends the names of indexes that no rule rests on: they are made and dropped beside writes. */
const BESIDE = /_ix_[0-9a-z]{7}$/;

/** Tells whether an index that nothing asks for is to be dropped beside writes. */
export const isDroppedConcurrently = (name: string): boolean => BESIDE.test(name);

/** Where tables should get to. */
export interface Goal {
  readonly schema: string;
  readonly tables: readonly WantedTable[];
  /** Absent where nothing is to be dropped. */
  readonly retained?: RetainedDefinitions;
  /** By `table.column`: the column's value as its new type. */
  readonly conversions: ReadonlyMap<string, Sql>;
  /** Clock and user that defaults of a new column depend on. */
  readonly clock: DefaultContext;
  /** Names of indexes to make anew, since what they compare by has changed. */
  readonly stale: ReadonlySet<string>;
  /** `table.column` of what the service derives, to be made anew: no statement could change it in its place. */
  readonly remade: ReadonlySet<string>;
}

/** Statements in the order of their run. */
export interface TableChanges {
  /** Drops objects that no definition requires: indexes, keys, and data retained for a purged definition. */
  readonly removals: readonly Sql[];
  /** Tables and columns as they will be; columns that are new or were out of sight take nulls still. */
  readonly shape: readonly Sql[];
  /** Constraints on all rows (NOT NULL, unique, foreign keys) and indexes. Stored values are checked before. */
  readonly rules: readonly Sql[];
}

const at = (table: string, column: string): string => `${table}.${column}`;

/** The difference between a schema and what the definitions want. */
export function* tableChanges(goal: Goal, existing: ExistingSchema): Steps<TableChanges> {
  const going = yield* goingColumns(goal, existing);
  const known = yield* gathered(goal.tables, (wanted) => {
    const table = existing.tables.get(wanted.name);
    if (!table) return [];
    const staying = [...table.columns].filter(([column]) => !going.has(at(wanted.name, column)));
    return [{ wanted, table: { ...table, columns: new Map(staying) } }];
  });
  const added = goal.tables.filter(({ name }) => !existing.tables.has(name));
  return {
    removals: [
      ...unwantedObjects(goal, existing),
      ...purgedTables(goal, existing),
      ...(yield* drops(goal.schema, existing, going)),
    ],
    shape: [
      ...(yield* hidden(goal, existing)),
      ...added.map(({ create }) => create),
      ...(yield* gathered(known, (pair) => columnShapes(goal, pair))),
    ],
    rules: [
      ...(yield* gathered(known, (pair) => requirements(goal, pair))),
      ...missingObjects(goal, existing),
      ...deferrableKeys(goal, existing),
    ],
  };
}

/**
 * Indexes and foreign keys that nothing asks for, keys first: a key may rest on an index. Those that are dropped beside
 * writes go here only where a column gets another type, with which their expressions may have no meaning.
 */
function unwantedObjects({ schema, tables, stale, conversions }: Goal, { objects }: ExistingSchema): readonly Sql[] {
  const converted = new Set([...conversions.keys()].map((column) => column.split('.')[0]));
  const wanted = new Set(
    tables.flatMap(({ indexes, foreignKeys }) => [...indexes, ...foreignKeys].map(({ name }) => name)),
  );
  const going = [...objects].filter(
    ([name, table]) =>
      OURS.test(name) &&
      (!wanted.has(name) || stale.has(name)) &&
      (!isDroppedConcurrently(name) || converted.has(table)),
  );
  const keys = going.filter(([name]) => name.includes('_fk_'));
  const indexes = going.filter(([name]) => !name.includes('_fk_'));
  return [
    ...keys.map(([name, table]) => sql`ALTER TABLE ${ident(schema, table)} DROP CONSTRAINT ${ident(name)}`),
    ...indexes.map(([name]) => sql`DROP INDEX ${ident(schema, name)}`),
  ];
}

/** Tables that were kept for an entity which is neither live nor deleted any more. */
function purgedTables({ schema, tables, retained }: Goal, existing: ExistingSchema): readonly Sql[] {
  if (!retained) return [];
  const wanted = new Set(tables.map(({ name }) => name));
  const purged = [...existing.tables].filter(
    ([name, { retainedFor }]) => retainedFor !== null && !retained.tables.has(name) && !wanted.has(name),
  );
  return purged.map(([name]) => sql`DROP TABLE ${ident(schema, name)}`);
}

/**
 * `table.column` of columns to drop: kept for a field that is purged, of a deleted field whose values follow from
 * others, or to be made anew.
 */
function* goingColumns({ tables, retained, remade }: Goal, existing: ExistingSchema): Steps<ReadonlySet<string>> {
  if (!retained) return new Set();
  const going = yield* gathered(tables, (own) => {
    const columns = existing.tables.get(own.name)?.columns ?? new Map<string, ExistingColumn>();
    const isGoing = ([name, { retainedFor: mark }]: readonly [string, ExistingColumn]): boolean => {
      const column = at(own.name, name);
      if (remade.has(column)) return true;
      const isDerived = retained.derived.has(column);
      if (mark === null && !isDerived) return false;
      const wanted = own.columns.find((each) => each.name === name);
      if (!wanted && isDerived) return true;
      return mark !== null && !retained.columns.has(column) && wanted?.field?.id !== mark;
    };
    return [...columns].filter(isGoing).map(([name]) => at(own.name, name));
  });
  return new Set(going);
}

/** The last first: a column that is computed of others stands after them. */
const drops = (schema: string, { tables }: ExistingSchema, going: ReadonlySet<string>): Steps<readonly Sql[]> =>
  gathered(tables, ([table, { columns }]) =>
    [...columns.keys()]
      .filter((column) => going.has(at(table, column)))
      .toReversed()
      .map((column) => sql`ALTER TABLE ${ident(schema, table)} DROP COLUMN ${ident(column)}`),
  );

const isWanted = ({ columns }: WantedTable, name: string): boolean => columns.some((column) => column.name === name);

/** Marks tables and columns of deleted definitions as retained; these columns need no value any more. */
function* hidden({ schema, tables, retained }: Goal, existing: ExistingSchema): Steps<readonly Sql[]> {
  if (!retained) return [];
  const wanted = new Map(tables.map((table) => [table.name, table]));
  return yield* gathered(existing.tables, ([name, { retainedFor, columns }]): readonly Sql[] => {
    const [own, id] = [wanted.get(name), retained.tables.get(name)];
    if (!own)
      return id === undefined || id === retainedFor
        ? []
        : [sql`COMMENT ON TABLE ${ident(schema, name)} IS ${note(id)}`];
    return [...columns].flatMap(([column, { retainedFor: mark }]): readonly Sql[] => {
      const fieldId = retained.columns.get(at(name, column));
      if (fieldId === undefined || fieldId === mark || isWanted(own, column)) return [];
      return [
        sql`ALTER TABLE ${ident(schema, name)} ALTER COLUMN ${ident(column)} DROP NOT NULL`,
        sql`COMMENT ON COLUMN ${ident(schema, name, column)} IS ${note(fieldId)}`,
      ];
    });
  });
}

const note = (id: string): Sql => literal(`${RETAINED_FOR}${id}`);

/** A table that is wanted and there. */
interface Pair {
  readonly wanted: WantedTable;
  readonly table: ExistingTable;
}

/** New columns, restored ones, and columns of another type. */
function columnShapes({ schema, conversions, clock }: Goal, { wanted, table }: Pair): readonly Sql[] {
  const name = ident(schema, wanted.name);
  const isBack = table.retainedFor === null ? [] : [sql`COMMENT ON TABLE ${name} IS NULL`];
  return [
    ...isBack,
    ...wanted.columns.flatMap((column): readonly Sql[] => {
      const there = table.columns.get(column.name);
      if (!there) return newColumn(column, name, column.field && backfillOf(column.field, clock));
      const conversion = conversions.get(at(wanted.name, column.name));
      return [
        ...(there.retainedFor === null
          ? []
          : [sql`COMMENT ON COLUMN ${ident(schema, wanted.name, column.name)} IS NULL`]),
        ...(conversion && there.type !== column.type
          ? [
              sql`
                ALTER TABLE ${name} ALTER COLUMN ${ident(column.name)}
                  TYPE ${raw(column.columnType)} USING ${conversion}`,
            ]
          : []),
      ];
    }),
  ];
}

/** A constant default gives all rows their value without writing them; it is of no use any more then. */
function newColumn({ name, ddl }: WantedColumn, table: Sql, filling: Sql | undefined): readonly Sql[] {
  if (!filling) return [ddl];
  return [sql`${ddl} DEFAULT ${filling}`, sql`ALTER TABLE ${table} ALTER COLUMN ${ident(name)} DROP DEFAULT`];
}

/** NOT NULL where it is asked for and not yet there, and the other way round. */
function requirements({ schema }: Goal, { wanted, table }: Pair): readonly Sql[] {
  const alter = ({ name, required }: WantedColumn): Sql =>
    sql`
      ALTER TABLE ${ident(schema, wanted.name)}
        ALTER COLUMN ${ident(name)} ${raw(required ? 'SET' : 'DROP')} NOT NULL`;
  const isRequired = ({ name }: WantedColumn): boolean => table.columns.get(name)?.required ?? false;
  return wanted.columns.filter((column) => column.required !== isRequired(column)).map(alter);
}

/** Foreign keys that are to wait for the end of a write where it says so. */
const deferrableKeys = ({ schema, tables }: Goal, { immediateKeys }: ExistingSchema): readonly Sql[] =>
  tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys
      .filter((key) => immediateKeys.has(key.name))
      .map((key) => sql`ALTER TABLE ${ident(schema, name)} ALTER CONSTRAINT ${ident(key.name)} DEFERRABLE`),
  );

/** But for indexes of standing tables that are made beside what is written. */
function missingObjects({ tables, stale }: Goal, existing: ExistingSchema): readonly Sql[] {
  const isMissing = ({ name }: WantedObject): boolean => !existing.objects.has(name) || stale.has(name);
  return [
    ...tables.flatMap(({ name, indexes }) =>
      indexes.filter((index) => isMissing(index) && !(index.beside && existing.tables.has(name))),
    ),
    ...tables.flatMap(({ foreignKeys }) => foreignKeys.filter(isMissing)),
  ].map(({ ddl }) => ddl);
}
