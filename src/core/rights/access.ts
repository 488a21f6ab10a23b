import { API_KEY } from '#core/catalogue/access-entities.js';
import type { RequestContext } from '#core/context/context.js';
import { hasShares, RECORD_SHARE, SHARE_ACCESS } from '#core/catalogue/share-entities.js';
import { MEMBER_ACCESS } from '#core/catalogue/notification-entities.js';
import {
  merge,
  NO_ACCESS,
  type AccessTable,
  type EntityAccess,
  type LimitedRows,
  type Operation,
  type Scope,
} from '#core/catalogue/scope.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { IdentityMapping } from '#core/catalogue/identity-mapping.js';
import type { Entity } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import { CALL } from '#core/statements/args.js';
import { callerClause } from '#core/statements/caller-clause.js';
import { allOf, anyOf, ident, sql, raw, type Slot, type Sql } from '#core/sql/sql.js';

/** The caller's scope for one operation on one entity. */
export function scopeOf({ principal }: Pick<RequestContext, 'principal'>, entity: Entity, operation: Operation): Scope {
  if (principal.isAdministrator) return 'All';
  return (principal.access.get(entity.name) ?? NO_ACCESS)[operation];
}

/** Tells whether the caller's update may set a field. An Administrator may set every field. */
export function maySet({ principal }: RequestContext, entity: Entity, fieldName: string): boolean {
  const writable = principal.isAdministrator ? undefined : principal.access.get(entity.name)?.writable;
  return writable?.has(fieldName) ?? true;
}

/** Permission to have keys of one's own. */
const OWN_KEYS = 'ApiKeys.Own';
const OWN_ACCESS: EntityAccess = { create: 'Own', read: 'Own', update: 'Own', delete: 'Own' };

/** Access of every member without any role. */
export const memberAccess = (catalogue: Pick<Catalogue, 'entities'>): AccessTable =>
  hasShares(catalogue) ? new Map([...MEMBER_ACCESS, [RECORD_SHARE, SHARE_ACCESS]]) : MEMBER_ACCESS;

/** Merges the access of several roles with that of every member: the widest scope wins, per operation. */
export function effectiveAccess(catalogue: Catalogue, roleIds: readonly string[]): AccessTable {
  const { access, organisation } = catalogue;
  const effective = new Map(memberAccess(catalogue));
  if (roleIds.some((id) => organisation.roles.get(id)?.permissions.has(OWN_KEYS))) effective.set(API_KEY, OWN_ACCESS);
  for (const roleId of roleIds) {
    for (const [entityName, given] of access.get(roleId) ?? []) {
      effective.set(entityName, merge(given, effective.get(entityName) ?? NO_ACCESS));
    }
  }
  return effective;
}

/**
 * Checks that the caller may create some records of the entity.
 * @throws {DomainError} ScopeNone when there is no access, and no record is exempt from it.
 */
export function requireCreate(ctx: Pick<RequestContext, 'principal'>, entity: Entity): void {
  if (!entity.unscopedCreate || ctx.principal.key) requireScope(ctx, entity, 'create');
}

/**
 * Checks that the caller may create a record with these values.
 * @throws {DomainError} ScopeNone when there is no access, and the record is not exempt from it.
 */
export function requireCreateOf(
  ctx: Pick<RequestContext, 'principal'>,
  entity: Entity,
  values: ReadonlyMap<string, unknown>,
): void {
  // No record is exempt from the limits of a key.
  const exempt = ctx.principal.key ? undefined : entity.unscopedCreate;
  if (!exempt || Object.entries(exempt).every(([name, value]) => values.get(name) === value)) return;
  requireScope(ctx, entity, 'create');
}

/**
 * Returns the caller's scope.
 * @throws {DomainError} ScopeNone when the caller has no access for this operation.
 */
export function requireScope(ctx: Pick<RequestContext, 'principal'>, entity: Entity, operation: Operation): Scope {
  const scope = scopeOf(ctx, entity, operation);
  if (scope !== 'None') return scope;
  throw new DomainError({
    code: 'ScopeNone',
    message: `You have no ${operation} access to ${entity.name}.`,
    params: { EntityName: entity.name, Operation: operation },
  });
}

/**
 * Checks that the caller has access for this operation to at least one entity.
 * @throws {DomainError} ScopeNone when there is none.
 */
export function requireScopeAnywhere({ principal }: Pick<RequestContext, 'principal'>, operation: Operation): void {
  if (principal.isAdministrator) return;
  for (const access of principal.access.values()) if (access[operation] !== 'None') return;
  throw new DomainError({
    code: 'ScopeNone',
    message: `You have no ${operation} access to any entity.`,
    params: { Operation: operation },
  });
}

