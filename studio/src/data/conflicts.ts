import { type ChildDraft, childPlace, comparable, type Draft, setField } from './draft';
import type { Row } from './entity';
import { isSame } from './exact';

/** A stored record by now, and by their relation those of its children that a draft changes. */
export interface Current {
  readonly row: Row;
  readonly children: Readonly<Record<string, readonly Row[]>>;
}

/** Whose change is kept. */
export type Side = 'mine' | 'theirs';

/** Overlap of the changes of two users: a field, or a child that one has changed and the other deleted. */
export interface Conflict {
  /** Identity among the conflicts of a draft. */
  readonly place: string;
  /** Field; undefined where it is about a child as a whole. */
  readonly name?: string;
  /** Child that has the field; undefined for the record itself. */
  readonly child?: { readonly relation: string; readonly id: string };
  readonly mine?: unknown;
  readonly theirs?: unknown;
  readonly base?: unknown;
  readonly deletedBy?: Side;
}

/** A child that is stored. */
type StoredChild = ChildDraft & { readonly base: Row };

const isStored = (child: ChildDraft): child is StoredChild => child.base !== undefined;

/** Fields that a draft and the stored record have both changed since `base`, to different values. */
const changedByBoth = (changes: Row, base: Row, current: Row) =>
  Object.entries(changes)
    .filter(([name]) => name in current)
    .map(([name, mine]) => ({ name, mine, theirs: current[name], base: base[name] }))
    .filter(({ mine, theirs, base: before }) => {
      const [a, b, c] = [mine, theirs, before].map(comparable);
      return !isSame(b, c) && !isSame(a, b);
    });

/** Everything that a draft and other users have both changed since the draft began. */
export const conflictsOf = (draft: Draft, base: Row, current: Current): readonly Conflict[] => [
  ...changedByBoth(draft.changes, base, current.row).map((field) => ({ ...field, place: field.name })),
  ...Object.entries(draft.children).flatMap(([relation, children]) =>
    children.filter(isStored).flatMap((child) => childConflicts(relation, child, current)),
  ),
];

function childConflicts(relation: string, child: StoredChild, current: Current): readonly Conflict[] {
  const { key, base, changes, isDeleted } = child;
  const now = storedNow(current, relation, base);
  const whole = { place: childPlace(relation, key, ''), child: { relation, id: String(base.Id) } };
  if (now === undefined)
    return isDeleted || Object.keys(changes).length === 0 ? [] : [{ ...whole, deletedBy: 'theirs' }];
  if (isDeleted) return isSame(now.RowVersion, base.RowVersion) ? [] : [{ ...whole, deletedBy: 'mine' }];
  return changedByBoth(changes, base, now).map((field) => ({
    ...whole,
    ...field,
    place: childPlace(relation, key, field.name),
  }));
}

const storedNow = ({ children }: Current, relation: string, base: Row): Row | undefined =>
  children[relation]?.find(({ Id }) => Id === base.Id);

/**
 * Puts a draft on top of what is stored by now: what has become equal is no change any more.
 * @param sides whose change is kept, by the places of conflicts
 */
export const rebased = (draft: Draft, current: Current, sides: Readonly<Record<string, Side>> = {}): Draft => ({
  changes: kept(draft.changes, current.row, (name) => sides[name]),
  children: Object.fromEntries(
    Object.entries(draft.children).map(([relation, children]) => [
      relation,
      children.flatMap((child) => (isStored(child) ? rebasedChild(relation, child, current, sides) : child)),
    ]),
  ),
});

function rebasedChild(
  relation: string,
  child: StoredChild,
  current: Current,
  sides: Readonly<Record<string, Side>>,
): readonly ChildDraft[] {
  const now = storedNow(current, relation, child.base);
  const sideOf = (name: string): Side | undefined => sides[childPlace(relation, child.key, name)];
  if (now === undefined || (child.isDeleted && sideOf('') === 'theirs')) return [];
  return [{ ...child, base: now, changes: kept(child.changes, now, sideOf) }];
}

/** Changes that are still some over the stored values, without those that were given up. */
function kept(changes: Row, current: Row, sideOf: (name: string) => Side | undefined): Row {
  let rest: Row = {};
  for (const [name, value] of Object.entries(changes))
    if (sideOf(name) !== 'theirs') rest = setField(rest, current, name, value);
  return rest;
}
