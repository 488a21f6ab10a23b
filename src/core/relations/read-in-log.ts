import { limitedSql, limitedRows, scopeOf, scopeTest } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Scope } from '#core/catalogue/scope.js';
import { ownerAfter } from '#core/changes/record-shape.sql.js';
import type { RequestContext } from '#core/context/context.js';
import { anyOf, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { sharedSql, widensReads } from './shares.sql.js';

/** Every image of the change row `c` must be in scope: the new owner of a record does not see what it was before. */
export const changeInScope = (scope: Scope): Sql =>
  scope === 'All'
    ? raw('true')
    : sql`
    (c.operation = 'Create' OR ${scopeTest(scope, raw('c.owner_before'), raw('c.team_before'))})
    AND (c.operation = 'Delete' OR ${scopeTest(scope, ownerAfter(raw('c')), raw('c.team_after'))})`;

/** Renders the live rows of an entity in any scope. */
export type LiveRows = (entity: Entity) => Sql;

/** A record that the log has changes of. */
interface LoggedRecord {
  readonly id: Sql;
  /** Condition of a scope on what the log says of it. */
  readonly covers: (scope: Scope) => Sql;
  /** Absent: what clauses leave is not shown. */
  readonly liveRows: LiveRows | undefined;
}

/**
 * Renders the condition under which the caller's read scope covers what the log says of a record. Where a clause limits the
 * scope, the record must meet it now: the log has no rows to judge. What is shared with the caller now is covered, too.
 */
export function readInLog(ctx: RequestContext, entity: Entity, record: LoggedRecord): Sql {
  const { id, liveRows } = record;
  const inScope = scopedInLog(ctx, entity, record);
  if (!liveRows || !widensReads(ctx, entity)) return inScope;
  const isShared = anyOf(sharedSql(ctx, entity, raw('w'), { right: 'Read', rowsOf: liveRows }));
  return anyOf([inScope, sql`EXISTS (SELECT 1 FROM ${liveRows(entity)} w WHERE w."Id" = ${id} AND ${isShared})`]);
}

function scopedInLog(ctx: RequestContext, entity: Entity, { covers, id, liveRows }: LoggedRecord): Sql {
  const scope = scopeOf(ctx, entity, 'read');
  const limited = limitedRows(ctx, entity, 'read');
  if (!limited) return covers(scope);
  if (!liveRows) return covers(limited.open);
  const isMet = limitedSql(ctx, limited, raw('w'));
  const met = sql`EXISTS (SELECT 1 FROM ${liveRows(entity)} w WHERE w."Id" = ${id} AND ${isMet})`;
  return sql`((${covers(limited.open)}) OR ((${covers(scope)}) AND ${met}))`;
}

/**
 * Renders the conditions under which an entry is about a record that is shared with the caller now. The ids are an array of
 * a sub-query, by which an index finds the entries.
 * @param entry columns with the name of the entity and the id of the record
 */
export const sharedEntries = (
  ctx: RequestContext,
  liveRows: LiveRows,
  entry: { readonly entity: Sql; readonly id: Sql },
): readonly Sql[] =>
  [...ctx.catalogue.entities.values()]
    .filter((entity) => widensReads(ctx, entity))
    .map((entity) => {
      const isShared = anyOf(sharedSql(ctx, entity, raw('w'), { right: 'Read', rowsOf: liveRows }));
      const ids = sql`SELECT w."Id" FROM ${liveRows(entity)} w WHERE ${isShared}`;
      return sql`(${entry.entity} = ${literal(entity.name)} AND ${entry.id} = ANY(ARRAY(${ids})))`;
    });

const isOf = (entities: readonly Entity[]): Sql =>
  sql`c.entity IN (${list(entities.map(({ name }) => literal(name)))})`;

/**
 * Changes of entities that the caller may read; those of deleted entities are left to callers who may read everything.
 */
export function readableChanges(ctx: RequestContext, liveRows: LiveRows | undefined): Sql {
  const entities = [...ctx.catalogue.entities.values()].filter(({ view }) => !view);
  const isLimited = (entity: Entity): boolean => limitedRows(ctx, entity, 'read') !== undefined;
  const byClauses = entities.filter(isLimited).map((entity) => {
    const seen = scopedInLog(ctx, entity, { covers: changeInScope, id: raw('c.record_id'), liveRows });
    return sql`(${isOf([entity])} AND ${seen})`;
  });
  const byScope = (['All', 'Team', 'Own'] as const).flatMap((scope): readonly Sql[] => {
    const some = entities.filter((entity) => scopeOf(ctx, entity, 'read') === scope && !isLimited(entity));
    if (some.length === 0) return [];
    return [scope === 'All' ? isOf(some) : sql`(${isOf(some)} AND ${changeInScope(scope)})`];
  });
  const shared = liveRows ? sharedEntries(ctx, liveRows, { entity: raw('c.entity'), id: raw('c.record_id') }) : [];
  return anyOf([...byScope, ...byClauses, ...shared]);
}
