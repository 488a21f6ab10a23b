import { behindLocks } from '../../../support/behind-locks.js';
import { insert, remove, update } from '../../../support/batch-steps.js';
import { ROLE, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, SOUTHBAY, TestApp } from '../../../support/test-app.js';

// See docs/interface/access.md#preview-access
describe('refused previews of access', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const ask = (Changes: unknown, more: Row = {}, user = 'ada.admin'): Promise<Answer> =>
    app.as(user).send('POST', '/access/preview', { Changes, ...more });

  it('answers the faults of the steps as a batch does, at their changes', async () => {
    const good = insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Customer', Read: 'All' });
    const bad = insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Order', Read: 'Everything', Raed: 1 });
    const faults = await refused(app, () => ask([good, bad]), 400, 'UnknownField');
    const inBatch = (await ada().batch([good, bad])).body.ErrorDetails as { Path: string; Message: string }[];
    expect(faults.map(({ Path, Message }) => [Path, Message])).toEqual(
      inBatch.map(({ Path, Message }) => [Path.replace('Steps', 'Changes'), Message]),
    );
    expect(faults.map(({ Path }) => Path)).toContain('Changes[1].Fields[3]');
    const clash = await refused(app, () => ask([good, good]), 409, 'Conflict');
    expect(clash[0].Path).toMatch(/^Changes\[1\]/);
    const late = [good, insert('UserRole', { UserId: USER.nina, RoleId: USER.nina })];
    expect((await refused(app, () => ask(late), 400, 'Validation'))[0].Path).toMatch(/^Changes\[1\]\.Fields/);
  });

  it.each(['Customer', 'Entity', 'ApiKey', 'Team', 'RolAccess', 'Nix'])(
    'refuses changes of %s and names the others',
    async (name) => {
      const changes = [insert('RoleAccess', {}), insert(name, {})];
      const [fault] = await refused(app, () => ask(changes), 400, 'Validation');
      expect(fault.Path).toBe('Changes[1].EntityName');
      expect(fault.Message).toContain('RoleAccess, FieldAccess, RolePermission, UserRole, TeamMember, User, Role.');
      if (name === 'RolAccess') expect(fault.Message).toContain("Did you mean 'RoleAccess'?");
    },
  );

  it('refuses bodies of another shape', async () => {
    const good = [update('Role', { Description: 'Same' }, byId(ROLE.salesRep))];
    const shape = async (body: unknown, code: string, path: string): Promise<void> => {
      const [fault] = await refused(app, () => ada().send('POST', '/access/preview', body), 400, code);
      expect(fault.Path).toBe(path);
    };
    await shape({}, 'Validation', 'Changes');
    await shape({ Changes: [] }, 'Validation', 'Changes');
    await shape({ Changes: {} }, 'Validation', 'Changes');
    await shape({ Change: good }, 'UnknownMember', 'Change');
    await shape({ Changes: good, Users: [USER.nina] }, 'UnknownMember', 'Users');
    await shape({ Changes: [1] }, 'Validation', 'Changes[0]');
    await shape({ Changes: [{ ...good[0], Operation: 'Move' }] }, 'Validation', 'Changes[0].Operation');
    await shape({ Changes: [{ ...good[0], Feilds: [] }] }, 'UnknownMember', 'Changes[0].Feilds');
    await shape(
      { Changes: [{ Operation: 'Update', EntityName: 'Role', Fields: [] }] },
      'WhereClauseRequired',
      'Changes[0].WhereClause',
    );
    await shape({ Changes: good, UserIds: [] }, 'Validation', 'UserIds');
    await shape({ Changes: good, UserIds: ['nina.north'] }, 'Validation', 'UserIds[0]');
    await shape({ Changes: good, UserIds: Array(1_001).fill(USER.nina) }, 'TooManyRows', 'UserIds');
    await shape({ Changes: Array(1_001).fill(good[0]) }, 'TooManyRows', 'Changes');
  });

  it('knows no users of other tenants, nor their roles', async () => {
    const good = [update('Role', { Description: 'Same' }, byId(ROLE.salesRep))];
    const [fault] = await refused(app, () => ask(good, { UserIds: [USER.nina, USER.bob] }), 404, 'NotFound');
    expect(fault.Path).toBe('UserIds[1]');
    await refused(app, () => ask([insert('UserRole', { UserId: USER.bob, RoleId: ROLE.salesRep })]), 400, 'Validation');
    const [elsewhere] = (await app.as('bob.bay', SOUTHBAY).select('Role')).body.Result ?? [];
    expect((await ask([remove('Role', byId(elsewhere?.Id ?? USER.bob))])).body.Result.Users).toEqual([]);
  });

  it.each(['nina.north', 'mona.manager', 'tess.temp'])('is for Administrators alone, not for %s', async (user) => {
    await refused(app, () => ask([], {}, user), 403, 'AdministratorRequired');
  });
});

it('answers null for records whose count reaches the time limit of a statement, and says so', async () => {
  const app = await TestApp.start({ STATEMENT_TIMEOUT_MS: '1500' });
  try {
    const table = `"${await app.schema()}"."Customer"`;
    const Changes = [insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Customer', Read: 'Team' })];
    await behindLocks(app, [`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`], async (release) => {
      const { status, body } = await app.as('ada.admin').send('POST', '/access/preview', { Changes });
      await release();
      expect([status, body.Log]).toEqual([
        200,
        ['Gained and Lost are null where records were not counted within 10 s.'],
      ]);
      expect(body.Result.Summary).toEqual([expect.objectContaining({ Gained: null, Lost: null, Sample: [] })]);
      expect(body.Result.Users[0]).toMatchObject({ From: 'None', To: 'Team', Gained: null, Lost: null });
    });
  } finally {
    await app.stop();
  }
});
