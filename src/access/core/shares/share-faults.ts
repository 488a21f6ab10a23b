import type { Fault } from '#core/errors.js';
import { conditionParams } from '#core/rights/limiting-roles.js';
import type { GivenShare } from './given-shares.sql.js';

/**
 * Finds what is wrong with a share: who gets it, what it gives, and whether the caller may give it.
 * @param conditions names of the roles whose clauses refuse it
 */
export function shareFaults(
  { id: recordId, receivers, read, known, entity, writable }: GivenShare,
  conditions: string | undefined,
): readonly Fault[] {
  const wrong = (message: string, fieldName: string): Fault => ({ code: 'Validation', message, fieldName, recordId });
  const faults = [
    ...(receivers === 1 ? [] : [wrong('A share is for one of UserId, TeamId and RoleId.', 'UserId')]),
    ...(read ? [] : [wrong('Read: a share lets at least read; delete the share to end it.', 'Read')]),
    ...(known ? [] : [wrong('RoleId: there is no such Role.', 'RoleId')]),
  ];
  if (entity === null)
    return [
      ...faults,
      wrong('RecordId: there is no such record that can be shared, or you may not see it.', 'RecordId'),
    ];
  if (faults.length > 0 || writable) return faults;
  const message = `You may share only ${entity} records that you may update by your own scope.`;
  const params = conditions === undefined ? {} : { params: conditionParams(conditions) };
  return [{ code: 'OutOfScope', message, fieldName: 'RecordId', recordId, ...params }];
}
