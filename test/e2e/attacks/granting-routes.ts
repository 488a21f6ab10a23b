import { type Answer, assignments, byId, type Caller, type Row, where } from '../../support/test-app.js';
import { named, type Delegation } from './granting.js';

/** A call of a user administrator that must be refused. */
export type Attack = (uma: Caller, ids: Delegation) => Promise<Answer>;
export type Attacks = readonly (readonly [how: string, attack: Attack])[];

/** A step of a batch. */
export const step = (Operation: string, EntityName: string, fields: Row, more: Row = {}): Row => ({
  Operation,
  EntityName,
  Fields: assignments(fields),
  ...more,
});

/** All ways to make Carl an Administrator. */
export const ROUTES: Attacks = [
  ['insert', (uma, { carl, administrator }) => uma.insert('UserRole', { UserId: carl, RoleId: administrator })],
  ['insert by Match', (uma, { carl }) => uma.insert('UserRole', { UserId: carl, RoleId: named('Administrator') })],
  [
    'upsert',
    (uma, { carl, administrator }) =>
      uma.upsert('UserRole', ['UserId', 'RoleId'], { UserId: carl, RoleId: administrator }),
  ],
  [
    'update',
    async (uma, { uma: UserId, held, administrator }) =>
      uma.update(
        'UserRole',
        { RoleId: administrator },
        {
          Filters: [
            { FieldName: 'UserId', Operator: 3, Value: UserId },
            { FieldName: 'RoleId', Operator: 3, Value: held },
          ],
        },
      ),
  ],
  [
    'a batch',
    (uma, { carl, administrator }) => uma.batch([step('Insert', 'UserRole', { UserId: carl, RoleId: administrator })]),
  ],
  [
    'a later step of a batch',
    (uma, { carl, administrator, held }) =>
      uma.batch([
        { ...step('Insert', 'UserRole', { UserId: carl, RoleId: held }), Ref: 'Given' },
        step('Update', 'UserRole', { RoleId: administrator }, { WhereClause: byId('$Given.Id') }),
      ]),
  ],
  [
    'bulk-insert',
    (uma, { carl, administrator }) =>
      uma.send('POST', '/records/bulk-insert', {
        EntityName: 'UserRole',
        Fields: ['UserId', 'RoleId'],
        Values: [[carl, administrator]],
      }),
  ],
  [
    'bulk-insert that skips faulty rows',
    (uma, { carl, administrator }) =>
      uma.send('POST', '/records/bulk-insert', {
        EntityName: 'UserRole',
        Fields: ['UserId', 'RoleId'],
        Values: [[carl, administrator]],
        Options: { OnError: 'SkipRow' },
      }),
  ],
  [
    'children of an insert',
    (uma, { administrator }) =>
      uma.insert('User', { UserName: 'new.boss', DisplayName: 'x', UserRole: [{ RoleId: administrator }] }),
  ],
  [
    'children of an update',
    (uma, { carl, administrator }) =>
      uma.update('User', { UserRole: { Create: [{ RoleId: administrator }] } }, byId(carl)),
  ],
  [
    'updated children',
    async (uma, { uma: id, administrator, held }) => {
      const [{ Id }] = (await uma.select('UserRole', { WhereClause: where('RoleId', 'EqualTo', held) })).body.Result;
      return uma.update('User', { UserRole: { Update: [{ Id, RoleId: administrator }] } }, byId(id));
    },
  ],
  [
    'a dry run',
    (uma, { carl: UserId, administrator: RoleId }) =>
      uma.send('POST', '/records/insert', {
        EntityName: 'UserRole',
        Fields: assignments({ UserId, RoleId }),
        Options: { DryRun: true },
      }),
  ],
  [
    'clone-role',
    (uma, { administrator, held }) =>
      uma.send('POST', '/access/clone-role', { SourceRoleId: administrator, TargetRoleId: held }),
  ],
  ['restore', (uma) => uma.restore('Entity', where('EntityName', 'EqualTo', 'Customer'))],
  ['purge', (uma) => uma.purge('Entity', where('EntityName', 'EqualTo', 'Customer'))],
];
