import { endOfKey } from '#core/catalogue/api-key.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Operation } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { keyExecutes, keyRefusal } from '#core/rights/keyed-access.js';
import { allowed, disallowed, reason, sentence, type Part, type Reason, type Sentence } from '#core/rights/reason.js';

/** Explains what the key of the user leaves of an operation; a user without key has no reason. */
export function byKey(ctx: RequestContext, entity: Entity, operation: Operation | 'execute'): Part {
  const { principal, at } = ctx;
  const { key } = principal;
  if (!key) return allowed();
  const ofKey = (text: Sentence): Reason => reason('Key', key.name, text);
  if (endOfKey(key) <= at.getTime()) return disallowed(ofKey(sentence('KeyEnded')));
  const refusal = operation === 'execute' ? executeRefusal(ctx, entity) : keyRefusal(ctx, entity, operation);
  if (refusal === undefined) return allowed(...rolesOf(ctx).map(ofKey));
  const isPublic = operation === 'read' && entity.publicFields.size > 0;
  return { isAllowed: isPublic, reasons: [ofKey(refusal)] };
}

const executeRefusal = ({ principal }: RequestContext, { name }: Entity): Sentence | undefined =>
  keyExecutes(principal, name) ? undefined : sentence('KeyWorkflows', { EntityName: name });

/** Names the roles of the user a key leaves that names some. */
function rolesOf({ principal: { key, roleIds }, catalogue }: RequestContext): readonly Sentence[] {
  if (!key?.roleIds) return [];
  const RoleNames = roleIds.map((id) => catalogue.organisation.roles.get(id)?.name ?? id);
  return [RoleNames.length > 0 ? sentence('KeyRoles', { RoleNames }) : sentence('KeyNoRoles')];
}
