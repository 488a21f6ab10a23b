import type { Fault } from '#core/errors.js';
import { administratorRequired } from './restricted-changes.js';
import type { RecordChange } from './reviewed-changes.js';
import type { RightsHolder } from './rights.js';

/** Users by Id. */
export type HoldersById = ReadonlyMap<string, RightsHolder>;

/** Changes of users by a caller who is not an Administrator. */
export interface PeopleChanges {
  readonly changes: readonly RecordChange[];
  readonly before: HoldersById;
  readonly after: HoldersById;
  /** Ids of users whose records, roles or teams were written. */
  readonly written: readonly string[];
  /** Teams whose members the granter may change. */
  readonly reach: ReadonlySet<string>;
  /** Ids of new users that already own records, or that equal another user's UserName. */
  readonly taken: ReadonlySet<string>;
}

/** Refuses changes of Administrators, replaced users, and the takeover of another user's records. */
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
    ...(isRenamed(people, change) ? ['replace users: the name is what tokens bear'] : []),
    ...(isTaken ? ['create a User whose Id or UserName stands for another user already'] : []),
    ...(mayMove(people, id) ? [] : ['move users between teams that the teams of the caller do not include']),
  ];
  return refused.map((what) => administratorRequired(`Only an Administrator may ${what}.`, id));
}

/** Finds users who are replaced, by delete and insert in one write. */
const isRenamed = ({ before }: PeopleChanges, { operation, id }: RecordChange): boolean =>
  operation === 'Create' && before.has(id);

/** Refuses a new primary team outside the granter's teams, because the user's records follow the team. */
function mayMove({ before, after, reach }: PeopleChanges, id: string): boolean {
  const teamOf = (users: HoldersById): string | null => users.get(id)?.primaryTeamId ?? null;
  const [from, to] = [teamOf(before), teamOf(after)];
  if (to === null || to === from) return true;
  const mayLeave = from === null ? !before.has(id) : reach.has(from);
  return mayLeave && reach.has(to);
}
