import type { Catalogue } from '#core/catalogue/catalogue.js';
import { touchedMembers, type ReviewedChange, type KnownDefinitions } from './reviewed-changes.js';

/** Circumstances of a change on which restrictions depend. */
export interface Circumstances {
  readonly callerId: string;
  /** Definitions before and after the write. */
  readonly before: KnownDefinitions;
  readonly after: KnownDefinitions;
  /** Catalogue before and after the write. */
  readonly catalogue: Catalogue;
  readonly next: Catalogue;
  /** Names of entities that have records, deleted ones included. */
  readonly occupied: ReadonlySet<string>;
  /** Names of entities of which the caller may read all records. */
  readonly readable: ReadonlySet<string>;
  /** A process asks the manager of the owner. */
  readonly asksManagers: boolean;
  /** Ids of changed saved queries that workflows name. */
  readonly namedQueries: ReadonlySet<string>;
  /** Ids of written views that others see, of queries that the caller may not update. */
  readonly published: ReadonlySet<string>;
}

/** Tells whether a change is reserved for Administrators. @param members those of the line in the table */
export type Restriction = (change: ReviewedChange, members: readonly string[], at: Circumstances) => boolean;

const touches = (change: ReviewedChange, members: readonly string[]): boolean =>
  touchedMembers(change, members).length > 0;

/** Any write of the record. */
export const written: Restriction = () => true;

/** Any write that gives, changes or takes one of the members. */
export const touched: Restriction = (change, members) => touches(change, members);

/** An update that changes one of the members. */
export const changed: Restriction = (change, members) => change.operation === 'Update' && touches(change, members);

/** Name of the entity that a change of an entity or field is about. */
function entityOf({ entityName, was, now }: ReviewedChange): string | undefined {
  const stored = was ?? now;
  return (entityName === 'Entity' ? stored?.definition : stored?.parent)?.text('EntityName');
}

/** The entity has records, and the caller may not read all of them. */
function isHidden(name: string | undefined, { occupied, readable }: Circumstances): boolean {
  return name !== undefined && occupied.has(name) && !readable.has(name);
}

export const touchesHidden: Restriction = (change, members, at) =>
  change.now !== undefined && touches(change, members) && isHidden(entityOf(change), at);

export const changesHidden: Restriction = (change, members, at) =>
  change.was !== undefined && touchesHidden(change, members, at);

export const deletesHidden: Restriction = (change, _, at) => !change.now && isHidden(entityOf(change), at);

/** A new field whose migration tells about stored records. */
export const addsToHidden: Restriction = (change, _, at) => {
  const field = change.now?.definition;
  if (change.was || !field || !isHidden(entityOf(change), at)) return false;
  const type = field.text('FieldType');
  const hasDefault = field.value('Default') !== undefined;
  if (type === 'Computed' || field.flag('Unique')) return true;
  return type === 'Lookup' ? hasDefault : field.flag('Required') && !hasDefault;
};

export const changesOccupied: Restriction = (change, members, { occupied }) =>
  change.was !== undefined &&
  change.now !== undefined &&
  touches(change, members) &&
  occupied.has(entityOf(change) ?? '');

/** The text that stands for a record whose approvals tell people about it. */
export const touchesTitles: Restriction = (change, members, at) => {
  const entity = at.catalogue.find(entityOf(change) ?? '');
  return changesHidden(change, members, at) && (entity?.approvalProcesses.length ?? 0) > 0;
};

/** A rollup before or after the write. */
export const isRollup: Restriction = ({ was, now }) =>
  now !== undefined && [was, now].some((field) => field?.definition.text('FieldType') === 'Rollup');

/** `OnDelete` of a relation before and after: absent for none. */
const onDelete = (change: ReviewedChange): readonly (string | undefined)[] =>
  [change.was, change.now].map((stored) => stored && (stored.definition.text('OnDelete') ?? 'Restrict'));

export const changesRelation: Restriction = (change, members, { before }) => {
  if (onDelete(change).some((effect) => effect !== undefined && effect !== 'Restrict')) return true;
  if (change.was) return touches(change, members);
  const { now } = change;
  const isSame = (member: string, other: { readonly value: (name: string) => unknown }): boolean =>
    now!.definition.text(member) === other.value(member);
  return (
    now !== undefined &&
    [...before.values()].some(({ definition }) =>
      ['ChildEntityId', 'ChildField'].every((member) => isSame(member, definition)),
    )
  );
};

/** A relation through which shares reach children, before or after the write. */
export const passesShares: Restriction = ({ was, now }) =>
  [was, now].some((relation) => relation?.definition.flag('InheritsAccess') === true);

/** Access to an entity that is not there yet. */
export const namesUnknownEntity: Restriction = ({ now }, _, { next }) =>
  now !== undefined && !next.find(now.definition.text('EntityName') ?? '');

/** Callers may change their own address. */
export const changesEmail: Restriction = (change, members, at) =>
  change.id !== at.callerId && changed(change, members, at);

export const changesManager: Restriction = (change, members, at) =>
  changed(change, members, at) || (change.operation === 'Create' && at.asksManagers && touches(change, members));

export const isNamedByWorkflows: Restriction = ({ id }, _, { namedQueries }) => namedQueries.has(id);

export const isPublishing: Restriction = ({ id, operation }, _, { published }) =>
  operation !== 'Delete' && published.has(id);
