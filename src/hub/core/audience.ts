import type { Change, Ownership } from '#core/changes/change.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Principal } from '#core/context/context.js';
import { fieldReadOf } from '#core/rights/field-rights.js';
import { PURGE } from '#core/changes/sources.js';
import type { Scope } from '#core/catalogue/scope.js';
import type { NoticeOperation } from '#core/requests/read-subscription.js';
import type { Sides } from './cause.js';

/** Receivers of a change: members of any of `groups` who are in none of `others`. */
export interface Audience {
  readonly operation: NoticeOperation;
  readonly groups: readonly string[];
  readonly others: readonly string[];
}

/** Environment and entity of a registration. */
type ChangeScope = Pick<Change, 'environmentId' | 'entityName'>;

/** Names of protected fields that a subscriber does not see; subscribers who see the same share their messages. */
export type UnseenFields = readonly string[];

export const unseenFields = (caller: { readonly principal: Principal }, { protectedFields }: Entity): UnseenFields =>
  protectedFields.filter((field) => fieldReadOf(caller, field) === 'None').map(({ name }) => name);

/** The change as subscribers see it: `ChangedFields` without the names that they do not see. */
export function seenChange<Seen extends Change>(change: Seen, unseen: UnseenFields): Seen {
  const { changedFields } = change;
  if (unseen.length === 0 || !changedFields.some((name) => unseen.includes(name))) return change;
  return { ...change, changedFields: changedFields.filter((name) => !unseen.includes(name)) };
}

const groupName = ({ environmentId, entityName }: ChangeScope, part: string, unseen: UnseenFields): string =>
  [environmentId, entityName, part, ...unseen].join(' ');

/**
 * Lists the groups of a subscriber to an entity; corresponds to `scopeTest` in core/rights/access. Changes do not tell who has a
 * task for the record: assignees outside of its scope hear of the task and of their Notification, which they own.
 */
export function groupsOf(environmentId: string, entity: Entity, scope: Scope, principal: Principal): readonly string[] {
  const { userId, reachTeamIds } = principal;
  const unseen = unseenFields({ principal }, entity);
  const own = `Own:${userId}`;
  const parts: Readonly<Record<Scope, readonly string[]>> = {
    None: [],
    Own: [own],
    Team: [own, ...reachTeamIds.map((id) => `Team:${id}`)],
    All: ['All'],
  };
  return parts[scope].map((part) => groupName({ environmentId, entityName: entity.name }, part, unseen));
}

/** Lists the groups that see a record of this owner. */
function groupsThatSee(place: ChangeScope, ownership: Ownership | undefined, unseen: UnseenFields): readonly string[] {
  if (!ownership) return [];
  const { ownerId, teamId } = ownership;
  const parts = [
    'All',
    ...(ownerId === null ? [] : [`Own:${ownerId}`]),
    ...(teamId === null ? [] : [`Team:${teamId}`]),
  ];
  return parts.map((part) => groupName(place, part, unseen));
}

/** Tells whether a change purges a deleted record, of which nobody is notified. */
const isPurge = ({ operation, source }: Change): boolean => operation === 'Delete' && source === PURGE;

/**
 * Lists the audiences of a change: the groups that see the record now or, for a delete, saw it before. An update is
 * `Removed` for groups that saw the record before and no longer do. A purge has no audience.
 * @param unseen by which the groups differ
 */
export function audiencesOf(change: Change, unseen: UnseenFields): readonly Audience[] {
  if (isPurge(change)) return [];
  const { operation, before, after } = change;
  const [groups, others] = [after ?? before, before].map((each) => groupsThatSee(change, each, unseen));
  const viewers: Audience = { operation, groups, others: [] };
  if (!before || !after || others.every((group) => groups.includes(group))) return [viewers];
  return [viewers, { operation: 'Removed', groups: others, others: groups }];
}

/** Groups that may read the record before and after a change; none of a purge. */
export type SideGroups = Readonly<Record<keyof Sides, readonly string[]>>;

export function sideGroups(change: Change, unseen: UnseenFields): SideGroups {
  const of = (ownership: Ownership | undefined): readonly string[] =>
    isPurge(change) ? [] : groupsThatSee(change, ownership, unseen);
  return { before: of(change.before), after: of(change.after) };
}

/** Sides of a change on which a member of these groups may read the record. */
export const sidesSeen = ({ before, after }: SideGroups, groups: ReadonlySet<string>): Sides => ({
  before: before.some((name) => groups.has(name)),
  after: after.some((name) => groups.has(name)),
});

/** Returns the operation that these groups see, or undefined if the change is invisible to them. */
export function operationFor(
  change: Change,
  groups: ReadonlySet<string>,
  unseen: UnseenFields,
): NoticeOperation | undefined {
  const isIn = (names: readonly string[]): boolean => names.some((name) => groups.has(name));
  return audiencesOf(change, unseen).find((audience) => isIn(audience.groups) && !isIn(audience.others))?.operation;
}
