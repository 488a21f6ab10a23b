import type { JsonObject } from '../json/json.js';
import { SCOPES } from '../scope.js';
import {
  choiceField,
  entity,
  flagField,
  jsonField,
  lookupField,
  partOf,
  REQUIRED,
  textField,
  UNIQUE,
} from './entity-builders.js';

/** Users, teams and roles, in effect as soon as they are written. */
export const ACCESS_ENTITIES: readonly JsonObject[] = [
  entity('Team', 'access', [textField('Name', UNIQUE), lookupField('ParentTeamId', 'Team')], {
    PublicFields: ['Id', 'Name'],
  }),
  entity('Role', 'access', [textField('Name', UNIQUE), flagField('IsSystem', false), textField('Description')]),
  entity('Permission', 'access', [textField('Name', UNIQUE), textField('Description')]),
  entity('RolePermission', 'access', [partOf('RoleId', 'Role'), lookupField('PermissionId', 'Permission', REQUIRED)], {
    UniqueKeys: [['RoleId', 'PermissionId']],
  }),
  entity(
    'RoleAccess',
    'access',
    [
      partOf('RoleId', 'Role'),
      textField('EntityName', REQUIRED),
      ...['Create', 'Read', 'Update', 'Delete'].map((name) =>
        choiceField(name, SCOPES, { Required: true, Default: 'None' }),
      ),
      jsonField('WritableFields'),
    ],
    { UniqueKeys: [['RoleId', 'EntityName']] },
  ),
  entity(
    'User',
    'access',
    [
      textField('UserName', UNIQUE),
      textField('DisplayName', REQUIRED),
      textField('Email', { Format: 'Email' }),
      lookupField('PrimaryTeamId', 'Team'),
      lookupField('ManagerId', 'User'),
      flagField('IsActive', true),
    ],
    { DisplayField: 'DisplayName', PublicFields: ['Id', 'DisplayName', 'IsActive'] },
  ),
  entity('UserRole', 'access', [partOf('UserId', 'User'), lookupField('RoleId', 'Role', REQUIRED)], {
    UniqueKeys: [['UserId', 'RoleId']],
  }),
  entity('TeamMember', 'access', [lookupField('TeamId', 'Team', REQUIRED), partOf('UserId', 'User')], {
    UniqueKeys: [['TeamId', 'UserId']],
  }),
];
