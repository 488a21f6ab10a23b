import type { CallerWrite, Entity } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import { isReserved } from '#core/catalogue/system-entities.js';

/** Writes that actions may make beside those on entities of one's own. */
const SYSTEM_WRITES: ReadonlyMap<string, readonly CallerWrite[]> = new Map([
  ['Notification', ['create', 'update', 'delete']],
  ['ApprovalRequest', ['create']],
]);

/** Tells whether an action may write records of an entity. A workflow with system rights must be no way to rights. */
export const mayActionWrite = ({ name, kind }: Entity, write: CallerWrite): boolean =>
  (kind === 'business' && !isReserved(name)) || SYSTEM_WRITES.get(name)?.includes(write) === true;

/** @throws {DomainError} Validation for an entity that actions may not write in this way */
export function requireActionWrite(entity: Entity, write: CallerWrite): void {
  if (!mayActionWrite(entity, write)) throw notWritten(entity);
}

/**
 * Checks what a write has changed, nested records included, such as the decision that a lookup creates. Logs are written by
 * the service itself.
 * @throws {DomainError} Validation for an entity that actions may not write at all
 */
export function requireActionWrites(written: readonly Entity[]): void {
  const refused = written.find((entity) => entity.kind !== 'log' && !mayActionWrite(entity, 'create'));
  if (refused) throw notWritten(refused);
}

const notWritten = ({ name }: Entity): DomainError =>
  new DomainError({
    code: 'Validation',
    message: `Actions write entities of one's own, Notification and ApprovalRequest; ${name} cannot be written so.`,
    path: 'EntityName',
  });
