import type { Row } from '../../data/entity.js';
import {
  countLinks,
  type Far,
  type LinkDraft,
  linkSteps,
  NO_LINKS,
  rebaseLinks,
  ROLES_OF_USER,
  type StoredLink,
  TEAMS_OF_USER,
} from './links.js';
import { type Step, type Stored, updateStep } from './steps.js';

/** A user as they are stored, with their roles and teams. */
export interface StoredUser extends Stored {
  readonly name: string;
  readonly userName: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly manager: Far | null;
  readonly primaryTeam: Far | null;
  readonly roles: readonly StoredLink[];
  readonly teams: readonly StoredLink[];
}

/** Members of a user that are edited here. */
export interface UserFields {
  readonly isActive: boolean;
  readonly manager: Far | null;
  readonly primaryTeam: Far | null;
}

/** Changes of a user that have not been saved. */
export interface UserDraft {
  readonly fields: Partial<UserFields>;
  readonly roles: LinkDraft;
  readonly teams: LinkDraft;
}

export const EMPTY_USER_DRAFT: UserDraft = { fields: {}, roles: NO_LINKS, teams: NO_LINKS };

export const countUserChanges = ({ fields, roles, teams }: UserDraft): number =>
  Object.keys(fields).length + countLinks(roles) + countLinks(teams);

const isEqual = (a: boolean | Far | null, b: boolean | Far | null): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a?.id === b?.id : a === b;

/** Sets some members; what has its stored value again is no change any more. */
export function setUserFields(draft: UserDraft, stored: UserFields, change: Partial<UserFields>): UserDraft {
  const changed = Object.entries({ ...draft.fields, ...change }).filter(
    ([name, value]) => !isEqual(value, stored[name as keyof UserFields]),
  );
  return { ...draft, fields: Object.fromEntries(changed) };
}

/** Steps of one batch that save the draft; a primary team comes after the membership that it needs. */
export const userSteps = ({ fields, roles, teams }: UserDraft, stored: StoredUser): readonly Step[] => [
  ...linkSteps(ROLES_OF_USER, stored.rowId, roles, stored.roles),
  ...linkSteps(TEAMS_OF_USER, stored.rowId, teams, stored.teams),
  ...fieldSteps(fields, stored),
];

function fieldSteps({ isActive, manager, primaryTeam }: Partial<UserFields>, stored: Stored): readonly Step[] {
  const values: Row = {
    ...(isActive === undefined ? {} : { IsActive: isActive }),
    ...(manager === undefined ? {} : { ManagerId: manager?.id ?? null }),
    ...(primaryTeam === undefined ? {} : { PrimaryTeamId: primaryTeam?.id ?? null }),
  };
  return Object.keys(values).length === 0 ? [] : [updateStep('User', stored, values)];
}

/** Keeps the changes that nobody else has changed meanwhile. @param base what was stored when the draft began */
export function rebaseUser(draft: UserDraft, base: StoredUser, current: StoredUser): UserDraft {
  let next: UserDraft = {
    fields: {},
    roles: rebaseLinks(draft.roles, current.roles),
    teams: rebaseLinks(draft.teams, current.teams),
  };
  for (const name of ['isActive', 'manager', 'primaryTeam'] as const) {
    const isMine = name in draft.fields && isEqual(base[name], current[name]);
    if (isMine) next = setUserFields(next, current, { [name]: draft.fields[name] });
  }
  return next;
}

/** Tells whether another user has changed what a draft began with. */
export const isSameUser = (a: StoredUser, b: StoredUser): boolean => versionsOf(a) === versionsOf(b);

const versionsOf = (user: StoredUser): string =>
  [user, ...user.roles, ...user.teams]
    .map(({ rowId, version }) => `${rowId} ${String(version)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
