import { endOfKey } from '#core/catalogue/api-key.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Operation } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { keyExecutes, keyRefusal } from '#core/rights/keyed-access.js';
import { allowed, disallowed, type Part, type Reason } from '#core/rights/reason.js';

/** Explains what the key of the user leaves of an operation; a user without key has no reason. */
export function byKey(ctx: RequestContext, entity: Entity, operation: Operation | 'execute'): Part {
  const { principal, at } = ctx;
  const { key } = principal;
  if (!key) return allowed();
  const reason = (Text: string): Reason => ({ Kind: 'Key', Name: key.name, Text });
  if (endOfKey(key) <= at.getTime()) return disallowed(reason('The key is revoked or has expired.'));
  const refusal = operation === 'execute' ? executeRefusal(ctx, entity) : keyRefusal(ctx, entity, operation);
  if (refusal === undefined) return allowed(...rolesOf(ctx).map(reason));
  const isPublic = operation === 'read' && entity.publicFields.size > 0;
  return { isAllowed: isPublic, reasons: [reason(refusal)] };
}

const executeRefusal = ({ principal }: RequestContext, { name }: Entity): string | undefined =>
  keyExecutes(principal, name) ? undefined : `Its Operations and Entities leave out workflows of ${name}.`;

/** Tells which roles of the user a key leaves that names some. */
function rolesOf({ principal: { key, roleIds }, catalogue }: RequestContext): readonly string[] {
  if (!key?.roleIds) return [];
  const names = roleIds.map((id) => catalogue.organisation.roles.get(id)?.name ?? id);
  return [names.length > 0 ? `Its RoleIds leave the user ${names.join(', ')}.` : 'Its RoleIds leave the user no role.'];
}
