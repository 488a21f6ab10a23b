import { DomainError } from '../errors.js';
import type { Entity } from './entity.js';

/** @throws {DomainError} Validation for records that only the service writes: logs. */
export function requireWritable(entity: Entity): void {
  if (entity.kind !== 'log') return;
  const message = `${entity.name} records are written by the service alone.`;
  throw new DomainError({ code: 'Validation', message, path: 'EntityName' });
}
