import { type Answer, byId, type Caller, TestApp, where } from '../../../support/test-app.js';

const SETTING = 'DEFINITION_LIMITS';

/** Params of the limits that an answer names. */
const limitsIn = ({ status, body }: Answer): readonly unknown[] => [
  status,
  ...body.ErrorDetails.map(({ Code, Params }: { Code: string; Params: object }) => ({ Code, ...Params })),
];

const refusal = (Kind: string, Limit: number, Count: number): readonly unknown[] => [
  400,
  { Code: 'Validation', Setting: SETTING, Kind, Limit, Count },
];

describe('limits of definitions', () => {
  let app: TestApp;
  let limited: TestApp;
  let ada: Caller;
  let free: Caller;
  const counts = new Map<string, number>();

  beforeAll(async () => {
    app = await TestApp.start();
    free = app.as('ada.admin');
    const schema = await app.schema();
    for (const name of ['Role', 'RoleAccess', 'Lifecycle', 'Entity']) {
      const own = name === 'Role' || name === 'Entity' ? 'AND "IsSystem" IS NOT TRUE' : '';
      const [{ n }] = await app.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM "${schema}"."${name}" WHERE NOT "IsDeleted" ${own}`,
      );
      counts.set(name, n);
    }
    const [{ largest }] = await app.query<{ largest: number }>(
      `SELECT max(p.n)::int AS largest FROM (
         SELECT count(*) AS n FROM "${schema}"."Field" f JOIN "${schema}"."Entity" e ON e."Id" = f."EntityId"
         WHERE e."IsSystem" IS NOT TRUE AND NOT f."IsDeleted" GROUP BY e."Id"
       ) p`,
    );
    counts.set('Entity.Field', largest);
    const limits = [...counts].map(([kind, n]) => `${kind}=${n}`).join(', ');
    limited = await app.startAnother({ [SETTING]: limits });
    ada = limited.as('ada.admin');
  });
  afterAll(async () => {
    await limited?.stop();
    await app?.stop();
  });

  const overRoles = (more: number): readonly unknown[] =>
    refusal('Role', counts.get('Role')!, counts.get('Role')! + more);

  it('refuse every write that makes too many, and name the setting', async () => {
    const role = (Name: string): object => ({ EntityName: 'Role', Fields: [{ FieldName: 'Name', Value: Name }] });
    expect(limitsIn(await ada.insert('Role', { Name: 'L1' }))).toEqual(overRoles(1));
    expect(limitsIn(await ada.upsert('Role', ['Name'], { Name: 'L1' }))).toEqual(overRoles(1));
    const steps = [1, 2].map((n) => ({ Operation: 'Insert', ...role(`L${n}`) }));
    expect(limitsIn(await ada.batch(steps))).toEqual(overRoles(2));
    const rows = { EntityName: 'Role', Fields: ['Name'], Values: [['L1'], ['L2'], ['L3']] };
    expect((await ada.send('POST', '/records/bulk-insert', rows)).text).toContain(SETTING);
    const blueprint = {
      EntityName: 'Note',
      Name: 'L1',
      Statuses: [{ Name: 'Draft', IsInitial: true }],
      Transitions: [],
    };
    const lifecycles = counts.get('Lifecycle')!;
    expect(limitsIn(await ada.send('POST', '/blueprints', blueprint))).toEqual(
      refusal('Lifecycle', lifecycles, lifecycles + 1),
    );
  });

  it('refuse clones of roles with too many scopes', async () => {
    const TargetRoleId = await free.inserted('Role', { Name: 'Target' });
    const [source] = (await free.select('Role', { WhereClause: where('Name', 'EqualTo', 'SalesRep') })).body.Result;
    const clone = await ada.send('POST', '/access/clone-role', { SourceRoleId: source.Id, TargetRoleId });
    expect([clone.status, clone.body.ErrorDetails[0].Params?.Kind]).toEqual([400, 'RoleAccess']);
    expect((await free.delete('Role', byId(TargetRoleId))).status).toBe(200);
  });

  it('refuse documents before they are compared', async () => {
    const more = counts.get('Role')! + 5;
    const document = { Roles: Array.from({ length: more }, (_, i) => ({ Name: `L${i}` })) };
    for (const action of ['plan', 'apply']) {
      const answer = await ada.send('POST', `/environment/${action}`, document);
      expect(limitsIn(answer)).toEqual(overRoles(5));
      expect(answer.body.ErrorDetails[0].Path).toBe('Roles');
    }
    expect(limitsIn(await ada.send('POST', '/environment/apply', { Roles: [{ Name: 'L1' }] }))).toEqual(overRoles(1));
  });

  it('hold for the parts of one definition', async () => {
    const largest = counts.get('Entity.Field')!;
    const Fields = Array.from({ length: largest + 2 }, (_, i) => ({ FieldName: `F${i}`, FieldType: 'Bool' }));
    const document = { Entities: [{ EntityName: 'Wide', Fields }] };
    const [status, ...faults] = limitsIn(await ada.send('POST', '/environment/plan', document));
    expect(status).toBe(400);
    expect(faults).toEqual([
      { Code: 'Validation', Setting: SETTING, Kind: 'Entity.Field', Limit: largest, Count: largest + 2 },
    ]);
  });

  it('let an environment that is over a limit serve, change and shrink', async () => {
    const ids = [await free.inserted('Role', { Name: 'Over1' }), await free.inserted('Role', { Name: 'Over2' })];
    expect((await ada.update('Role', { Description: 'Still served' }, byId(ids[0]))).status).toBe(200);
    expect(limitsIn(await ada.insert('Role', { Name: 'Over3' }))).toEqual(overRoles(3));
    for (const id of ids) expect((await ada.delete('Role', byId(id))).status).toBe(200);
  });

  it('refuse to restore what would be too many', async () => {
    const [limit, Fields] = [counts.get('Entity')!, [{ FieldName: 'Name', FieldType: 'Text', MaxLength: 10 }]];
    const [id, other] = [
      await free.inserted('Entity', { EntityName: 'Over1', DisplayField: 'Name', Fields }),
      await free.inserted('Entity', { EntityName: 'Over2', DisplayField: 'Name', Fields }),
    ];
    for (const each of [id, other]) expect((await ada.delete('Entity', byId(each))).body.RecordAffected).toBe(1);
    expect(limitsIn(await ada.restore('Entity', byId([id, other])))).toEqual(refusal('Entity', limit, limit + 2));
  });

  it('hold for the size of all definitions together', async () => {
    const small = await app.startAnother({ [SETTING]: 'Kilobytes=1' });
    const designer = small.as('ada.admin');
    const id = await free.inserted('Role', { Name: 'Long', Description: 'x'.repeat(10_000) });
    const [status, fault] = limitsIn(await designer.insert('Role', { Name: 'More' })) as [number, object];
    expect([status, fault]).toEqual([
      400,
      { Code: 'Validation', Setting: SETTING, Kind: 'Kilobytes', Limit: 1, Count: expect.any(Number) },
    ]);
    const document = { Roles: [{ Name: 'More' }] };
    expect(limitsIn(await designer.send('POST', '/environment/apply', document))).toEqual([400, fault]);
    expect((await designer.update('Role', { Description: 'Shorter' }, byId(id))).status).toBe(200);
    expect((await designer.delete('Role', byId(id))).status).toBe(200);
    await small.stop();
  });

  it.each([
    ['Role', {}],
    ['Team', {}],
    ['Permission', {}],
    ['Lifecycle', { EntityName: 'Note' }],
    ['List', { Values: [{ Value: 1 }] }],
    ['Workflow', { RunAs: 'Caller', Actions: [] }],
  ])('keep the names of %s short', async (entity, more) => {
    const { status, body } = await free.insert(entity, { Name: '😀'.repeat(256), ...more });
    expect([status, body.ErrorDetails[0].Code, body.Errors[0]]).toEqual([
      400,
      'FieldRule',
      'Name must have at most 255 characters, not 256.',
    ]);
    const long = await free.insert(entity, { Name: 'x'.repeat(1_000_000), ...more });
    expect(long.body.Errors[0]).toBe('Name must have at most 255 characters.');
  });
});
