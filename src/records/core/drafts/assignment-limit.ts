import type { Entity } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import type { Assignment } from '#core/requests/assignments.js';

/**
 * Checks the number of assignments of one record before they are read: each name once, and as many that are wrong.
 * @throws {DomainError} TooLarge
 */
export function requireFewAssignments(entity: Entity, assignments: readonly Assignment[]): void {
  const max = 2 * (entity.fields.size + entity.children.size);
  if (assignments.length <= max) return;
  const message =
    `A record of ${entity.name} takes at most ${max} assignments, twice the number of its fields and relations, not ` +
    `${assignments.length}.`;
  const { path: first } = assignments[0];
  const path = first.slice(0, Math.max(0, first.lastIndexOf('.'))) || 'Fields';
  throw new DomainError({ code: 'TooLarge', message, path, params: { MaxAssignments: max } });
}
