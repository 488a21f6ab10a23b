import type { Row, Scope, Scopes } from '../../data/entity.js';
import {
  countLinks,
  type LinkDraft,
  linkSteps,
  MEMBERS_OF_ROLE,
  NO_LINKS,
  PERMISSIONS_OF_ROLE,
  rebaseLinks,
  type StoredLink,
} from './links.js';
import { deleteStep, insertStep, type Step, type Stored, updateStep } from './steps.js';

export const OPERATIONS = ['Create', 'Read', 'Update', 'Delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Access of a role to an entity. */
export interface Access extends Scopes {
  /** Fields that an update may set; all of them where it is empty. */
  readonly WritableFields: readonly string[];
}

export const NO_ACCESS: Access = { Create: 'None', Read: 'None', Update: 'None', Delete: 'None', WritableFields: [] };

export interface StoredAccess extends Access, Stored {
  readonly entityName: string;
}

/** A role as it is stored, with its parts. */
export interface StoredRole extends Stored {
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly access: readonly StoredAccess[];
  readonly permissions: readonly StoredLink[];
  readonly members: readonly StoredLink[];
}

/** Changes of a role that have not been saved. */
export interface RoleDraft {
  readonly name?: string;
  readonly description?: string;
  /** By entity: the members that differ from what is stored. */
  readonly access: Readonly<Record<string, Partial<Access>>>;
  readonly permissions: LinkDraft;
  readonly members: LinkDraft;
}

export const EMPTY_ROLE_DRAFT: RoleDraft = { access: {}, permissions: NO_LINKS, members: NO_LINKS };

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const storedAccess = ({ access }: StoredRole, entityName: string): Access =>
  access.find((each) => each.entityName === entityName) ?? NO_ACCESS;

/** Access that the role would have: the stored one, with the changes. */
export const draftedAccess = (draft: RoleDraft, stored: StoredRole, entityName: string): Access => ({
  ...storedAccess(stored, entityName),
  ...draft.access[entityName],
});

/** Sets some of the access to an entity; what has its stored value again is no change any more. */
export function setAccess(
  draft: RoleDraft,
  stored: StoredRole,
  entityName: string,
  change: Partial<Access>,
): RoleDraft {
  const before = storedAccess(stored, entityName);
  const changed = Object.entries({ ...draft.access[entityName], ...change }).filter(
    ([name, value]) => !isEqual(value, before[name as keyof Access]),
  );
  const { [entityName]: _, ...others } = draft.access;
  return { ...draft, access: changed.length === 0 ? others : { ...others, [entityName]: Object.fromEntries(changed) } };
}

/** Number of changes, for people. */
export const countRoleChanges = ({ name, description, access, permissions, members }: RoleDraft): number =>
  [name, description].filter((each) => each !== undefined).length +
  Object.values(access).reduce((sum, change) => sum + Object.keys(change).length, 0) +
  countLinks(permissions) +
  countLinks(members);

/** Steps of one batch that save the draft. */
export const roleSteps = (draft: RoleDraft, stored: StoredRole): readonly Step[] => [
  ...ownSteps(draft, stored),
  ...Object.entries(draft.access).map(([entityName, change]) => accessStep(stored, entityName, change)),
  ...linkSteps(PERMISSIONS_OF_ROLE, stored.rowId, draft.permissions, stored.permissions),
  ...linkSteps(MEMBERS_OF_ROLE, stored.rowId, draft.members, stored.members),
];

function ownSteps({ name, description }: RoleDraft, stored: StoredRole): readonly Step[] {
  const values: Row = {
    ...(name === undefined ? {} : { Name: name }),
    ...(description === undefined ? {} : { Description: description === '' ? null : description }),
  };
  return Object.keys(values).length === 0 ? [] : [updateStep('Role', stored, values)];
}

/** Nothing that is left of an access deletes it, so that a role has no rows that give nothing. */
function accessStep(stored: StoredRole, entityName: string, change: Partial<Access>): Step {
  const row = stored.access.find((each) => each.entityName === entityName);
  const after: Access = { ...storedAccess(stored, entityName), ...change };
  if (row === undefined)
    return insertStep('RoleAccess', { RoleId: stored.rowId, EntityName: entityName, ...written(change) });
  const isNothing = OPERATIONS.every((operation) => after[operation] === 'None');
  return isNothing ? deleteStep('RoleAccess', row) : updateStep('RoleAccess', row, written(change));
}

const written = ({ WritableFields, ...scopes }: Partial<Access>): Row => ({
  ...scopes,
  ...(WritableFields === undefined ? {} : { WritableFields: WritableFields.length === 0 ? null : WritableFields }),
});

/** A draft over what is stored by now, and what of it was dropped. */
export interface Rebased {
  readonly draft: RoleDraft;
  /** Places that others have changed too, such as `Customer Read`: theirs are kept. */
  readonly dropped: readonly string[];
}

/** Keeps the changes that nobody else has changed meanwhile. @param base what was stored when the draft began */
export function rebaseRole(draft: RoleDraft, base: StoredRole, current: StoredRole): Rebased {
  const dropped: string[] = [];
  let next: RoleDraft = {
    access: {},
    permissions: rebaseLinks(draft.permissions, current.permissions),
    members: rebaseLinks(draft.members, current.members),
  };
  for (const [entityName, change] of Object.entries(draft.access))
    for (const [member, value] of Object.entries(change) as [keyof Access, Scope & readonly string[]][]) {
      const theirs = storedAccess(current, entityName)[member];
      const isTheirs = !isEqual(theirs, storedAccess(base, entityName)[member]) && !isEqual(theirs, value);
      if (isTheirs) dropped.push(`${entityName} ${member}`);
      else next = setAccess(next, current, entityName, { [member]: value });
    }
  for (const member of ['name', 'description'] as const) {
    const mine = draft[member];
    if (mine === undefined || mine === current[member]) continue;
    if (current[member] === base[member]) next = { ...next, [member]: mine };
    else dropped.push(member === 'name' ? 'Name' : 'Description');
  }
  return { draft: next, dropped };
}

/** Tells whether another user has changed what a draft began with. */
export const isSameRole = (a: StoredRole, b: StoredRole): boolean => isEqual(versionsOf(a), versionsOf(b));

const versionsOf = ({ rowId, version, access, permissions, members }: StoredRole): unknown =>
  [{ rowId, version }, ...access, ...permissions, ...members]
    .map((row) => `${row.rowId} ${String(row.version)}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
