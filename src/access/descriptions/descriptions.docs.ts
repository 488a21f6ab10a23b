import { applyDecorators } from '@nestjs/common';
import { ApiParam, type SchemaObject } from '@nestjs/swagger';
import { FORMATS, VALUE_TYPES, FIELD_TYPES } from '#core/catalogue/field.js';
import { SCOPES } from '#core/catalogue/scope.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiUserId } from '#access/users/user-id.dto.js';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';

type Members = Readonly<Record<string, SchemaObject>>;

const TEXT: SchemaObject = { type: 'string' };
const TEXT_OR_NULL: SchemaObject = { type: ['string', 'null'] };
const UUID: SchemaObject = { type: 'string', format: 'uuid' };
const FLAG: SchemaObject = { type: 'boolean' };
const INT: SchemaObject = { type: 'integer' };
const SCOPE: SchemaObject = { type: 'string', enum: [...SCOPES] };

/** Schema of an object: the members of `required` are in each, those of `optional` where they apply. */
const object = (required: Members, optional: Members = {}): SchemaObject => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const list = (items: SchemaObject): SchemaObject => ({ type: 'array', items });

/** Texts for people, in their language where the definition has it; absent where it has none at all. */
const LABELS: Members = { Label: TEXT, Help: TEXT };

const ME = object({
  Id: UUID,
  UserName: TEXT,
  DisplayName: TEXT,
  Email: TEXT_OR_NULL,
  IsAdministrator: FLAG,
  Teams: list(object({ Id: UUID, Name: TEXT, IsPrimary: FLAG })),
  Roles: list(object({ Id: UUID, Name: TEXT }, LABELS)),
  Permissions: list(TEXT),
  TimeZone: { ...TEXT, description: 'IANA time zone of the environment.' },
  Language: { ...TEXT_OR_NULL, description: 'Language tag of the user.' },
  UserTimeZone: { ...TEXT_OR_NULL, description: 'IANA time zone of the user.' },
});

const ENTITY: Members = {
  EntityName: TEXT,
  IsSystem: { ...FLAG, description: 'Every environment has the entity.' },
  DisplayField: { ...TEXT_OR_NULL, description: 'Field by which people know a record; null if you may not read it.' },
  AllowSoftDelete: { ...FLAG, description: 'Deleted records can be restored.' },
  MembersRestore: { ...FLAG, description: 'Members restore the records that they may delete.' },
  Searchable: { ...FLAG, description: 'An index serves GlobalSearch.' },
  Create: SCOPE,
  Read: SCOPE,
  Update: SCOPE,
  Delete: SCOPE,
};

/** Members of an entity where its definition has them. */
const ENTITY_TEXTS: Members = { ...LABELS, PluralLabel: TEXT, Description: TEXT };

const FIELD = object(
  {
    FieldName: TEXT,
    FieldType: { ...TEXT, enum: [...FIELD_TYPES] },
    Required: FLAG,
    Indexed: { ...FLAG, description: 'An index begins with the field, so that filters and sorts by it are fast.' },
    CanCreate: { ...FLAG, description: 'Some insert of yours may set it.' },
    CanUpdate: { ...FLAG, description: 'Some update of yours may set it.' },
  },
  {
    ...LABELS,
    Description: TEXT,
    ValueType: { ...TEXT, enum: [...VALUE_TYPES], description: 'Type of the values of a Computed or Rollup field.' },
    IsSystem: FLAG,
    Unique: FLAG,
    ReadOnly: FLAG,
    Immutable: FLAG,
    CaseInsensitive: FLAG,
    MinLength: INT,
    MaxLength: INT,
    Regex: TEXT,
    Format: { ...TEXT, enum: [...FORMATS] },
    Min: ANY_JSON,
    Max: ANY_JSON,
    Precision: INT,
    Scale: INT,
    Pattern: { ...TEXT, description: 'Of an AutoNumber.' },
    Default: { ...ANY_JSON, description: 'A constant, or a name such as Today+30d or Me.' },
    Values: list(object({ Value: TEXT, Text: TEXT, IsActive: FLAG }, { Help: TEXT })),
    Target: { ...TEXT, description: 'Entity of a lookup, if you may know it.' },
  },
);

const DESCRIBED = object(
  {
    ...ENTITY,
    Fields: list(FIELD),
    Relations: list(object({ Name: TEXT, ChildEntity: TEXT, ChildField: TEXT, OnDelete: TEXT }, LABELS)),
    UniqueKeys: { ...list(list(TEXT)), description: 'Names of the fields of each key.' },
    Rules: list(object({ Name: TEXT, Message: TEXT }, { FieldName: TEXT })),
    Approvals: {
      ...list(object({ ProcessId: UUID, Name: TEXT, StartMode: { ...TEXT, enum: ['Automatic', 'Manual'] } })),
      description: 'Active approval processes, by name.',
    },
    WritableFields: { ...list(TEXT), description: 'Fields that some update of yours may set.' },
  },
  {
    ...ENTITY_TEXTS,
    Lifecycle: object({
      Id: UUID,
      Name: TEXT,
      Statuses: list(object({ Id: UUID, Name: TEXT, Color: TEXT_OR_NULL, IsInitial: FLAG, IsFinal: FLAG }, LABELS)),
    }),
  },
);

/** Documents GET /api/v1/me. */
export const MeDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getMe',
      summary: 'Who I am',
      description: 'Answers the caller: user, teams, roles, granted permissions, and the time zone of the environment.',
    }),
    ApiEnvelope({ title: 'MeAnswer', description: 'The caller.', result: ME }),
  );

/** Documents GET /api/v1/entities. */
export const EntitiesDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getEntities',
      summary: 'Entities I may use',
      description:
        'Lists the entities that you may know, with your scopes; what you have no access to is absent. ' +
        'An Administrator may ask about another user.',
      refusals: ['AdministratorRequired', 'UnknownMember', 'Validation', 'NotFound'],
    }),
    ApiUserId(),
    ApiEnvelope({
      title: 'EntitiesAnswer',
      description: 'One row for each entity.',
      result: list(object(ENTITY, ENTITY_TEXTS)),
    }),
  );

/** Documents GET /api/v1/entities/{name}. */
export const EntityDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getEntity',
      summary: 'Fields, rules and relations of an entity',
      description:
        'Describes an entity for generated forms: fields with types, rules, defaults and values, relations, unique keys, ' +
        'rules, statuses, and what you may set. Members that do not apply are absent.',
      refusals: ['UnknownEntity', 'ScopeNone'],
    }),
    ApiParam({
      name: 'name',
      type: String,
      example: 'Customer',
      description: 'Name of the entity, in any letter case.',
    }),
    ApiEnvelope({ title: 'EntityAnswer', description: 'The entity.', result: DESCRIBED }),
  );
