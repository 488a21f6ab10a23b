import { API_KEY } from '#core/catalogue/access-entities.js';
import { IDENTITY_MAPPING } from '#core/catalogue/identity-mapping.js';
import { ENVELOPE_COLUMNS } from '#core/catalogue/system-fields.js';
import { coversAll, limitedRows, rowsKey, type RowsOptions, rowsSql, scopeOf, scopeSql } from '#core/rights/access.js';
import { fieldProfile } from '#core/rights/field-rights.js';
import { assignedSql } from './assigned.sql.js';
import { sharedSql } from './shares.sql.js';
import type { Operation } from '#core/catalogue/scope.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { protectedColumns } from './protected-columns.sql.js';
import { shownColumns } from './shown-columns.sql.js';
import { auditLogSql, type ViaTables } from './audit-log.js';
import { type LiveRows, sharedEntries } from './read-in-log.js';
import { CALL } from '#core/statements/args.js';
import { allOf, anyOf, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';

/** `caller`: the caller's read scopes apply. `system`: every live row, for rules and hooks. */
export type ReadRights = 'caller' | 'system';

/** Reading side of a statement: the call and the rights that apply. The service's own rights depend on no caller. */
export type Reader = Readable &
  (
    | { readonly ctx: RequestContext; readonly rights: 'caller' }
    | { readonly ctx: Definitions; readonly rights: 'system' }
  );

interface Readable {
  /**
   * Rows that the same statement stores, by entity name: names of CTEs with the entity's stored columns. Sibling CTEs
   * do not see each other's effects, so the relation adds these rows.
   */
  readonly added?: ReadonlyMap<string, Sql>;
  /** Reads the values of protected fields, too: a write keeps them, and conditions of definitions compare them. */
  readonly isUnmasked?: boolean;
}

/**
 * Rows of an entity: `readable` – live and in the reader's scope, or assigned to the reader; `scoped` and `assigned` – the
 * two parts of these; `own` and `team` – the two parts of `scoped` in scope Team, the latter of the team of the row
 * `team(id)`, `own` all of it in scope Own; `live` – in any scope, for public fields; `named` – live and deleted, in any
 * scope, for public fields of what a log refers to; `stored` – live and deleted, in the reader's scope (IncludeDeleted);
 * `deleted` – deleted, in the reader's scope.
 */
export type RowFilter = 'readable' | 'scoped' | 'own' | 'team' | 'assigned' | 'live' | 'named' | 'stored' | 'deleted';

const ROW = raw('r');
const DELETED = sql`${ROW}.${ident('IsDeleted')}`;
const LIVE = sql`NOT ${DELETED}`;
const LIFE: Readonly<Record<RowFilter, readonly Sql[]>> = {
  readable: [LIVE],
  scoped: [LIVE],
  own: [LIVE],
  team: [LIVE],
  assigned: [LIVE],
  live: [LIVE],
  named: [],
  stored: [],
  deleted: [DELETED],
};

/** Renders the entity's table as the target of an INSERT, UPDATE, DELETE or index; `relationSql` reads from it. */
export const targetSql = (ctx: Definitions, entity: Entity): Sql =>
  ident(ctx.catalogue.environment.schema, entity.name);

const viaTables = (ctx: Definitions): ViaTables => ({
  keys: targetSql(ctx, ctx.catalogue.entity(API_KEY)),
  mappings: targetSql(ctx, ctx.catalogue.entity(IDENTITY_MAPPING)),
});

/**
 * Renders the rows of an entity as a table expression without alias. No other function reads a table by its name, so no
 * statement can read a row that is deleted or outside the reader's scope.
 */
export function relationSql(reader: Reader, entity: Entity, rows: RowFilter = 'readable'): Sql {
  const { ctx, rights, added } = reader;
  const isScoped = rights === 'caller' && !ctx.principal.isAdministrator;
  const table = entity.view
    ? auditLogSql(ctx, viaTables(ctx), isScoped ? ctx : undefined, liveRowsOf(ctx))
    : targetSql(ctx, entity);
  const own = added?.get(entity.name);
  const where = allOf([...LIFE[rows], ...(rights === 'caller' ? visibleSql(ctx, entity, rows) : [])]);
  if (!own) return sql`(SELECT ${shownOf(reader, entity)} FROM ${table} ${ROW} WHERE ${where})`;
  // Rows that are added are read with the rights of the service alone.
  const columns = storedColumns(entity);
  return sql`(SELECT ${columns} FROM ${table} ${ROW} WHERE ${where} UNION ALL SELECT ${columns} FROM ${own})`;
}

/** Renders live rows of entities with the rights of the service. */
export const liveRowsOf =
  (ctx: Definitions): LiveRows =>
  (entity) =>
    relationSql({ ctx, rights: 'system' }, entity);

/** Renders the rows of an entity in any scope, without alias; live ones, where `rows` does not say otherwise. */
export const systemRows = (ctx: Definitions, entityName: string, rows?: RowFilter): Sql =>
  relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(entityName), rows);

