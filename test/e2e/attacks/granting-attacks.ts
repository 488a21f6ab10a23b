import { TEAM, USER } from '../../support/demo.js';
import { byId, where } from '../../support/test-app.js';
import { named } from './granting.js';
import { step, type Attacks } from './granting-routes.js';

/** Rights that the user administrator lacks. */
export const GRANTS: Attacks = [
  ['a role that gives more', (uma, { carl, more }) => uma.insert('UserRole', { UserId: carl, RoleId: more })],
  [
    'a role that definitions ask for',
    (uma, { carl }) => uma.insert('UserRole', { UserId: carl, RoleId: named('WarehouseOperator') }),
  ],
  [
    'a scope that she lacks',
    (uma, { held: RoleId }) => uma.insert('RoleAccess', { RoleId, EntityName: 'Payment', Read: 'Own' }),
  ],
  [
    'a scope that she lacks, to a role that nobody has',
    (uma, { less }) => uma.insert('RoleAccess', { RoleId: less, EntityName: 'Payment', Read: 'Own' }),
  ],
  [
    'access to what is not there yet',
    (uma, { held: RoleId }) => uma.insert('RoleAccess', { RoleId, EntityName: 'WorkflowRun', Read: 'All' }),
  ],
  ['a wider scope', (uma, { less }) => uma.update('RoleAccess', { Read: 'All' }, where('RoleId', 'EqualTo', less))],
  [
    'a scope of another entity',
    (uma, { less }) => uma.update('RoleAccess', { EntityName: 'Payment' }, where('RoleId', 'EqualTo', less)),
  ],
  [
    'fields that she may not write',
    (uma, { manager }) =>
      uma.update(
        'RoleAccess',
        { WritableFields: ['Name', 'CreditLimit'] },
        {
          Filters: [
            { FieldName: 'RoleId', Operator: 3, Value: manager },
            { FieldName: 'EntityName', Operator: 3, Value: 'Customer' },
          ],
        },
      ),
  ],
  [
    'all fields',
    (uma, { held: RoleId }) => uma.insert('RoleAccess', { RoleId, EntityName: 'Customer', Update: 'Own' }),
  ],
  [
    'a new role with more',
    (uma) => uma.insert('Role', { Name: 'New', RoleAccess: [{ EntityName: 'Payment', Create: 'Own' }] }),
  ],
  [
    'a permission that she lacks',
    (uma, { held: RoleId, lacking: PermissionId }) => uma.insert('RolePermission', { RoleId, PermissionId }),
  ],
  [
    'a permission under another name',
    (uma, { granted }) => uma.update('Permission', { Name: 'Orders.ShipAll' }, byId(granted)),
  ],
  [
    'a role under a name that definitions ask for',
    (uma, { held }) =>
      uma.batch([
        step('Update', 'Role', { Name: 'Formerly' }, { WhereClause: where('Name', 'EqualTo', 'WarehouseOperator') }),
        step('Update', 'Role', { Name: 'WarehouseOperator' }, { WhereClause: byId(held) }),
      ]),
  ],
  ['a team that she is not in', (uma, { uma: UserId }) => uma.insert('TeamMember', { UserId, TeamId: TEAM.finance })],
  ['a team above her own', (uma) => uma.update('Team', { ParentTeamId: TEAM.salesNorth }, byId(TEAM.finance))],
  [
    'records of a user who moves to her team',
    (uma) => uma.update('User', { PrimaryTeamId: TEAM.salesNorth }, byId(USER.fia)),
  ],
  ['a disabled user with more rights', (uma) => uma.update('User', { IsActive: true }, byId(USER.dirkDisabled))],
];

