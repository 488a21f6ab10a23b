import type { EntityKind } from '../catalogue/entity.js';
import type { JsonObject, JsonValue } from '../json/json.js';

type Members = Readonly<Record<string, JsonValue>>;

/** Short forms for the built-in entities and their fields, in the members of the definition format. */
export const entity = (
  EntityName: string,
  Kind: EntityKind,
  Fields: readonly JsonObject[],
  more: Members = {},
): JsonObject => ({ EntityName, Kind, Fields, ...more });

const field = (FieldName: string, FieldType: string, members: Members = {}): JsonObject => ({
  FieldName,
  FieldType,
  ...members,
});

export const REQUIRED: Members = { Required: true };
export const UNIQUE: Members = { Required: true, Unique: true, CaseInsensitive: true };

export const text = (name: string, members?: Members): JsonObject => field(name, 'Text', members);
export const longText = (name: string): JsonObject => field(name, 'LongText');
export const int = (name: string, members?: Members): JsonObject => field(name, 'Int', members);
export const json = (name: string): JsonObject => field(name, 'Json');
export const uuid = (name: string, members?: Members): JsonObject => field(name, 'Uuid', members);
export const dateTime = (name: string, members?: Members): JsonObject => field(name, 'DateTime', members);
export const flag = (name: string, byDefault: boolean): JsonObject =>
  field(name, 'Bool', { Required: true, Default: byDefault });
export const choice = (name: string, values: readonly string[], members?: Members): JsonObject =>
  field(name, 'Enum', { Values: values, ...members });
export const lookup = (name: string, Target: string, members?: Members): JsonObject =>
  field(name, 'Lookup', { Target, ...members });
/**
 * A lookup to the definition this record is a part of: it goes with it.
 * @param RelationName what the parts are called there; without it the relation is named after the lookup.
 */
export const partOf = (name: string, Target: string, RelationName: string | null = null): JsonObject =>
  lookup(name, Target, { Required: true, Immutable: true, OnDelete: 'Cascade', RelationName });
