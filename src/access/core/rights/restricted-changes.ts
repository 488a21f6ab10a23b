import type { Fault } from '#core/errors.js';
import { gathered, type Steps } from '#core/steps.js';
import { MEMBER_CLASSES } from './member-classes.js';
import type { Circumstances } from './restrictions.js';
import { touchedMembers, type ReviewedChange } from './reviewed-changes.js';

/** Refuses the changes that the table of member classes reserves for Administrators, whatever the scopes of the caller. */
export const restrictedChanges = (changes: readonly ReviewedChange[], at: Circumstances): Steps<readonly Fault[]> =>
  gathered(changes, (change) => {
    const lines = MEMBER_CLASSES[change.entityName] ?? [];
    const found = lines.find(({ restriction, members }) => restriction?.(change, members, at));
    if (!found) return [];
    const touched = touchedMembers(change, found.members);
    const named = (touched.length > 0 ? touched : found.members)
      .slice(0, 3)
      .map((name) => `${change.entityName}.${name}`);
    return [administratorRequired(`Only an Administrator may write ${named.join(', ')}: ${found.why}.`, change.id)];
  });

/** Builds the refusal of a change that only Administrators may make. */
export const administratorRequired = (message: string, recordId?: string): Fault => ({
  code: 'AdministratorRequired',
  message,
  ...(recordId !== undefined && { recordId }),
});
