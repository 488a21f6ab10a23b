import type { Field } from '#core/catalogue/field.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { DraftRow } from './draft.js';

/** Tells whether the owner is given as an object, which is read like that of a lookup: a `Match` of a user. */
export const isOwnerMatch = ({ name, isSystem }: Field, value: JsonValue): boolean =>
  isSystem && name === 'OwnerId' && (isObject(value) || isArray(value));

type Drafted = ReadonlyMap<string, DraftRow>;

/** Writers of the system fields that an insert may set; each sets the id or returns a message. */
const WRITERS: Readonly<Record<string, (row: DraftRow, id: string, drafted: Drafted) => string | undefined>> = {
  Id: (row, id, drafted) => {
    if (drafted.has(id)) return 'Id is used twice in this request.';
    row.id = id;
  },
  OwnerId: (row, id) => {
    row.ownerId = id;
  },
  StatusId: ({ statusId }, id) =>
    id === statusId
      ? undefined
      : 'StatusId is changed through the status endpoints; on insert only the initial status is accepted.',
};

/** Returns a message if no insert may set the field. */
export function insertRefusal({ name, isSystem, readOnly }: Field): string | undefined {
  if (isSystem) return WRITERS[name] ? undefined : `${name} is set by the service and cannot be written.`;
  return readOnly ? `${name} is set by the service.` : undefined;
}

/** Returns a message if no update may set the field. */
export function updateRefusal({ name, isSystem, readOnly }: Field): string | undefined {
  if (name === 'OwnerId') return undefined;
  if (name === 'StatusId') return 'StatusId is changed through the status endpoints and cannot be written.';
  if (isSystem) return `${name} is set by the service and cannot be written.`;
  return readOnly ? `${name} is set by the service.` : undefined;
}

/**
 * Sets a system field of a new record: `Id` (an unused UUID), `OwnerId` and the initial `StatusId` are allowed
 * (docs/interface/records.md#system-fields).
 * @returns a message if the value is refused.
 */
export function writeSystemField(row: DraftRow, field: Field, value: JsonValue, drafted: Drafted): string | undefined {
  const refused = insertRefusal(field);
  if (refused) return refused;
  if (value === null && field.name === 'StatusId')
    return 'StatusId cannot be null. Leave it out: a new record takes the initial status by itself.';
  const parsed = value === null ? undefined : valueTypeOf(field).parse(value, field);
  if (!parsed?.ok || typeof parsed.value !== 'string')
    return `${field.name} must be a UUID${value === '' ? ', not empty text' : ''}.`;
  return WRITERS[field.name](row, parsed.value, drafted);
}

/** Owner of a new record: that of the record of `OwnerFrom`, or the user; null where only the database finds them. */
export function ownerOf({ entity, values, matches }: DraftRow, drafted: Drafted, userId: string): string | null {
  if (matches.has('OwnerId') || matches.has(entity.ownerFrom?.name ?? '')) return null;
  const targetId = entity.ownerFrom && values.get(entity.ownerFrom.name);
  return typeof targetId === 'string' ? (drafted.get(targetId)?.ownerId ?? null) : userId;
}