/** Conditions on the rows `r` of a filter that the caller may see. */
function visibleSql(ctx: RequestContext, entity: Entity, rows: RowFilter): readonly Sql[] {
  if (rows === 'live' || rows === 'named' || coversAll(ctx, entity, 'read')) return [];
  const inScope = rowsSql(ctx, entity, 'read', ROW);
  if (rows === 'scoped') return [inScope];
  if (rows === 'own') return [oneOf(sql`${ROW}."OwnerId"`, sql`${CALL.userId}`)];
  if (rows === 'team') return [oneOf(sql`${ROW}."OwnerTeamId"`, raw('team.id')), sql`NOT (${scopeSql('Own', ROW)})`];
  if (rows === 'assigned') return [anyOf(assignedToCaller(ctx, entity, ROW)), sql`(${inScope}) IS NOT TRUE`];
  return [readableSql(ctx, entity, ROW)];
}

/**
 * A column that has one value, in a form that does not tell PostgreSQL so: it would drop the column from an order
 * (`partColumn`).
 */
const oneOf = (column: Sql, value: Sql): Sql => sql`${column} = ANY(ARRAY[${value}])`;

/**
 * Column that begins the order of a part's rows, which all have one value in it. Only the index of the owner or of the
 * team has this order. Without it, PostgreSQL may walk the index of all rows instead: it supposes that those of an owner
 * are spread evenly, and reads the whole table where they are all old.
 */
export const partColumn = (rows: RowFilter): 'OwnerId' | 'OwnerTeamId' | undefined =>
  rows === 'own' ? 'OwnerId' : rows === 'team' ? 'OwnerTeamId' : undefined;

/** Conditions under which the caller may read a row beyond the read scope; none with scope None, or where it has all rows. */
function assignedToCaller(ctx: RequestContext, entity: Entity, alias: Sql): readonly Sql[] {
  if (coversAll(ctx, entity, 'read') || scopeOf(ctx, entity, 'read') === 'None') return [];
  const rowsOf = liveRowsOf(ctx);
  if (entity.view)
    return sharedEntries(ctx, rowsOf, { entity: sql`${alias}."EntityName"`, id: sql`${alias}."RecordId"` });
  return [...assignedSql(ctx, entity, alias, rowsOf), ...sharedSql(ctx, entity, alias, { right: 'Read', rowsOf })];
}

/**
 * Renders the rows that the caller's write covers as a condition on a row with the given alias: those of the scopes and
 * clauses, and of an update what is shared with the caller.
 * @param options as of `rowsSql`
 */
export function writableSql(
  ctx: RequestContext,
  entity: Entity,
  operation: Exclude<Operation, 'read'>,
  alias: Sql,
  options?: RowsOptions,
): Sql {
  const covered = rowsSql(ctx, entity, operation, alias, options);
  if (operation !== 'update' || coversAll(ctx, entity, 'update')) return covered;
  return anyOf([covered, ...sharedSql(ctx, entity, alias, { right: 'Update', rowsOf: liveRowsOf(ctx) })]);
}

