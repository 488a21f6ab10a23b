import { ROLE } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

// Requirement: R156–R158, T40, T41, T71, S9
describe('POST /api/v1/access/clone-role', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const clone = (
    SourceRoleId: unknown,
    TargetRoleId: unknown,
    more: object = {},
    user = 'ada.admin',
  ): Promise<Answer> => app.as(user).send('POST', '/access/clone-role', { SourceRoleId, TargetRoleId, ...more });
  const role = async (name: string): Promise<string> =>
    (await ada().select('Role', { WhereClause: where('Name', 'EqualTo', name) })).body.Result[0].Id;
  const rows = async (entity: string, id: string, SelectedFields: readonly string[]): Promise<readonly Row[]> =>
    (
      await ada().select(entity, {
        SelectedFields,
        WhereClause: where('RoleId', 'EqualTo', id),
        Sort: [{ FieldName: SelectedFields[0] }],
      })
    ).body.Result;
  /** All grants of a role. */
  const accessOf = async (id: string): Promise<unknown> => [
    await rows('RoleAccess', id, ['EntityName', 'Create', 'Read', 'Update', 'Delete', 'WritableFields']),
    await rows('RolePermission', id, ['PermissionId.Name']),
  ];
  const emptyRole = async (Name: string): Promise<string> => (await ada().insert('Role', { Name })).body.Result.Id;

  it('makes the target equal to the source and leaves equal records untouched', async () => {
    const target = await emptyRole('Clone');
    const access = (EntityName: string, Read: string, more: object = {}) =>
      ada().insert('RoleAccess', { RoleId: target, EntityName, Read, ...more });
    const source = await role('WarehouseOperator');
    const [same] = await rows('RoleAccess', source, ['EntityName', 'Create', 'Read', 'Update', 'Delete']);
    const kept = await ada().insert('RoleAccess', { RoleId: target, ...same });
    await access('Role', 'All');
    const { body } = await clone(source, target);
    expect(await accessOf(target)).toEqual(await accessOf(source));
    const [scopes, permissions] = (await accessOf(source)) as [readonly Row[], readonly Row[]];
    expect(body.Result.Copied).toEqual({ Scopes: scopes.length, Permissions: permissions.length });
    expect(body.RecordAffected).toBe(body.Result.Diff.length);
    const gone = { Create: 'None', Read: 'All', Update: 'None', Delete: 'None', WritableFields: null };
    expect(body.Result.Diff).toContainEqual({ Kind: 'Scope', Name: 'Role', From: gone, To: null });
    expect(body.Result.Diff).toContainEqual({ Kind: 'Permission', Name: 'Orders.Ship', From: false, To: true });
    expect(body.Result.Diff.map(({ Name }: Row) => Name)).not.toContain(same.EntityName);
    const log = await ada().select('AuditEntry', {
      WhereClause: where('CorrelationId', 'EqualTo', body.CorrelationId),
    });
    expect(log.body.Result).toHaveLength(body.Result.Diff.length);
    const untouched = await ada().select('RoleAccess', { WhereClause: byId(kept.body.Result.Id) });
    expect(untouched.body.Result[0].RowVersion).toBe(1);
    const again = await clone(source, target);
    expect([again.body.Result.Diff, again.body.RecordAffected]).toEqual([[], 0]);
  });

  it('copies writable fields and updates a differing scope in place', async () => {
    const [source, target] = [await emptyRole('W1'), await emptyRole('W2')];
    const fields = { EntityName: 'Customer', Read: 'All' };
    await ada().insert('RoleAccess', { RoleId: source, ...fields, Update: 'Own', WritableFields: ['Phone'] });
    const old = await ada().insert('RoleAccess', { RoleId: target, ...fields });
    const { body } = await clone(source, target);
    const scope = { Create: 'None', Read: 'All', Delete: 'None' };
    expect(body.Result.Diff).toEqual([
      {
        Kind: 'Scope',
        Name: 'Customer',
        From: { ...scope, Update: 'None', WritableFields: null },
        To: { ...scope, Update: 'Own', WritableFields: ['Phone'] },
      },
    ]);
    const { Result } = (await ada().select('RoleAccess', { WhereClause: where('RoleId', 'EqualTo', target) })).body;
    expect(Result.map(({ Id, RowVersion }: Row) => [Id, RowVersion])).toEqual([[old.body.Result.Id, 2]]);
  });

  // Requirement: R161, T71
  it('takes effect on the next request of the target’s members; members and name stay', async () => {
    const read = async (): Promise<unknown> =>
      (await app.as('tess.temp').get('/access?entityName=Customer')).body.Result[0].Read;
    expect(await read()).toBe('None');
    await clone(ROLE.salesRep, ROLE.salesAssistant);
    expect(await read()).toBe('Own');
    expect((await app.as('tess.temp').get('/permissions')).body.Result).toEqual([
      { Name: 'Orders.Export', Source: 'SalesAssistant' },
    ]);
    await clone(await emptyRole('Nothing'), ROLE.salesAssistant);
    expect(await read()).toBe('None');
  });

  it.each([{ DryRun: true }, { Options: { DryRun: true } }])(
    'answers the same for %j and writes nothing',
    async (dry) => {
      const [target, mark] = [await role('Outsider'), await app.mark()];
      const before = await accessOf(target);
      const { status, body } = await clone(ROLE.salesRep, target, dry);
      expect([status, body.Result.Diff.length > 0]).toEqual([200, true]);
      expect([await accessOf(target), await app.changes(mark)]).toEqual([before, []]);
      if (!('Options' in dry)) return;
      expect((await clone(ROLE.salesRep, target)).body.Result).toEqual(body.Result);
    },
  );

  it('expands an Administrator role to scope All on every entity, with effect', async () => {
    const target = await emptyRole('Deputy');
    await ada().insert('RoleAccess', { RoleId: target, EntityName: 'Order', Read: 'Own' });
    const administrator = await role('Administrator');
    const { body } = await clone(administrator, target);
    const mine = (await ada().get('/access')).body.Result;
    const permissions = await rows('RolePermission', administrator, ['PermissionId.Name']);
    expect(body.Result.Copied).toEqual({ Scopes: mine.length, Permissions: permissions.length });
    const copied = await rows('RoleAccess', target, ['EntityName', 'Create', 'Read', 'Update', 'Delete']);
    expect(copied).toEqual(mine.toSorted((a: Row, b: Row) => (String(a.EntityName) < String(b.EntityName) ? -1 : 1)));
    const { RecordAffected } = (await clone(await emptyRole('Nobody'), target)).body;
    expect(RecordAffected).toBe(mine.length + permissions.length);
  });

  // Requirement: T40
  it('changes nothing when source and target are the same, even for a system role', async () => {
    const mark = await app.mark();
    for (const id of [ROLE.salesRep, await role('Administrator')]) {
      const { status, body } = await clone(id, id.toUpperCase());
      expect([status, body.Result.Diff, body.RecordAffected]).toEqual([200, [], 0]);
    }
    expect(await app.changes(mark)).toEqual([]);
  });

  describe('refuses', () => {
    const none = '00000000-0000-4000-8000-000000000000';

    it.each([
      ['an unknown source', () => clone(none, ROLE.salesRep), 404, 'NotFound'],
      ['an unknown target', () => clone(ROLE.salesRep, none), 404, 'NotFound'],
      ['an id that is no UUID', () => clone('x', ROLE.salesRep), 400, 'Validation'],
      ['a missing id', () => clone(ROLE.salesRep, undefined), 400, 'Validation'],
      ['a near miss', () => clone(ROLE.salesRep, ROLE.outsider, { dryRun: true }), 400, 'UnknownMember'],
    ])('%s', async (_, call, status, code) => {
      await refused(app, call, status, code);
    });

    it('refuses a system role as target', async () => {
      const administrator = await role('Administrator');
      const [detail] = await refused(app, () => clone(ROLE.salesRep, administrator), 400, 'Validation');
      expect(detail.Path).toBe('TargetRoleId');
    });

    it('names both roles when neither exists', async () => {
      expect((await refused(app, () => clone(none, none), 404, 'NotFound')).map(({ Path }) => Path)).toEqual([
        'SourceRoleId',
        'TargetRoleId',
      ]);
    });

    it('treats roles of another environment as unknown', async () => {
      const bob = app.as('bob.bay', SOUTHBAY);
      const TargetRoleId = (await bob.insert('Role', { Name: 'Own' })).body.Result.Id;
      const call = (): Promise<Answer> =>
        bob.send('POST', '/access/clone-role', { SourceRoleId: ROLE.salesRep, TargetRoleId });
      expect((await refused(app, call, 404, 'NotFound')).map(({ Path }) => Path)).toEqual(['SourceRoleId']);
    });

    // Requirement: R158
    it.each([
      ['any ids', { SourceRoleId: none, TargetRoleId: 'x' }, {}],
      ['no body', undefined, {}],
      ['broken JSON', '{"SourceRoleId":', {}],
      ['another content type', '<x/>', { 'Content-Type': 'text/xml' }],
    ])('refuses callers who are not Administrators right after the membership check: %s', async (_, body, headers) => {
      const call = (): Promise<Answer> => app.as('mona.manager').send('POST', '/access/clone-role', body, headers);
      await refused(app, call, 403, 'AdministratorRequired');
    });
  });

  // Requirement: T41
  it('leaves the target equal to one source when several clones run at once', async () => {
    const target = await emptyRole('Wanted');
    const sources = [ROLE.salesRep, ROLE.warehouse, await role('FinanceManager'), await emptyRole('Bare')];
    const adding = ['Note', 'Product'].map((EntityName) => ada().insert('RoleAccess', { RoleId: target, EntityName }));
    const answers = await Promise.all([...sources.map((id) => clone(id, target)), ...adding]);
    expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.slice(4).every(({ status }) => status === 200 || status === 409)).toBe(true);
    await clone(sources[0], target);
    expect(await accessOf(target)).toEqual(await accessOf(sources[0]));
  });

  // Requirement: T41
  it('leaves both roles equal when A→B and B→A run at once', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = [await emptyRole(`A${round}`), await emptyRole(`B${round}`)];
      await clone(ROLE.salesRep, a);
      await clone(await role('FinanceManager'), b);
      const images = [await accessOf(a), await accessOf(b)];
      const answers = await Promise.all([clone(a, b), clone(b, a), clone(a, b), clone(b, a)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [endA, endB] = [await accessOf(a), await accessOf(b)];
      expect(endA).toEqual(endB);
      expect(images).toContainEqual(endA);
    }
  });
});
