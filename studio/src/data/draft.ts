import { lookedUp, type Row } from './entity';
import { ExactNumber, isSame, textOf } from './exact';
import { type Fault, placeOf } from './refusal';

/** A child of a record while it is edited. */
export interface ChildDraft {
  /** Identity on the screen. */
  readonly key: string;
  /** The stored child; absent for a new one. */
  readonly base?: Row;
  readonly changes: Row;
  readonly isDeleted: boolean;
}

/** Unsaved input: changed fields, and children by the name of their relation. */
export interface Draft {
  readonly changes: Row;
  readonly children: Readonly<Record<string, readonly ChildDraft[]>>;
}

export const EMPTY_DRAFT: Draft = { changes: {}, children: {} };

/** Sets a field; one that has its stored value again is no change any more. */
export function setField(changes: Row, base: Row | undefined, name: string, value: unknown): Row {
  const { [name]: _, ...others } = changes;
  const stored = base?.[name];
  const isUnchanged = base !== undefined && isSame(comparable(stored), comparable(value));
  return isUnchanged ? others : { ...others, [name]: value };
}

const idOrValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'Id' in value ? lookedUp(value)?.id : value;

/** Numbers are typed as texts, so they are compared by their digits. */
export function comparable(value: unknown): unknown {
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  return isNumber ? textOf(value) : idOrValue(value);
}

export const isEmpty = ({ changes, children }: Draft): boolean => countChanges({ changes, children }) === 0;

/** True for a child that a save would create, change or delete. */
export const isTouched = ({ base, changes, isDeleted }: ChildDraft): boolean =>
  base === undefined ? !isDeleted : isDeleted || Object.keys(changes).length > 0;

/** Number of changed fields and children, for people. */
export const countChanges = ({ changes, children }: Draft): number =>
  Object.keys(changes).length + Object.values(children).flat().filter(isTouched).length;

/** A field of a write. */
export interface Assignment {
  readonly FieldName: string;
  readonly Value: unknown;
}

/** Values as a write takes them: of a looked-up record its id. */
export const assign = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, idOrValue(value) ?? null]));

export const assignments = (row: Row): readonly Assignment[] =>
  Object.entries(assign(row)).map(([FieldName, Value]) => ({ FieldName, Value }));

export const created = (children: readonly ChildDraft[]): readonly ChildDraft[] =>
  children.filter(({ base, isDeleted }) => base === undefined && !isDeleted);

export const updated = (children: readonly ChildDraft[]): readonly ChildDraft[] =>
  children.filter(
    ({ base, changes, isDeleted }) => base !== undefined && !isDeleted && Object.keys(changes).length > 0,
  );

/** Fields of an insert, children inside. */
export const insertFields = ({ changes, children }: Draft): readonly Assignment[] => [
  ...assignments(changes),
  ...Object.entries(children)
    .filter(([, drafts]) => created(drafts).length > 0)
    .map(([FieldName, drafts]) => ({ FieldName, Value: created(drafts).map((child) => assign(child.changes)) })),
];

/** Fields of an update: the changed ones alone, so that digits which nobody touched stay. */
export const updateFields = ({ changes, children }: Draft): readonly Assignment[] => [
  ...assignments(changes),
  ...Object.entries(children)
    .filter(([, drafts]) => drafts.some(isTouched))
    .map(([FieldName, drafts]) => ({ FieldName, Value: childWrites(drafts) })),
];

const childWrites = (drafts: readonly ChildDraft[]): Row => ({
  Create: created(drafts).map((child) => assign(child.changes)),
  Update: updated(drafts).map(({ base, changes }) => ({ Id: base!.Id, ...assign(changes) })),
  Delete: drafts.filter(({ base, isDeleted }) => base !== undefined && isDeleted).map(({ base }) => base!.Id),
});

/** Sentences of faults by their place: `field`, or `relation/key of the child/field`. */
export function faultsByPlace(faults: readonly Fault[], draft: Draft): ReadonlyMap<string, readonly Fault[]> {
  const places = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = placeKey(fault, draft);
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), fault]);
  }
  return places;
}

/** Key of a fault's place; undefined where it belongs to the record as a whole. */
export function placeKey(fault: Fault, { children }: Draft): string | undefined {
  const { field, relation, part, index } = placeOf(fault);
  if (relation === undefined) return field;
  const drafts = children[relation] ?? [];
  const child = (part === 'Update' ? updated(drafts) : created(drafts))[index ?? -1];
  return child === undefined ? relation : childPlace(relation, child.key, field ?? '');
}

export const childPlace = (relation: string, key: string, field: string): string => `${relation}/${key}/${field}`;
