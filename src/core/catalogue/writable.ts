import { DomainError } from '../errors.js';
import type { Entity } from './entity.js';

/**
 * Checks that callers may write records of the entity.
 * @throws {DomainError} Validation for logs, which only the service writes.
 */
export function requireWritable(entity: Entity): void {
  if (entity.kind !== 'log') return;
  const message = `${entity.name} records are written by the service alone.`;
  throw new DomainError({ code: 'Validation', message, path: 'EntityName' });
}
