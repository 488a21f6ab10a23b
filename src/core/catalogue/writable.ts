import { DomainError } from '#core/errors.js';
import type { CallerWrite, Entity } from './entity.js';

const PARTICIPLES: Readonly<Record<CallerWrite, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

/** Tells whether callers may write records of the entity in this way; logs and the like are the service's own. */
export const isWritable = ({ kind, callerWrites }: Entity, write: CallerWrite): boolean =>
  kind !== 'log' && (callerWrites?.has(write) ?? true);

/**
 * Checks that callers may write records of the entity in this way.
 * @throws {DomainError} Validation for logs and other records that only the service writes.
 */
export function requireWritable(entity: Entity, write: CallerWrite): void {
  if (isWritable(entity, write)) return;
  const { name, kind, callerWrites } = entity;
  const message =
    kind !== 'log' && callerWrites !== undefined && callerWrites.size > 0
      ? `${name} records can be ${[...callerWrites].map((each) => PARTICIPLES[each]).join(' and ')} only.`
      : `${name} records are written by the service alone.`;
  throw new DomainError({ code: 'Validation', message, path: 'EntityName' });
}
