import type { Catalogue } from '#core/catalogue/catalogue.js';
import { declaredIndexName } from '#core/catalogue/constraint-names.js';
import type { DeclaredIndex, IndexKey } from '#core/catalogue/declared-index.js';
import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { indexExpression, indexKeySql } from '#core/criteria/index-key.sql.js';
import { type RowFilter, systemRows } from '#core/relations/relation.js';
import { Args } from '#core/statements/args.js';
import { allOf, EMPTY, ident, list, literal, raw, render, renderWith, sql, type Sql } from '#core/sql/sql.js';
import { SYSTEM_USER_ID, systemContext } from '#core/context/system-context.js';
import { concurrentIndex } from './entity-indexes.sql.js';
import type { WantedIndex } from './wanted-table.js';

/** Columns that scopes compare: an index that begins with one has the rows of an owner, or of a team, in order. */
type ScopeColumn = 'OwnerId' | 'OwnerTeamId';

/** Longest value in bytes per character of a text, as UTF-8. */
const BYTES_PER_CHARACTER = 4;

/**
 * Lists the indexes of an entity's declared ones: each over all rows, which Administrators read, and within owners and
 * teams where a role reads the entity in scope Own or Team. Equal ones are made once.
 */
export function wantedDeclaredIndexes(catalogue: Catalogue, entity: Entity, table: Sql): readonly WantedIndex[] {
  const columns = [undefined, ...scopeColumns(catalogue, entity)];
  const wanted = new Map<string, WantedIndex>();
  for (const declared of entity.indexes) {
    for (const scope of columns.filter((column) => column !== declared.keys[0].field.name)) {
      const index = wantedIndex(catalogue, entity, table, declared, scope);
      const known = wanted.get(index.name);
      wanted.set(index.name, { ...index, declared: [...(known?.declared ?? []), ...(index.declared ?? [])] });
    }
  }
  return [...wanted.values()];
}

/** Columns by which the scopes of any role limit reads of the entity. */
export function scopeColumns({ access }: Catalogue, { name }: Entity): readonly ScopeColumn[] {
  const scopes = new Set([...access.values()].map((table) => table.get(name)?.read));
  if (scopes.has('Team')) return ['OwnerId', 'OwnerTeamId'];
  return scopes.has('Own') ? ['OwnerId'] : [];
}

function wantedIndex(
  catalogue: Catalogue,
  entity: Entity,
  table: Sql,
  declared: DeclaredIndex,
  scope?: ScopeColumn,
): WantedIndex {
  const keys = withIdentity(entity, declared.keys);
  const columns = list([...(scope ? [ident(scope)] : []), ...keys.map(indexKeySql)]);
  const hasExpression = keys.some(({ field }) => indexExpression(field) !== undefined);
  const definition = sql`(${columns})${rowsOf(hasExpression, predicate(catalogue, entity, declared))}`;
  const parts = [
    ...(scope ? [scope] : []),
    ...keys.map(({ field, descending }) => (descending ? `-${field.name}` : field.name)),
  ];
  const name = declaredIndexName(entity.name, parts, render(definition).text);
  const tooLong = tooLongSql(catalogue, entity, declared.keys, hasExpression && !declared.where ? 'named' : undefined);
  return {
    ...concurrentIndex(name, table, definition),
    declared: [{ kind: declared.kind, id: declared.id }],
    hasExpression,
    ...(tooLong && { tooLong }),
  };
}

/**
 * Live rows, and those of the where-clause. PostgreSQL ignores the statistics of an expression in a partial index: it would
 * take every value for one of 200, and rather walk another index in order than look up a rare value. So an index with an
 * expression has deleted rows, too.
 */
function rowsOf(hasExpression: boolean, where: readonly Sql[]): Sql {
  if (hasExpression && where.length === 0) return EMPTY;
  return sql` WHERE ${allOf([raw('NOT "IsDeleted"'), ...where])}`;
}

/** The keys as orders have them: every order ends with `Id`, in the direction of the key before it. */
function withIdentity(entity: Entity, keys: readonly IndexKey[]): readonly IndexKey[] {
  if (keys.some(({ field }) => field.name === 'Id')) return keys;
  return [...keys, { field: entity.fields.get('id')!, descending: keys.at(-1)!.descending }];
}

/** The condition of the rows in the index: constants in the place of values, since queries are matched with it. */
function predicate(catalogue: Catalogue, entity: Entity, { where }: DeclaredIndex): readonly Sql[] {
  if (where === undefined) return [];
  const ctx = systemContext(catalogue, SYSTEM_USER_ID, new Date(0));
  const args = new Args(ctx);
  const { criterion } = definedCriterion(ctx, entity, where, args);
  const condition = criterionSql(criterion, new FromClause({ ctx, rights: 'system' }, entity, `"${entity.name}"`));
  return [raw(renderWith(condition, ({ index, type }) => constantText(args.values[index], type)))];
}

function constantText(value: unknown, type: string): string {
  const constant = Array.isArray(value)
    ? sql`ARRAY[${list(value.map((element) => literal(String(element))))}]`
    : literal(String(value));
  return render(sql`${constant}::${raw(type)}`).text;
}

/** Such values were stored before the field was limited, or by a routine. */
function tooLongSql(
  catalogue: Catalogue,
  entity: Entity,
  keys: readonly IndexKey[],
  indexed?: RowFilter,
): Sql | undefined {
  const texts = keys.flatMap(({ field }) =>
    field.type === 'Text' && field.maxLength !== undefined
      ? [sql`octet_length(r.${ident(field.name)}) > ${raw(String(field.maxLength * BYTES_PER_CHARACTER))}`]
      : [],
  );
  if (texts.length === 0) return undefined;
  const rows = systemRows(systemContext(catalogue, SYSTEM_USER_ID, new Date(0)), entity.name, indexed);
  return sql`SELECT FROM ${rows} r WHERE ${list(texts, ' OR ')} LIMIT 1`;
}
