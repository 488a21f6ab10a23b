import { DomainError } from '../errors.js';
import type { Entity } from './entity.js';

/** @throws {DomainError} Validation for records that only the service writes: definitions, for now, and logs. */
export function requireWritable(entity: Entity): void {
  if (entity.kind === 'business' || entity.kind === 'access') return;
  const reason = entity.kind === 'log' ? 'are written by the service alone' : 'cannot be changed in this version';
  throw new DomainError({ code: 'Validation', message: `${entity.name} records ${reason}.`, path: 'EntityName' });
}
