import type { Field } from '../catalogue/field.js';
import type { JsonValue } from '../json/json.js';
import { valueTypeOf } from '../field-types/value-types.js';
import type { DraftRow } from './draft.js';

type Drafted = ReadonlyMap<string, DraftRow>;

/** The system fields a new record takes from its caller: each writes the id, or says what is wrong with it. */
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

/** Why a caller may not give new records a field at all, as a sentence; `undefined` where he may. */
export function insertRefusal({ name, isSystem, readOnly }: Field): string | undefined {
  if (isSystem) return WRITERS[name] ? undefined : `${name} is stamped by the service and cannot be written.`;
  return readOnly ? `${name} is set by the service.` : undefined;
}

/**
 * Takes a caller's value for a system field of a new record: `Id` (a free UUID), `OwnerId`, and an initial `StatusId`
 * are allowed (contract §4, T24, T35).
 * @returns what is wrong, as a sentence.
 */
export function writeSystemField(row: DraftRow, field: Field, value: JsonValue, drafted: Drafted): string | undefined {
  const refused = insertRefusal(field);
  if (refused) return refused;
  const parsed = value === null ? undefined : valueTypeOf(field).parse(value, field);
  if (!parsed?.ok || typeof parsed.value !== 'string') return `${field.name} must be a UUID.`;
  return WRITERS[field.name](row, parsed.value, drafted);
}
