import type { Fault } from '../../core/errors.js';
import { administratorRequired, type RecordChange } from './restricted-changes.rules.js';
import type { RightsHolder } from './rights.rules.js';

/** Users by Id. */
export type HoldersById = ReadonlyMap<string, RightsHolder>;

/** What a write has done to users, for somebody who is no Administrator. */
export interface PeopleChanges {
  readonly changes: readonly RecordChange[];
  readonly before: HoldersById;
  readonly after: HoldersById;
  /** Ids of the users whose records, roles or teams were written. */
  readonly written: readonly string[];
  /** Teams that the granter may put users into, or take them out of. */
  readonly reach: ReadonlySet<string>;
  /** Ids of new users that records belonged to before, or that are another user's UserName. */
  readonly taken: ReadonlySet<string>;
}

/** Refuses what touches Administrators, renames users, or gives them another one's records. */
export function peopleFaults(people: PeopleChanges): readonly Fault[] {
  return [
    ...people.written.flatMap((id) => administratorFaults(people, id)),
    ...people.changes.flatMap((change) => userFaults(people, change)),
  ];
}

function administratorFaults({ before }: PeopleChanges, id: string): readonly Fault[] {
  if (!before.get(id)?.isAdministrator) return [];
  return [administratorRequired('Only an Administrator may change the User, roles or teams of an Administrator.', id)];
}

function userFaults(people: PeopleChanges, change: RecordChange): readonly Fault[] {
  const { entityName, operation, id } = change;
  if (entityName !== 'User') return [];
  const isTaken = operation === 'Create' && people.taken.has(id);
  const refused = [
    ...(isRenamed(people, change) ? ['rename users: the name is what tokens bear'] : []),
    ...(isTaken ? ['create a User whose Id or UserName stands for another user already'] : []),
    ...(mayMove(people, id) ? [] : ['move users between teams that the teams of the caller do not include']),
  ];
  return refused.map((what) => administratorRequired(`Only an Administrator may ${what}.`, id));
}

/** A user who is deleted and created again in one write has got another name, too. */
const isRenamed = ({ before }: PeopleChanges, { operation, id, old }: RecordChange): boolean =>
  operation === 'Create' ? before.has(id) : operation === 'Update' && old.value('UserName') !== undefined;

/** What a user owns follows to another primary team: it is for those who belong to both. */
function mayMove({ before, after, reach }: PeopleChanges, id: string): boolean {
  const teamOf = (users: HoldersById): string | null => users.get(id)?.primaryTeamId ?? null;
  const [from, to] = [teamOf(before), teamOf(after)];
  if (to === null || to === from) return true;
  const mayLeave = from === null ? !before.has(id) : reach.has(from);
  return mayLeave && reach.has(to);
}
