import type { RequestContext } from './context.js';
import { MEMBER_ACCESS } from './system-entities/notification-entities.js';
import { merge, NO_ACCESS, type AccessTable, type EntityAccess, type Operation, type Scope } from './scope.js';
import type { Catalogue } from './catalogue/catalogue.js';
import type { Entity } from './catalogue/entity.js';
import { DomainError } from './errors.js';
import { CALL } from './sql/args.js';
import { ident, sql, raw, type Sql } from './sql/sql.js';

/** The caller's scope for one operation on one entity. */
export function scopeOf({ principal }: Pick<RequestContext, 'principal'>, entity: Entity, operation: Operation): Scope {
  if (principal.isAdministrator) return 'All';
  return (principal.access.get(entity.name) ?? NO_ACCESS)[operation];
}

/** Whether the caller's update may set a field; an Administrator's may set all. */
export function maySet({ principal }: RequestContext, entity: Entity, fieldName: string): boolean {
  const writable = principal.isAdministrator ? undefined : principal.access.get(entity.name)?.writable;
  return writable?.has(fieldName) ?? true;
}

/** Several roles, and what every member has, give the widest scope of each operation. */
export function effectiveAccess({ access }: Catalogue, roleIds: readonly string[]): AccessTable {
  const effective = new Map<string, EntityAccess>(MEMBER_ACCESS);
  for (const roleId of roleIds) {
    for (const [entityName, given] of access.get(roleId) ?? []) {
      effective.set(entityName, merge(given, effective.get(entityName) ?? NO_ACCESS));
    }
  }
  return effective;
}

/** @throws {DomainError} ScopeNone when the caller has no access at all for this operation. */
export function requireScope(ctx: Pick<RequestContext, 'principal'>, entity: Entity, operation: Operation): Scope {
  const scope = scopeOf(ctx, entity, operation);
  if (scope !== 'None') return scope;
  throw new DomainError({
    code: 'ScopeNone',
    message: `You have no ${operation} access to ${entity.name}.`,
    params: { EntityName: entity.name, Operation: operation },
  });
}

/** @throws {DomainError} ScopeNone when the caller has no access for this operation to any entity. */
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
 * The named permissions that the caller's roles grant, each with the names of those roles. Administrators too have those
 * of their roles only (contract §14.6).
 */
export function grantedPermissions({ principal, catalogue }: RequestContext): ReadonlyMap<string, readonly string[]> {
  const granted = new Map<string, readonly string[]>();
  for (const id of principal.roleIds) {
    const role = catalogue.organisation.roles.get(id);
    for (const name of role?.permissions ?? []) granted.set(name, [...(granted.get(name) ?? []), role!.name]);
  }
  return granted;
}

/** Whether the caller passes where a permission is asked for: a role grants it, or he is an Administrator. */
export function hasPermission({ principal, catalogue }: RequestContext, name: string): boolean {
  const isGranted = (id: string): boolean => catalogue.organisation.roles.get(id)?.permissions.has(name) === true;
  return principal.isAdministrator || principal.roleIds.some(isGranted);
}

/** The scope as a condition on whom a record belongs to; the only place where a scope becomes SQL. */
export function scopeTest(scope: Scope, ownerId: Sql, ownerTeamId: Sql): Sql {
  const own = sql`${ownerId} = ${CALL.userId}`;
  switch (scope) {
    case 'All':
      return raw('true');
    case 'Team':
      return sql`(${own} OR ${ownerTeamId} = ANY(${CALL.reachTeamIds}))`;
    case 'Own':
      return own;
    case 'None':
      return raw('false');
  }
}

/** The scope as a condition on a row called `alias`. */
export const scopeSql = (scope: Scope, alias: Sql): Sql =>
  scopeTest(scope, sql`${alias}.${ident('OwnerId')}`, sql`${alias}.${ident('OwnerTeamId')}`);
