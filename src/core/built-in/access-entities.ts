import type { JsonObject } from '../json/json.js';
import { SCOPES } from '../scope.js';
import { choice, entity, flag, json, lookup, partOf, REQUIRED, text, UNIQUE } from './definition-forms.js';

/** Users, teams, roles: they take effect as soon as they are written. */
export const ACCESS_ENTITIES: readonly JsonObject[] = [
  entity('Team', 'access', [text('Name', UNIQUE), lookup('ParentTeamId', 'Team')], { PublicFields: ['Id', 'Name'] }),
  entity('Role', 'access', [text('Name', UNIQUE), flag('IsSystem', false), text('Description')]),
  entity('Permission', 'access', [text('Name', UNIQUE), text('Description')]),
  entity('RolePermission', 'access', [partOf('RoleId', 'Role'), lookup('PermissionId', 'Permission', REQUIRED)], {
    UniqueKeys: [['RoleId', 'PermissionId']],
  }),
  entity(
    'RoleAccess',
    'access',
    [
      partOf('RoleId', 'Role'),
      text('EntityName', REQUIRED),
      ...['Create', 'Read', 'Update', 'Delete'].map((name) =>
        choice(name, SCOPES, { Required: true, Default: 'None' }),
      ),
      json('WritableFields'),
    ],
    { UniqueKeys: [['RoleId', 'EntityName']] },
  ),
  entity(
    'User',
    'access',
    [
      text('UserName', UNIQUE),
      text('DisplayName', REQUIRED),
      text('Email', { Format: 'Email' }),
      lookup('PrimaryTeamId', 'Team'),
      lookup('ManagerId', 'User'),
      flag('IsActive', true),
    ],
    { DisplayField: 'DisplayName', PublicFields: ['Id', 'DisplayName', 'IsActive'] },
  ),
  entity('UserRole', 'access', [partOf('UserId', 'User'), lookup('RoleId', 'Role', REQUIRED)], {
    UniqueKeys: [['UserId', 'RoleId']],
  }),
  entity('TeamMember', 'access', [lookup('TeamId', 'Team', REQUIRED), partOf('UserId', 'User')], {
    UniqueKeys: [['TeamId', 'UserId']],
  }),
];
