import { Definition } from '#core/catalogue/definition.js';
import type { Circumstances, Restriction } from './restrictions.js';
import { touchedMembers, type ReviewedChange } from './reviewed-changes.js';

const touches = (change: ReviewedChange, members: readonly string[]): boolean =>
  touchedMembers(change, members).length > 0;

/** The lifecycle that a change is about before the write; absent if it is new. */
function lifecycleBefore(change: ReviewedChange, { before }: Circumstances): Definition | undefined {
  const { entityName, was, now } = change;
  if (entityName === 'Lifecycle') return was?.definition;
  return was?.parent ?? before.get(now?.parent?.text('Id') ?? '')?.definition;
}

/** The lifecycle that a change is about after the write. */
const lifecycleAfter = ({ entityName, now }: ReviewedChange): Definition | undefined =>
  entityName === 'Lifecycle' ? now?.definition : now?.parent;

const isActive = (lifecycle: Definition | undefined): boolean => lifecycle?.flag('IsActive', true) ?? false;

/** A lifecycle that exists, active before or after the write; one that is deleted with its parts, too. */
export const changesActiveLifecycle: Restriction = (change, members, at) => {
  const before = lifecycleBefore(change, at);
  if (!before || !touches(change, members)) return false;
  const after = at.after.get(before.text('Id') ?? '')?.definition ?? lifecycleAfter(change);
  return isActive(before) || isActive(after);
};

/** A lifecycle that is active after the write while its entity had another one before. */
export const rivalsLifecycle: Restriction = ({ id, was, now }, _, { before }) => {
  if (was || !now || !isActive(now.definition)) return false;
  const entityName = now.definition.text('EntityName')?.toLowerCase();
  return [...before.values()].some(
    ({ definition, parent }) =>
      !parent &&
      definition.value('Statuses') !== undefined &&
      definition.text('Id') !== id &&
      definition.text('EntityName')?.toLowerCase() === entityName,
  );
};

/** A delete that is refused with the number of records, some of which the caller may not read. */
export const countsRecords: Restriction = (change, _, at) => {
  const name = at.catalogue.find(lifecycleBefore(change, at)?.text('EntityName') ?? '')?.name;
  return !change.now && name !== undefined && at.occupied.has(name) && !at.readable.has(name);
};

const CONDITIONS = ['Filters', 'Validators', 'AfterWorkflows'];

/** Conditions and workflows of transitions, and other changes of transitions that have some. */
export const changesConditions: Restriction = (change, members) => {
  const has = [change.was, change.now].some((stored) => stored && hasAny(stored.definition, CONDITIONS));
  return has && touches(change, members);
};

const hasAny = (definition: Definition, members: readonly string[]): boolean =>
  touchedMembers({ entityName: '', operation: 'Create', id: '', old: new Definition({}), new: definition }, members)
    .length > 0;

const GUARDS = ['AllowedRoles', 'RequiredPermission'];

/** Guards of a transition that exists, in any lifecycle. */
export const changesGuards: Restriction = (change, members) =>
  change.was !== undefined && change.now !== undefined && touches(change, members);

/** A way in a lifecycle that exists, beside guarded ones. */
export const waysBesideGuards: Restriction = (change, members, at) => {
  const guarded = lifecycleBefore(change, at)
    ?.objects('Transitions')
    .some((json) => hasAny(new Definition(json), GUARDS));
  return guarded === true && touches(change, members);
};
