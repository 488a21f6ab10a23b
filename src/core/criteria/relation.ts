import { scopeOf, scopeSql } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { auditLogSql } from '../changes/audit-log.js';
import { allOf, ident, list, raw, sql, type Sql } from '../sql/sql.js';

/** `caller`: the caller's read scopes apply. `system`: every live row, for rules and hooks. */
export type ReadRights = 'caller' | 'system';

/** Reading side of a statement: the call and the rights that apply. */
export interface Reader {
  readonly ctx: RequestContext;
  readonly rights: ReadRights;
  /**
   * Rows that the same statement stores, by entity name: names of CTEs with the entity's stored columns. Sibling CTEs
   * do not see each other's effects, so the relation adds these rows.
   */
  readonly added?: ReadonlyMap<string, Sql>;
}

/**
 * Rows of an entity: `readable` – live and in the reader's scope; `live` – in any scope, for public fields; `stored` –
 * live and deleted, in the reader's scope (IncludeDeleted); `deleted` – deleted, in the reader's scope.
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

/** Renders the entity's table as the target of an INSERT, UPDATE or DELETE; `relationSql` reads from it. */
export const targetSql = (ctx: RequestContext, entity: Entity): Sql =>
  ident(ctx.catalogue.environment.schema, entity.name);

/**
 * Renders the rows of an entity as a table expression without alias. No other function reads a table by its name, so no
 * statement can read a row that is deleted or outside the reader's scope.
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

/** Columns of an entity's table, in the order of its fields. */
const storedColumns = (entity: Entity): Sql =>
  list([...entity.fields.values()].filter(({ constant }) => constant === undefined).map(({ name }) => ident(name)));

const accessKeys = new WeakMap<object, string>();

/**
 * Key of the readers for whom `relationSql` renders the same text; part of the key of every compiled statement. Callers
 * with the same scopes share it.
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
