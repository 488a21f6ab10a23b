import type { Change, Ownership } from '../../core/changes/change.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Principal } from '../../core/context.js';
import { PURGE } from '../../core/deletes/delete-records.sql.js';
import type { Scope } from '../../core/scope.js';

/** What a change is to those who hear of it; `Removed`: the record left their view. */
export type NoticeOperation = Change['operation'] | 'Removed';

/** Who hears what of a change: the members of any of the groups, but for those of one of the others. */
export interface Audience {
  readonly operation: NoticeOperation;
  readonly groups: readonly string[];
  readonly others: readonly string[];
}

/** Where records lie that somebody registered for. */
type ChangeScope = Pick<Change, 'environmentId' | 'entityName'>;

const groupName = ({ environmentId, entityName }: ChangeScope, part: string): string =>
  `${environmentId} ${entityName} ${part}`;

/** The groups that a member belongs to who registered for an entity: the twin of `scopeTest` (core/access). */
export function groupsOf(
  environmentId: string,
  { name: entityName }: Entity,
  scope: Scope,
  { userId, reachTeamIds }: Principal,
): readonly string[] {
  const own = `Own:${userId}`;
  const parts: Readonly<Record<Scope, readonly string[]>> = {
    None: [],
    Own: [own],
    Team: [own, ...reachTeamIds.map((id) => `Team:${id}`)],
    All: ['All'],
  };
  return parts[scope].map((part) => groupName({ environmentId, entityName }, part));
}

/** The groups that see a record of this owner. */
function groupsThatSee(place: ChangeScope, ownership: Ownership | undefined): readonly string[] {
  if (!ownership) return [];
  const { ownerId, teamId } = ownership;
  const parts = [
    'All',
    ...(ownerId === null ? [] : [`Own:${ownerId}`]),
    ...(teamId === null ? [] : [`Team:${teamId}`]),
  ];
  return parts.map((part) => groupName(place, part));
}

/** Whether a change is the removal of a record that was deleted before, which nobody is notified of. */
const isPurge = ({ operation, source }: Change): boolean => operation === 'Delete' && source === PURGE;

/**
 * Who hears of a change: those who see the record as it is now, of a delete those who saw it before. An update is
 * `Removed` to those who saw the record before and do not now. Nobody hears of a purge.
 */
export function audiencesOf(change: Change): readonly Audience[] {
  if (isPurge(change)) return [];
  const { operation, before, after } = change;
  const [groups, others] = [groupsThatSee(change, after ?? before), groupsThatSee(change, before)];
  const told: Audience = { operation, groups, others: [] };
  if (!before || !after || others.every((group) => groups.includes(group))) return [told];
  return [told, { operation: 'Removed', groups: others, others: groups }];
}

/** What a change is to somebody in these groups; undefined when he is not to hear of it. */
export function operationFor(change: Change, groups: ReadonlySet<string>): NoticeOperation | undefined {
  const isIn = (names: readonly string[]): boolean => names.some((name) => groups.has(name));
  return audiencesOf(change).find((audience) => isIn(audience.groups) && !isIn(audience.others))?.operation;
}
