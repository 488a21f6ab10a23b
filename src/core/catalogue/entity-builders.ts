import type { EntityKind } from './entity.js';
import { MAX_HELP_LENGTH, MAX_LABEL_LENGTH } from './labels.js';
import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';

type Members = Readonly<Record<string, JsonValue>>;

/** Maximum length of a name in characters (docs/definitions.md#names-of-definitions). */
const MAX_NAME_LENGTH = new JsonNumber('255');

/** Builds the definition of a system entity. */
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
/** A value that is given when the record is created. */
export const IMMUTABLE: Members = { Required: true, Immutable: true };
/** A value that the service alone sets. */
export const READ_ONLY: Members = { ReadOnly: true };
/** A lookup without foreign key and relation: its target may be deleted, and writers do not lock it. */
export const UNCONSTRAINED: Members = { Unconstrained: true };
/** A lookup whose target a before-commit hook checks: no foreign key, and callers need not be able to read the target. */
export const UNCHECKED: Members = { Unchecked: true };
/** A choice whose values have known numbers, from 1 in their order, which callers may give instead. */
export const NUMBERED: Members = { Numbered: true };
export const UNIQUE: Members = { Required: true, Unique: true, CaseInsensitive: true };

export const textField = (name: string, members?: Members): JsonObject => field(name, 'Text', members);
/** Builds a field for a name of a definition, or of a user, role or team, since the names are kept in memory and shown. */
export const nameField = (name: string, members?: Members): JsonObject =>
  textField(name, { MaxLength: MAX_NAME_LENGTH, ...members });
/** Fields for texts that people read instead of a definition's name. */
export const labelFields = (): readonly JsonObject[] => [
  textField('Label', { MaxLength: new JsonNumber(String(MAX_LABEL_LENGTH)) }),
  textField('Help', { MaxLength: new JsonNumber(String(MAX_HELP_LENGTH)) }),
  jsonField('Labels'),
];
export const longTextField = (name: string): JsonObject => field(name, 'LongText');
export const intField = (name: string, members?: Members): JsonObject => field(name, 'Int', members);
export const jsonField = (name: string, members?: Members): JsonObject => field(name, 'Json', members);
export const uuidField = (name: string, members?: Members): JsonObject => field(name, 'Uuid', members);
export const dateTimeField = (name: string, members?: Members): JsonObject => field(name, 'DateTime', members);
export const boolField = (name: string, members?: Members): JsonObject => field(name, 'Bool', members);
export const flagField = (name: string, byDefault: boolean): JsonObject =>
  field(name, 'Bool', { Required: true, Default: byDefault });
export const choiceField = (name: string, values: readonly string[], members?: Members): JsonObject =>
  field(name, 'Enum', { Values: values, ...members });
export const lookupField = (name: string, Target: string, members?: Members): JsonObject =>
  field(name, 'Lookup', { Target, ...members });
/** Builds the name of the entity that a lookup refers to, by which callers may give the lookup, too. */
export const nameOfEntity = (lookup: string): JsonObject =>
  textField('EntityName', { Immutable: true, CaseInsensitive: true, NamesEntityOf: lookup });
/**
 * Builds a lookup to the parent definition, with which the record is deleted.
 * @param RelationName name of the relation in the parent; by default it is named after the lookup.
 */
export const partOf = (name: string, Target: string, RelationName: string | null = null): JsonObject =>
  lookupField(name, Target, { Required: true, Immutable: true, OnDelete: 'Cascade', RelationName });
