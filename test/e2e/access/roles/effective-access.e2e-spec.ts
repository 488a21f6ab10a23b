import { CUSTOMER, customer, ROLE, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

type Scopes = Readonly<Partial<Record<'Create' | 'Read' | 'Update' | 'Delete', string>>>;

// Requirement: R78, R79
// See docs/interface/access.md#scopes
describe('combined access of roles and teams', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = (): Caller => app.as('ada.admin');
  let made = 0;
  const idOf = async (call: Promise<Answer>): Promise<string> => {
    const { body } = await call;
    expect(body.Errors).toEqual([]);
    return body.Result.Id;
  };
  const team = (ParentTeamId?: string): Promise<string> =>
    idOf(ada().insert('Team', { Name: `Team ${++made}`, ...(ParentTeamId !== undefined && { ParentTeamId }) }));
  /** A new role with these scopes of customers, that may read regions and create contacts. */
  const role = (scopes: Scopes, more: object = {}): Promise<string> => {
    const RoleAccess = [
      { EntityName: 'Customer', ...scopes, ...more },
      { EntityName: 'Region', Read: 'All' },
      { EntityName: 'Contact', Create: 'All' },
    ];
    return idOf(ada().insert('Role', { Name: `Role ${++made}`, RoleAccess }));
  };
  /** A new user of these roles and of this team, as a caller. */
  const user = async (roles: readonly string[], teamId?: string): Promise<Caller & { readonly userName: string }> => {
    const userName = `user.${++made}`;
    await idOf(
      ada().insert('User', {
        UserName: userName,
        DisplayName: userName,
        UserRole: roles.map((RoleId) => ({ RoleId })),
        ...(teamId !== undefined && { PrimaryTeamId: teamId, TeamMember: [{ TeamId: teamId }] }),
      }),
    );
    return Object.assign(app.as(userName), { userName });
  };
  const scopesOf = async (caller: Caller): Promise<string> => {
    const { Create, Read, Update, Delete } = (await caller.get('/access?entityName=Customer')).body.Result[0];
    return [Create, Read, Update, Delete].join(' ');
  };
  const sees = async (caller: Caller, id: string): Promise<boolean> =>
    (await caller.select('Customer', { WhereClause: byId(id) })).body.Result.length === 1;
  const rename = (caller: Caller, id: string): Promise<Answer> =>
    caller.update('Customer', { Phone: '+43 1 234567' }, byId(id));

  describe('teams', () => {
    it('reach all levels below a team, never its parents or siblings', async () => {
      const [north, teamwide] = [TEAM.salesNorth, await role({ Create: 'Own', Read: 'Team', Update: 'Team' })];
      const alps = await team(north);
      const deep = await team(await team(alps));
      const [above, below] = [await user([teamwide], alps), await user([teamwide], deep)];
      const id = await idOf(below.insert('Customer', customer()));
      const other = await idOf(above.insert('Customer', customer()));
      const readers = [above, app.as('mona.manager'), app.as('hugo.head')];
      expect(await Promise.all(readers.map((caller) => sees(caller, id)))).toEqual([true, true, true]);
      expect([await sees(below, other), await sees(app.as('nina.north'), id)]).toEqual([false, false]);
      expect([(await rename(above, id)).status, (await rename(app.as('mona.manager'), id)).status]).toEqual([200, 200]);
      await refused(app, () => rename(below, other), 403, 'OutOfScope');
    });

    it('cannot form a cycle at any depth', async () => {
      const top = await team();
      const bottom = await team(await team(top));
      const call = (): Promise<Answer> => ada().update('Team', { ParentTeamId: bottom }, byId(top));
      expect((await refused(app, call, 400, 'Validation'))[0].FieldName).toBe('ParentTeamId');
    });

    it('reduce scope Team to own records for a user without a team', async () => {
      const loner = await user([await role({ Create: 'Own', Read: 'Team', Update: 'Team' })]);
      const id = await idOf(loner.insert('Customer', customer()));
      expect([await sees(loner, id), await sees(loner, CUSTOMER.bistro)]).toEqual([true, false]);
    });

    // See docs/interface/records.md#owners-and-teams
    it('update the team of an owner’s records when the owner changes team, with dependent records and audit entries', async () => {
      const [first, second] = [await team(), await team()];
      const teamwide = await role({ Create: 'Own', Read: 'Team' });
      const [left, joined] = [await user([teamwide], first), await user([teamwide], second)];
      const owner = await user([teamwide], first);
      const id = await idOf(owner.insert('Customer', customer({ Contact: [{ FirstName: 'A', LastName: 'B' }] })));
      expect([await sees(left, id), await sees(joined, id)]).toEqual([true, false]);
      const self = where('UserName', 'EqualTo', owner.userName);
      const dry = await ada().update('User', { PrimaryTeamId: second }, self, { DryRun: true });
      expect([dry.status, await sees(left, id)]).toEqual([200, true]);
      const { body } = await ada().update('User', { PrimaryTeamId: second, Email: 'o@x.example' }, self);
      expect([body.RecordAffected, await sees(left, id), await sees(joined, id)]).toEqual([1, false, true]);
      const WhereClause = where('CorrelationId', 'EqualTo', body.CorrelationId);
      const log = (await ada().select('AuditEntry', { WhereClause })).body.Result;
      expect(log.map((entry: Record<string, string>) => entry.EntityName)).toEqual(['User', 'Contact', 'Customer']);
      expect(log[2].Changes).toEqual([{ FieldName: 'OwnerTeamId', Old: first, New: second }]);
      await ada().update('User', { DisplayName: 'Other' }, self);
      const [row] = (await ada().select('Customer', { WhereClause: byId(id) })).body.Result;
      expect([row.RowVersion, row.OwnerTeamId]).toEqual([2, second]);
    });
  });

  describe('several roles', () => {
    it('give the widest scope of each operation', async () => {
      const one = await role({ Create: 'Own', Read: 'Team', Update: 'None', Delete: 'Own' });
      const two = await role({ Read: 'Own', Update: 'All' });
      const caller = await user([one, two], TEAM.salesNorth);
      expect(await scopesOf(caller)).toBe('Own Team All Own');
      expect(await sees(caller, CUSTOMER.bistro)).toBe(true);
      expect((await rename(caller, CUSTOMER.bistro)).status).toBe(200);
    });

    it('do not mix operations: a record that one role may change but none may read is refused by its Id', async () => {
      const caller = await user([await role({ Read: 'Own' }), await role({ Update: 'All' })]);
      await refused(app, () => rename(caller, CUSTOMER.bistro), 403, 'OutOfScope');
    });

    it('without roles or matching grants give scope None except on public fields', async () => {
      const silent = await idOf(ada().insert('Role', { Name: 'Silent' }));
      for (const roles of [[], [silent]]) {
        const caller = await user(roles);
        const { body } = await caller.get('/access');
        const own = new Set(['Notification', 'WorkflowRun', 'WorkflowStep']);
        const given = body.Result.filter(({ EntityName }: Row) => !own.has(EntityName as string)).flatMap(
          (row: object) => Object.values(row).slice(1),
        );
        expect(new Set(given)).toEqual(new Set(['None']));
        expect((await caller.get('/permissions')).body.Result).toEqual([]);
        await refused(app, () => caller.select('Customer'), 403, 'ScopeNone');
        await refused(app, () => caller.insert('Customer', customer()), 403, 'ScopeNone');
        await refused(app, () => rename(caller, CUSTOMER.bistro), 403, 'ScopeNone');
      }
    });
  });

  // See docs/interface/access.md#writable-fields
  describe('WritableFields', () => {
    const all: Scopes = { Create: 'All', Read: 'All', Update: 'All' };
    const set = (caller: Caller, fields: Readonly<Record<string, unknown>>): Promise<Answer> =>
      caller.update('Customer', fields, byId(CUSTOMER.bistro));

    it('limit the fields of an update, naming every refused field, but not those of an insert', async () => {
      const caller = await user([await role(all, { WritableFields: ['Phone'] })]);
      expect((await set(caller, { Phone: '+43 1 1' })).status).toBe(200);
      const details = await refused(
        app,
        () => set(caller, { Phone: '+43 1 2', Name: 'N', OwnerId: USER.nils }),
        403,
        'PermissionRequired',
      );
      expect(details.map(({ FieldName, Path }) => [FieldName, Path])).toEqual([
        ['Name', 'Fields[1]'],
        ['OwnerId', 'Fields[2]'],
      ]);
      expect((await caller.insert('Customer', customer({ CreditLimit: 1 }))).status).toBe(200);
    });

    it('apply to upserts, batches and targets changed through a lookup', async () => {
      const caller = await user([await role(all, { WritableFields: ['Phone'] })]);
      const { TaxId } = (await ada().select('Customer', { WhereClause: byId(CUSTOMER.bistro) })).body.Result[0];
      const fields = customer({ TaxId });
      await refused(app, () => caller.upsert('Customer', ['TaxId'], fields), 403, 'PermissionRequired');
      const step = {
        Operation: 'Update',
        EntityName: 'Customer',
        Fields: [{ FieldName: 'Name', Value: 'N' }],
        WhereClause: byId(CUSTOMER.bistro),
      };
      await refused(app, () => caller.batch([step]), 403, 'PermissionRequired');
      const contact = { FirstName: 'A', LastName: 'B', CustomerId: { Id: CUSTOMER.bistro, Name: 'N' } };
      await refused(app, () => caller.insert('Contact', contact), 403, 'PermissionRequired');
    });

    it('of several roles are combined; a role without a list or without update scope sets no limit', async () => {
      const [phone, email] = [
        await role(all, { WritableFields: ['Phone'] }),
        await role(all, { WritableFields: ['Email'] }),
      ];
      const both = await user([phone, email, await role({ Read: 'All' })]);
      expect((await set(both, { Phone: '+43 1 3', Email: 'b@bistro.example' })).status).toBe(200);
      await refused(app, () => set(both, { Name: 'N' }), 403, 'PermissionRequired');
      const free = await user([phone, await role(all, { WritableFields: [] })]);
      expect((await set(free, { Name: 'Bistro' })).status).toBe(200);
    });
  });

  // Requirement: R6, R161
  it('answers a disabled user, even an Administrator, 401 on every route at once', async () => {
    const administrator = (await ada().select('Role', { WhereClause: where('Name', 'EqualTo', 'Administrator') })).body
      .Result[0];
    const deputy = await user([administrator.Id]);
    const clone = { SourceRoleId: ROLE.salesRep, TargetRoleId: ROLE.salesRep };
    const calls = (): Promise<readonly Answer[]> =>
      Promise.all([
        deputy.get('/access'),
        deputy.get('/permissions'),
        deputy.select('Customer'),
        deputy.insert('Note', { Subject: 'x' }),
        deputy.send('POST', '/access/clone-role', clone),
      ]);
    const statuses = async (): Promise<readonly number[]> => (await calls()).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    const self = where('UserName', 'EqualTo', deputy.userName);
    await ada().update('User', { IsActive: false }, self);
    expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
    await ada().update('User', { IsActive: true }, self);
    const { Id } = (await ada().select('User', { WhereClause: self })).body.Result[0];
    await ada().delete('UserRole', where('UserId', 'EqualTo', Id));
    expect(await statuses()).toEqual([200, 200, 403, 403, 403]);
  });
});
