import { scopeOf, scopeSql } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { auditLogSql } from '../changes/audit-log.js';
import { allOf, ident, list, raw, sql, type Sql } from '../sql/sql.js';

/** `caller`: his read scopes apply. `system`: every live row, for rules and hooks, which judge for everybody alike. */
export type ReadRights = 'caller' | 'system';

/** On whose behalf a statement reads. */
export interface Reader {
  readonly ctx: RequestContext;
  readonly rights: ReadRights;
  /**
   * Rows that the same statement is about to store, by entity name: each a name of a CTE that has the entity's stored
   * columns. Sibling CTEs do not see each other's effects, so the relation adds them.
   */
  readonly added?: ReadonlyMap<string, Sql>;
}

/**
 * Which rows of an entity: `readable` live ones in the reader's scope; `live` whatever his scope, for public fields;
 * `stored` deleted ones too, in his scope (IncludeDeleted); `deleted` those alone.
 */
export type RowFilter = 'readable' | 'live' | 'stored' | 'deleted';

const ROW = raw('r');
const DELETED = sql`${ROW}.${ident('IsDeleted')}`;
const LIVE = sql`NOT ${DELETED}`;
const LIFE: Readonly<Record<RowFilter, readonly Sql[]>> = {
  readable: [LIVE],
  live: [LIVE],
  stored: [],
  deleted: [DELETED],
};

/** The entity's table as the target of an INSERT, UPDATE or DELETE; to read from it there is `relationSql`. */
export const targetSql = (ctx: RequestContext, entity: Entity): Sql =>
  ident(ctx.catalogue.environment.schema, entity.name);

/**
 * The rows of an entity as a table expression without alias. The only function that reads a table by its name, so that
 * no statement can read a row that is deleted or outside of the reader's scope.
 */
export function relationSql(reader: Reader, entity: Entity, rows: RowFilter = 'readable'): Sql {
  const { ctx, rights, added } = reader;
  const table = entity.view
    ? auditLogSql(ctx, rights === 'system' || ctx.principal.isAdministrator)
    : targetSql(ctx, entity);
  const scope = scopeOf(ctx, entity, 'read');
  const isScoped = rows !== 'live' && rights === 'caller' && scope !== 'All';
  const own = added?.get(entity.name);
  const where = allOf([...LIFE[rows], ...(isScoped ? [scopeSql(scope, ROW)] : [])]);
  if (!own) return sql`(SELECT * FROM ${table} ${ROW} WHERE ${where})`;
  const columns = storedColumns(entity);
  return sql`(SELECT ${columns} FROM ${table} ${ROW} WHERE ${where} UNION ALL SELECT ${columns} FROM ${own})`;
}

/** The columns of an entity's table that its fields name, in the order of the fields. */
const storedColumns = (entity: Entity): Sql =>
  list([...entity.fields.values()].filter(({ constant }) => constant === undefined).map(({ name }) => ident(name)));

const accessKeys = new WeakMap<object, string>();

/**
 * Tells apart all readers for whom `relationSql` writes different text; part of the key of every compiled statement.
 * Callers with the same scopes share it.
 */
export function accessKey({ ctx: { principal }, rights }: Reader): string {
  if (rights === 'system') return 'system';
  if (principal.isAdministrator) return 'all';
  const known = accessKeys.get(principal.access);
  if (known !== undefined) return known;
  const scopes = [...principal.access].map(([entityName, { read }]) => `${entityName}:${read}`);
  const key = scopes.toSorted().join(' ');
  accessKeys.set(principal.access, key);
  return key;
}
