import { requireCreate, requireScope, scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Operation } from '#core/catalogue/scope.js';

/**
 * Refuses a long body for what its caller may not do, before the body is parsed. It decides as the route does later, by
 * less: what it cannot tell, it leaves to the route.
 * @param params of the path of the route
 * @throws {DomainError} ScopeNone and the like
 */
export type BodyCheck = (ctx: RequestContext, head: Buffer, params: Readonly<Record<string, string>>) => void;

/** Matches `EntityName` at the beginning of a body, where nearly all bodies have it. */
const FIRST_MEMBER = /^\s*\{\s*"EntityName"\s*:\s*"([^"\\]+)"/;
const HEAD_BYTES = 1_024;

/** Entity that the beginning of a body names; `undefined` where other members come first. */
export const entityNameIn = (head: Buffer): string | undefined =>
  FIRST_MEMBER.exec(head.toString('utf8', 0, HEAD_BYTES))?.[1];

/** Checks by the entity that the head names; unknown names are refused later, with all other faults. */
const byEntity =
  (require: (ctx: RequestContext, entity: Entity) => void): BodyCheck =>
  (ctx, head) => {
    const name = entityNameIn(head);
    const entity = name === undefined ? undefined : ctx.catalogue.find(name);
    if (entity) require(ctx, entity);
  };

const scoped = (operation: Operation): BodyCheck =>
  byEntity((ctx, entity) => void requireScope(ctx, entity, operation));

/** Checks of bodies that begin with the entity that they are about. */
export const mayCreate = byEntity(requireCreate);
export const mayUpdate = scoped('update');
export const mayDelete = scoped('delete');
/** Every member reads some fields of users and the like. */
export const mayRead = byEntity((ctx, entity) => {
  if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
});
/** Upserts need one of two scopes. */
export const mayUpsert = byEntity((ctx, entity) => {
  if (scopeOf(ctx, entity, 'create') === 'None') requireScope(ctx, entity, 'update');
});
