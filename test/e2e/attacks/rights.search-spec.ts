import { TEAM, USER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { type Answer, byId, type Caller, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { AlternatingNodes } from './alternating-nodes.js';
import { delegate, type Delegation } from './granting.js';
import { ADMINISTRATORS, DEFINITIONS, GRANTS, RENAMES } from './granting-attacks.js';
import { ROUTES, type Attack } from './granting-routes.js';

/** On a busy machine many definitions take long. */
const SET_UP_MS = 120_000;

// Requirement: S7
describe.each([1, 2])('escalation of rights, on %i node(s)', (count) => {
  let nodes: AlternatingNodes;
  let ids: Delegation;
  let uma: Caller;
  beforeAll(async () => {
    nodes = await AlternatingNodes.start(count);
    ids = await delegate(nodes);
    uma = nodes.as('uma.users');
  }, SET_UP_MS);
  afterAll(() => nodes.stop());

  const forbidden = async (attack: Attack): Promise<void> => {
    const [detail] = await refused(nodes.first, () => attack(uma, ids), 403, 'AdministratorRequired');
    expect(detail.Message).toMatch(/Administrator/);
  };

  it.each(ROUTES)('cannot create an Administrator: %s', (_, attack) => forbidden(attack));
  it.each(GRANTS)('cannot grant %s', (_, attack) => forbidden(attack));
  it.each(ADMINISTRATORS)('cannot change an Administrator: %s', (_, attack) => forbidden(attack));
  it.each(RENAMES)('cannot rename %s', (_, attack) => forbidden(attack));
  it.each(DEFINITIONS)('is refused to all but Administrators: %s', (_, attack) => forbidden(attack));

  const done = async (answer: Promise<Answer>): Promise<string> => {
    const { status, text, body } = await answer;
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body.Result.Id as string;
  };

  it('a user administrator can grant rights they hold and revoke rights they lack', async () => {
    const { carl, held, less, granted } = ids;
    await done(uma.insert('UserRole', { UserId: carl, RoleId: held }));
    await done(uma.insert('UserRole', { UserId: carl, RoleId: less }));
    await done(uma.insert('RolePermission', { RoleId: less, PermissionId: granted }));
    await done(uma.update('RoleAccess', { Read: 'Team' }, where('RoleId', 'EqualTo', less)));
    await done(uma.update('User', { DisplayName: 'Charles', PrimaryTeamId: null }, byId(carl)));
    await done(uma.update('User', { IsActive: false }, byId(USER.omar)));
    await done(uma.delete('UserRole', where('UserId', 'EqualTo', USER.omar)));
    await done(uma.delete('UserRole', where('UserId', 'EqualTo', carl)));
  });

  it('a user administrator can create users, sub-teams, roles and entities', async () => {
    const TeamId = await done(uma.insert('Team', { Name: 'North-east', ParentTeamId: TEAM.salesNorth }));
    const more = { PrimaryTeamId: TeamId, TeamMember: [{ TeamId }], UserRole: [{ RoleId: ids.less }] };
    const id = await done(uma.insert('User', { UserName: 'nora.new', DisplayName: 'Nora', ...more }));
    expect(await uma.row('User', id)).toMatchObject({ UserName: 'nora.new', PrimaryTeamId: TeamId });
    await done(uma.insert('Role', { Name: 'Reader', RoleAccess: [{ EntityName: 'Customer', Read: 'Own' }] }));
    const Fields = [{ FieldName: 'Name', FieldType: 'Text' }];
    await done(uma.insert('Entity', { EntityName: 'Note2', Fields }));
  });

  it('a new user cannot take over the records of a deleted user', async () => {
    const ada = nodes.first.as('ada.admin');
    const Id = await ada.inserted('User', { UserName: 'gone', DisplayName: 'Gone' });
    await ada.inserted('Note', { Subject: 'secret', OwnerId: Id });
    await done(ada.delete('User', byId(Id)));
    await forbidden(() => uma.insert('User', { Id, UserName: 'heir', DisplayName: 'Heir' }));
    await done(uma.insert('User', { UserName: 'gone', DisplayName: 'Another one' }));
  });

  it('a new user cannot take another user’s name as Id, or another user’s Id as name', async () => {
    const Id = '7d0a52d4-43a5-4d0b-8c7f-3d5f3f0c9a11';
    await nodes.first.as('ada.admin').inserted('User', { UserName: Id.toUpperCase(), DisplayName: 'By number' });
    await forbidden(() => uma.insert('User', { Id, UserName: 'double', DisplayName: 'Double' }));
    await forbidden(() => uma.insert('User', { UserName: USER.ada, DisplayName: 'Double' }));
  });

  it('is judged by the rights that the granting user holds when the write runs', async () => {
    const schema = await nodes.first.schema();
    const admin = await nodes.first.connect();
    try {
      await admin.query('BEGIN');
      await admin.query('UPDATE platform.environment SET principals_version = principals_version + 1');
      await admin.query(`DELETE FROM ${schema}."UserRole" WHERE "RoleId" = $1 AND "UserId" = $2`, [ids.held, ids.uma]);
      const late = uma.insert('UserRole', { UserId: ids.carl, RoleId: ids.held });
      await until('the write waits', async () => {
        const waiting = await nodes.first.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      await admin.query('COMMIT');
      const { status, body } = await late;
      expect([status, body.ErrorDetails?.[0]?.Code]).toEqual([403, 'AdministratorRequired']);
    } finally {
      admin.release();
    }
  });
});
