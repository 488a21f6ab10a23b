import { DomainError } from '../errors.js';
import type { CallerWrite, Entity } from './entity.js';

const PARTICIPLES: Readonly<Record<CallerWrite, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

/**
 * Checks that callers may write records of the entity in this way.
 * @throws {DomainError} Validation for logs and other records that only the service writes.
 */
export function requireWritable({ name, kind, callerWrites }: Entity, write: CallerWrite): void {
  if (kind !== 'log' && (callerWrites?.has(write) ?? true)) return;
  const isWritable = kind !== 'log' && callerWrites !== undefined && callerWrites.size > 0;
  const message = isWritable
    ? `${name} records can be ${[...callerWrites].map((each) => PARTICIPLES[each]).join(' and ')} only.`
    : `${name} records are written by the service alone.`;
  throw new DomainError({ code: 'Validation', message, path: 'EntityName' });
}
