import { deleteStep, insertStep, type Step, type Stored } from './steps.js';

/** Rows that link two records, seen from one of them: the fields of this side and of the other. */
export interface LinkKind {
  readonly entity: 'UserRole' | 'TeamMember' | 'RolePermission';
  readonly near: string;
  readonly far: string;
}

export const MEMBERS_OF_ROLE: LinkKind = { entity: 'UserRole', near: 'RoleId', far: 'UserId' };
export const ROLES_OF_USER: LinkKind = { entity: 'UserRole', near: 'UserId', far: 'RoleId' };
export const TEAMS_OF_USER: LinkKind = { entity: 'TeamMember', near: 'UserId', far: 'TeamId' };
export const MEMBERS_OF_TEAM: LinkKind = { entity: 'TeamMember', near: 'TeamId', far: 'UserId' };
export const PERMISSIONS_OF_ROLE: LinkKind = { entity: 'RolePermission', near: 'RoleId', far: 'PermissionId' };

/** A record on the other side. */
export interface Far {
  readonly id: string;
  readonly text: string;
}

export interface StoredLink extends Stored, Far {
  /** Name of the identity mapping that has given it. */
  readonly mapping?: string;
}

/** Links to be added, and ids of the other side whose links are to be removed. */
export interface LinkDraft {
  readonly added: readonly Far[];
  readonly removed: readonly string[];
}

export const NO_LINKS: LinkDraft = { added: [], removed: [] };

/** Adds a link; one that was to be removed stays instead. */
export function addLink({ added, removed }: LinkDraft, stored: readonly StoredLink[], far: Far): LinkDraft {
  if (removed.includes(far.id)) return { added, removed: removed.filter((id) => id !== far.id) };
  const isThere = [...added, ...stored].some(({ id }) => id === far.id);
  return isThere ? { added, removed } : { added: [...added, far], removed };
}

/** Removes a link; one that was to be added is forgotten. */
export function removeLink({ added, removed }: LinkDraft, id: string): LinkDraft {
  if (added.some((far) => far.id === id)) return { added: added.filter((far) => far.id !== id), removed };
  return removed.includes(id) ? { added, removed } : { added, removed: [...removed, id] };
}

export const countLinks = ({ added, removed }: LinkDraft): number => added.length + removed.length;

/** Steps of a draft, for the record with the id `nearId`. */
export const linkSteps = (
  { entity, near, far }: LinkKind,
  nearId: string,
  { added, removed }: LinkDraft,
  stored: readonly StoredLink[],
): readonly Step[] => [
  ...stored.filter(({ id }) => removed.includes(id)).map((link) => deleteStep(entity, link)),
  ...added.map(({ id }) => insertStep(entity, { [near]: nearId, [far]: id })),
];

/** The draft over other stored links: what another user has done meanwhile is no change any more. */
export const rebaseLinks = ({ added, removed }: LinkDraft, stored: readonly StoredLink[]): LinkDraft => ({
  added: added.filter((far) => !stored.some(({ id }) => id === far.id)),
  removed: removed.filter((each) => stored.some(({ id }) => id === each)),
});