/** Changes of an Administrator. */
export const ADMINISTRATORS: Attacks = [
  ['a rename', (uma) => uma.update('User', { UserName: 'somebody' }, byId(USER.ada))],
  ['another display name', (uma) => uma.update('User', { DisplayName: 'x' }, byId(USER.ada))],
  ['disabling', (uma) => uma.update('User', { IsActive: false }, byId(USER.ada))],
  ['another owner', (uma, { uma: OwnerId }) => uma.update('User', { OwnerId }, byId(USER.ada))],
  ['a delete', (uma) => uma.delete('User', byId(USER.ada))],
  ['another role', (uma, { held }) => uma.insert('UserRole', { UserId: USER.ada, RoleId: held })],
  ['a role less', (uma) => uma.delete('UserRole', where('UserId', 'EqualTo', USER.ada))],
  ['a team', (uma) => uma.insert('TeamMember', { UserId: USER.ada, TeamId: TEAM.salesNorth })],
  ['children', (uma, { held }) => uma.update('User', { UserRole: { Create: [{ RoleId: held }] } }, byId(USER.ada))],
];

/** Ways to give a user another name. */
export const RENAMES: Attacks = [
  ['of another user', (uma) => uma.update('User', { UserName: 'fia.gone' }, byId(USER.fia))],
  ['of herself', (uma, { uma: id }) => uma.update('User', { UserName: 'uma.other' }, byId(id))],
  ['by upsert', (uma, { carl }) => uma.upsert('User', ['Id'], { Id: carl, UserName: 'x', DisplayName: 'x' })],
  [
    'by delete and insert at once',
    (uma, { carl: Id }) =>
      uma.batch([
        { Operation: 'Delete', EntityName: 'User', WhereClause: byId(Id) },
        step('Insert', 'User', { Id, UserName: 'new.carl', DisplayName: 'x' }),
      ]),
  ],
];

/** Definitions with effects beyond the rights of the user administrator. */
export const DEFINITIONS: Attacks = [
  [
    'a database object',
    (uma) =>
      uma.insert('DatabaseObject', {
        ObjectName: 'Peek',
        ObjectType: 2,
        ReturnType: 'Int',
        Definition: 'CREATE OR REPLACE FUNCTION "Peek"() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      }),
  ],
  [
    'another database object',
    (uma) =>
      uma.update(
        'DatabaseObject',
        { RequiredPermission: 'Uma.May' },
        where('ObjectName', 'EqualTo', 'CustomerStatement'),
      ),
  ],
  [
    'transitions for everybody',
    (uma) => uma.update('Transition', { AllowedRoles: null }, where('RequiredPermission', 'EqualTo', 'Orders.Ship')),
  ],
  [
    'no permission for a transition',
    (uma) =>
      uma.update('Transition', { RequiredPermission: null }, where('RequiredPermission', 'EqualTo', 'Orders.Ship')),
  ],
  [
    'a workflow',
    (uma) => {
      const tell = { Name: 'Tell', Type: 'SendNotification', ToRole: 'Auditor', Message: 'x' };
      return uma.insert('Workflow', { Name: 'W', Type: 'Manual', RunAs: 'Service', Actions: [tell] });
    },
  ],
  [
    'a rollup over records that she may not read',
    (uma) =>
      uma.insert('Field', {
        EntityId: { Match: { FieldName: 'EntityName', Value: 'Customer' } },
        FieldName: 'Peek',
        FieldType: 'Rollup',
        RelationId: named('CustomerInvoices'),
        Function: 'Count',
      }),
  ],
  [
    'a rule that looks at all records',
    (uma) =>
      uma.insert('Rule', {
        EntityId: { Match: { FieldName: 'EntityName', Value: 'Customer' } },
        Name: 'Peek',
        Message: 'x',
        WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'IsNotNULL' }] },
      }),
  ],
  [
    'deletes that take others along',
    (uma) => uma.update('Relation', { OnDelete: 'Cascade' }, where('OnDelete', 'EqualTo', 'Restrict')),
  ],
  [
    'other owners',
    (uma) => uma.update('Entity', { OwnerFrom: 'CustomerId' }, where('EntityName', 'EqualTo', 'Invoice')),
  ],
];