/**
 * Named permissions that the caller's roles grant, each with the names of those roles. Administrators have only the
 * permissions of their roles (docs/interface/access.md#permissions).
 */
export function grantedPermissions({ principal, catalogue }: RequestContext): ReadonlyMap<string, readonly string[]> {
  const granted = new Map<string, readonly string[]>();
  for (const id of principal.roleIds) {
    const role = catalogue.organisation.roles.get(id);
    for (const name of role?.permissions ?? []) granted.set(name, [...(granted.get(name) ?? []), role!.name]);
  }
  return granted;
}

/** The identity mapping that has given the caller a role or a team; undefined where a user has, or the mapping is gone. */
export function givingMapping({ principal, catalogue }: RequestContext, id: string): IdentityMapping | undefined {
  const mappingId = principal.mappings?.get(id);
  return mappingId === undefined ? undefined : catalogue.identityMappings.find((mapping) => mapping.id === mappingId);
}

/**
 * Renders a scope as a condition on a record's owner and team; no other function turns a scope into SQL.
 * @param reachTeamIds teams of scope Team; those of the caller, unless a preview asks about others
 */
export function scopeTest(scope: Scope, ownerId: Sql, ownerTeamId: Sql, reachTeamIds: Slot = CALL.reachTeamIds): Sql {
  const own = sql`${ownerId} = ${CALL.userId}`;
  switch (scope) {
    case 'All':
      return raw('true');
    case 'Team':
      return sql`(${own} OR ${ownerTeamId} = ANY(${reachTeamIds}))`;
    case 'Own':
      return own;
    case 'None':
      return raw('false');
  }
}

/** Renders a scope as a condition on a row with the given alias. */
export const scopeSql = (scope: Scope, alias: Sql): Sql =>
  scopeTest(scope, sql`${alias}.${ident('OwnerId')}`, sql`${alias}.${ident('OwnerTeamId')}`);

/** Rows of an operation that clauses of the caller's roles limit; undefined where the scope alone decides. */
export function limitedRows(
  { principal }: Pick<RequestContext, 'principal'>,
  { name }: Entity,
  operation: Operation,
): LimitedRows | undefined {
  if (principal.isAdministrator) return undefined;
  const access = principal.access.get(name);
  return access?.[operation] === 'None' ? undefined : access?.rows?.[operation];
}

/** Tells whether the caller's operation covers all rows of an entity. */
export const coversAll = (ctx: Pick<RequestContext, 'principal'>, entity: Entity, operation: Operation): boolean =>
  scopeOf(ctx, entity, operation) === 'All' && !limitedRows(ctx, entity, operation);

/** Describes the rows of an operation; for callers with equal descriptions `rowsSql` renders the same text. */
export function rowsKey(ctx: RequestContext, entity: Entity, operation: Operation): string {
  const scope = scopeOf(ctx, entity, operation);
  const rows = limitedRows(ctx, entity, operation);
  if (!rows) return scope;
  return [rows.open, ...rows.grants.map((grant) => `${grant.scope}&${callerClause(ctx, grant.clause).key}`)].join('|');
}

/**
 * Renders the rows of the caller's operation as a condition on a row with the given alias: the scope, or the union of the
 * scopes of several roles, each with its clause.
 * @param options `added`: rows that the same statement stores, by entity name; `covered`: what a scope covers, where that
 *   is more than `scopeSql`
 */
export function rowsSql(
  ctx: RequestContext,
  entity: Entity,
  operation: Operation,
  alias: Sql,
  { added, covered = (scope) => scopeSql(scope, alias) }: RowsOptions = {},
): Sql {
  const rows = limitedRows(ctx, entity, operation);
  if (!rows) return covered(scopeOf(ctx, entity, operation));
  const limited = limitedSql(ctx, rows, alias, { added, covered });
  return rows.open === 'None' ? limited : anyOf([covered(rows.open), limited]);
}

/** Renders the rows that clauses leave, without those of the roles that have none, as a condition on a row. */
export function limitedSql(
  ctx: RequestContext,
  { grants }: LimitedRows,
  alias: Sql,
  { added, covered = (scope) => scopeSql(scope, alias) }: RowsOptions = {},
): Sql {
  return anyOf(
    grants.map(({ scope, clause }) => {
      const met = callerClause(ctx, clause).on(alias, added);
      return scope === 'All' ? met : allOf([covered(scope), met]);
    }),
  );
}

export interface RowsOptions {
  readonly added?: ReadonlyMap<string, Sql> | undefined;
  readonly covered?: (scope: Scope) => Sql;
}
