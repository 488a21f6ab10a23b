import type { Field } from '../../core/catalogue/field.js';
import type { JsonValue } from '../../core/json/json.js';
import { valueTypeOf } from '../../core/values/value-types.js';
import type { DraftRow } from './draft.js';

/**
 * Takes a caller's value for a system field of a new record: `Id` (a free UUID), `OwnerId`, and an initial `StatusId`
 * are allowed (contract §4, T24, T35).
 * @returns what is wrong, as a sentence.
 */
export function writeSystemField(
  row: DraftRow,
  field: Field,
  value: JsonValue,
  drafted: ReadonlyMap<string, DraftRow>,
): string | undefined {
  if (field.name !== 'Id' && field.name !== 'OwnerId' && field.name !== 'StatusId') {
    return `${field.name} is stamped by the service and cannot be written.`;
  }
  const parsed = value === null ? undefined : valueTypeOf(field).parse(value, field);
  if (!parsed?.ok || typeof parsed.value !== 'string') return `${field.name} must be a UUID.`;
  if (field.name === 'OwnerId') row.ownerId = parsed.value;
  else if (field.name === 'Id') {
    if (drafted.has(parsed.value)) return 'Id is used twice in this request.';
    row.id = parsed.value;
  } else if (parsed.value !== row.statusId) {
    return `StatusId is changed through the status endpoints; on insert only the initial status is accepted.`;
  }
  return undefined;
}
