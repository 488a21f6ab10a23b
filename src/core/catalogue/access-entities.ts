import { JsonNumber, type JsonObject } from '#core/json/json.js';
import { IDENTITY_MAPPING } from './identity-mapping.js';
import { CLAUSE_OF, FIELD_READS, SCOPES } from './scope.js';
import {
  choiceField,
  dateTimeField,
  entity,
  flagField,
  intField,
  jsonField,
  labelFields,
  lookupField,
  partOf,
  READ_ONLY,
  REQUIRED,
  nameField,
  textField,
  UNCONSTRAINED,
  UNIQUE,
} from './entity-builders.js';

/** Entity of the rights of roles to protected fields. */
export const FIELD_ACCESS = 'FieldAccess';
/** Entity of the keys by which machines sign in. */
export const API_KEY = 'ApiKey';

/** Kinds of users: people, and service accounts of machines. */
const USER_KINDS = ['Person', 'Service'];

/** Maximum lengths of issuers and subjects; longer ones of tokens name nobody. */
const ISSUER = { MaxLength: new JsonNumber('512') };
const SUBJECT = { MaxLength: new JsonNumber('256') };

/** The mapping that has given a role or a team; none where a user has. */
const GIVEN_BY = lookupField('IdentityMappingId', IDENTITY_MAPPING, UNCONSTRAINED);

/** Users, teams, roles and keys, in effect as soon as they are written. */
export const ACCESS_ENTITIES: readonly JsonObject[] = [
  entity('Team', 'access', [nameField('Name', UNIQUE), lookupField('ParentTeamId', 'Team')], {
    PublicFields: ['Id', 'Name'],
  }),
  entity('Role', 'access', [
    nameField('Name', UNIQUE),
    flagField('IsSystem', false),
    textField('Description'),
    ...labelFields(),
  ]),
  entity('Permission', 'access', [nameField('Name', UNIQUE), textField('Description')]),
  entity('RolePermission', 'access', [partOf('RoleId', 'Role'), lookupField('PermissionId', 'Permission', REQUIRED)], {
    UniqueKeys: [['RoleId', 'PermissionId']],
  }),
  entity(
    'RoleAccess',
    'access',
    [
      partOf('RoleId', 'Role'),
      nameField('EntityName', REQUIRED),
      ...['Create', 'Read', 'Update', 'Delete'].map((name) =>
        choiceField(name, SCOPES, { Required: true, Default: 'None' }),
      ),
      jsonField('WritableFields'),
      ...Object.values(CLAUSE_OF).map((name) => jsonField(name)),
    ],
    { UniqueKeys: [['RoleId', 'EntityName']] },
  ),
  entity(
    FIELD_ACCESS,
    'access',
    [
      partOf('RoleId', 'Role'),
      nameField('EntityName', REQUIRED),
      nameField('FieldName', REQUIRED),
      choiceField('Read', FIELD_READS, { Required: true, Default: 'None' }),
      flagField('Write', false),
    ],
    { UniqueKeys: [['RoleId', 'EntityName', 'FieldName']] },
  ),
  entity(
    'User',
    'access',
    [
      nameField('UserName', UNIQUE),
      nameField('DisplayName', REQUIRED),
      textField('Email', { Format: 'Email' }),
      lookupField('PrimaryTeamId', 'Team'),
      lookupField('ManagerId', 'User'),
      flagField('IsActive', true),
      choiceField('Kind', USER_KINDS, { Required: true, Default: 'Person' }),
      textField('ExternalIssuer', ISSUER),
      textField('ExternalId', SUBJECT),
      nameField('Language', { Format: 'Language' }),
      nameField('TimeZone', { Format: 'TimeZone' }),
    ],
    {
      UniqueKeys: [['ExternalIssuer', 'ExternalId']],
      DisplayField: 'DisplayName',
      PublicFields: ['Id', 'DisplayName', 'IsActive'],
    },
  ),
  entity('UserRole', 'access', [partOf('UserId', 'User'), lookupField('RoleId', 'Role', REQUIRED), GIVEN_BY], {
    UniqueKeys: [['UserId', 'RoleId']],
  }),
  entity('TeamMember', 'access', [lookupField('TeamId', 'Team', REQUIRED), partOf('UserId', 'User'), GIVEN_BY], {
    UniqueKeys: [['TeamId', 'UserId']],
  }),
  entity(API_KEY, 'access', [
    partOf('UserId', 'User'),
    nameField('Name', REQUIRED),
    dateTimeField('ExpiresOn', REQUIRED),
    ...['RoleIds', 'Entities', 'Operations', 'AllowedIps'].map((name) => jsonField(name)),
    flagField('AllowAdministration', false),
    dateTimeField('LastUsedOn', READ_ONLY),
    dateTimeField('RevokedOn'),
  ]),
  entity(IDENTITY_MAPPING, 'access', [
    nameField('Name', UNIQUE),
    textField('Issuer', ISSUER),
    nameField('Claim', REQUIRED),
    nameField('Value', REQUIRED),
    lookupField('RoleId', 'Role'),
    lookupField('TeamId', 'Team'),
    intField('Sequence'),
    flagField('AllowAdministrator', false),
  ]),
];
