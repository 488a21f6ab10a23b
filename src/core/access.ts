import type { RequestContext } from './context.js';
import type { Entity } from './catalogue/entity.js';
import { DomainError } from './errors.js';
import { CALL } from './sql/args.js';
import { ident, sql, raw, type Sql } from './sql/sql.js';

/** How far an operation reaches, narrowest first. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type EntityAccess = Readonly<Record<Operation, Scope>>;

/** Effective scopes of one user by entity name; an entity that is missing is None throughout. */
export type AccessTable = ReadonlyMap<string, EntityAccess>;

export const NO_ACCESS: EntityAccess = { create: 'None', read: 'None', update: 'None', delete: 'None' };
export const FULL_ACCESS: EntityAccess = { create: 'All', read: 'All', update: 'All', delete: 'All' };

export const widest = (a: Scope, b: Scope): Scope => (SCOPES.indexOf(a) >= SCOPES.indexOf(b) ? a : b);

/** Several roles: the widest scope per operation (contract §6). */
export const merge = (a: EntityAccess, b: EntityAccess): EntityAccess => ({
  create: widest(a.create, b.create),
  read: widest(a.read, b.read),
  update: widest(a.update, b.update),
  delete: widest(a.delete, b.delete),
});

/** The caller's scope for one operation on one entity. */
export function scopeOf(ctx: RequestContext, entity: Entity, operation: Operation): Scope {
  if (ctx.principal.isAdministrator) return 'All';
  return (ctx.principal.access.get(entity.name) ?? NO_ACCESS)[operation];
}

/** @throws {DomainError} ScopeNone when the caller has no access at all for this operation. */
export function requireScope(ctx: RequestContext, entity: Entity, operation: Operation): Scope {
  const scope = scopeOf(ctx, entity, operation);
  if (scope !== 'None') return scope;
  throw new DomainError({
    code: 'ScopeNone',
    message: `You have no ${operation} access to ${entity.name}.`,
    params: { EntityName: entity.name, Operation: operation },
  });
}

/** The scope as a condition on a row called `alias`; the only place where a scope becomes SQL. */
export function scopeSql(scope: Scope, alias: Sql): Sql {
  const own = sql`${alias}.${ident('OwnerId')} = ${CALL.userId}`;
  switch (scope) {
    case 'All':
      return raw('true');
    case 'Team':
      return sql`(${own} OR ${alias}.${ident('OwnerTeamId')} = ANY(${CALL.reachTeamIds}))`;
    case 'Own':
      return own;
    case 'None':
      return raw('false');
  }
}
