import type { Entity } from '#core/catalogue/entity.js';
import type { Fault } from '#core/errors.js';

/** Fault of a record that an open approval locks. */
export const LOCKED = { code: 'ApprovalLocked', message: 'This record is locked: an approval of it is open.' } as const;

/** Fault of a move of a record whose last approval was returned or recalled. */
export const MOVES_BLOCKED = {
  code: 'ApprovalLocked',
  params: { Rule: 'BlocksMoves' },
  message:
    'This record cannot be moved: its approval was returned or recalled. Change the record to submit it again, or start ' +
    'a request of it; after an approval it can be moved.',
} as const;

/** Fault of locked records that the caller may not read. */
const LOCKED_UNSEEN = {
  code: 'ApprovalLocked',
  message: 'This write would change a record that is locked: an approval of it is open.',
} as const;

/** A locked record; `id` is null where the caller may not read it. */
export interface LockedRecord {
  readonly id: string | null;
}

/** Builds the faults of records that are locked, although the caller did not address them. */
export function lockFaults({ name }: Entity, locked: readonly LockedRecord[]): readonly Fault[] {
  const seen = locked.flatMap(({ id }) => (id === null ? [] : [id]));
  const unseen = seen.length < locked.length ? [LOCKED_UNSEEN] : [];
  return [...seen.map((recordId) => ({ ...LOCKED, recordId, params: { EntityName: name } })), ...unseen];
}