/**
 * Renders the condition under which the caller may read a row with the given alias: the read scope or, unless that is
 * None, an open approval task or a share.
 */
export const readableSql = (ctx: RequestContext, entity: Entity, alias: Sql): Sql =>
  anyOf([rowsSql(ctx, entity, 'read', alias), ...assignedToCaller(ctx, entity, alias)]);

/**
 * Splits rows into parts that have none in common, where a page of each is read faster than one of all: an index has the
 * rows of an owner or of a team in order, but not those of several, and not together with those assigned. Others are one
 * part.
 * @param isServed whether an index has the rows of one owner, or of one team, in the order of the page
 */
export function readableParts(
  { ctx, rights }: Reader,
  entity: Entity,
  rows: RowFilter,
  isServed: boolean,
): readonly RowFilter[] {
  if (rows !== 'readable' || rights !== 'caller') return [rows];
  const scope = limitedRows(ctx, entity, 'read') ? undefined : scopeOf(ctx, entity, 'read');
  const assigned: readonly RowFilter[] = assignedToCaller(ctx, entity, ROW).length > 0 ? ['assigned'] : [];
  if (isServed && scope === 'Team') return ['own', 'team', ...assigned];
  if (isServed && scope === 'Own') return ['own', ...assigned];
  return assigned.length > 0 ? ['scoped', ...assigned] : [rows];
}

/** Renders a FROM item for `rows` of each of the caller's teams; only rows `team` refer to it. */
export const eachTeam = (rows: Sql): Sql =>
  sql`(SELECT DISTINCT unnest(${CALL.reachTeamIds})) team(id) CROSS JOIN LATERAL (${rows}) t`;

/** Columns of an entity's table, in the order of its fields. */
const storedColumns = (entity: Entity): Sql => list(storedFields(entity).map(({ name }) => ident(name)));

/** Columns that the reader may see: all as they are, but those of runs and of protected fields. */
function shownOf({ ctx, rights, isUnmasked }: Reader, entity: Entity): Sql {
  if (rights === 'system') return raw('*');
  const rowsOf = (other: Entity): Sql => {
    const where = allOf([LIVE, ...visibleSql(ctx, other, 'readable')]);
    return sql`(SELECT * FROM ${targetSql(ctx, other)} ${ROW} WHERE ${where})`;
  };
  const shown = {
    ...shownColumns(ctx, entity, ROW, rowsOf),
    ...(isUnmasked !== true && protectedColumns(ctx, entity, ROW)),
  };
  if (Object.keys(shown).length === 0) return raw('*');
  const names = [...storedFields(entity), ...ENVELOPE_COLUMNS.map(([name]) => ({ name }))];
  const columns = names.map(({ name }) => {
    const column = ident(name);
    return Object.hasOwn(shown, name) ? sql`${shown[name]} AS ${column}` : sql`${ROW}.${column}`;
  });
  return list(columns);
}

const accessKeys = new WeakMap<object, { readonly catalogue: Catalogue; readonly key: string }>();

/**
 * Key of the readers for whom `relationSql` renders the same text; part of the key of every compiled statement. Callers
 * with the same scopes share it.
 */
export function accessKey({ ctx, rights }: Reader): string {
  if (rights === 'system') return 'system';
  const { principal } = ctx;
  if (principal.isAdministrator) return 'all';
  const known = accessKeys.get(principal.access);
  if (known?.catalogue === ctx.catalogue) return known.key;
  const scopes = [...principal.access].map(([entityName, { read }]) => {
    const entity = ctx.catalogue.find(entityName);
    const profile = entity ? fieldProfile(ctx, entity) : '';
    return `${entityName}:${entity ? rowsKey(ctx, entity, 'read') : read}${profile && `(${profile})`}`;
  });
  const key = scopes.toSorted().join(' ');
  accessKeys.set(principal.access, { catalogue: ctx.catalogue, key });
  return key;
}
