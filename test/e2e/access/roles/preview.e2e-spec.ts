import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import { insert, remove, update } from '../../../support/batch-steps.js';
import { CUSTOMER, customer, ROLE, TEAM, USER } from '../../../support/demo.js';
import { type Answer, assignments, byId, type Row, TestApp, where } from '../../../support/test-app.js';

interface UserChange {
  readonly UserId: string;
  readonly UserName: string;
  readonly EntityName: string;
  readonly Operation: string;
  readonly From: string;
  readonly To: string;
  readonly Gained: number | null;
  readonly Lost: number | null;
}

/** Ids of readable records by user and entity. */
type Readable = ReadonlyMap<string, ReadonlySet<string>>;

const ENTITIES = ['Customer', 'Contact', 'Order', 'OrderLine', 'Invoice', 'Payment', 'CreditNote', 'Note', 'Region'];

const both = (filters: Row): unknown => ({
  Filters: Object.entries(filters).map(([FieldName, Value]) => ({ FieldName, Operator: 3, Value })),
});

// See docs/interface/access.md#preview-access
describe('POST /api/v1/access/preview', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const ask = (Changes: unknown, more: Row = {}, user = 'ada.admin'): Promise<Answer> =>
    app.as(user).send('POST', '/access/preview', { Changes, ...more });
  const preview = async (Changes: readonly object[], more: Row = {}): Promise<Answer['body']> => {
    const { status, body } = await ask(Changes, more);
    expect([status, body.Errors]).toEqual([200, []]);
    return body;
  };
  const ofUser = (body: Answer['body'], userName: string): readonly string[] =>
    (body.Result.Users as UserChange[])
      .filter(({ UserName }) => UserName === userName)
      .map((row) => `${row.EntityName} ${row.Operation} ${row.From} ${row.To} +${row.Gained} -${row.Lost}`);

  /** Records that every user may read. */
  const readable = async (): Promise<Readable> => {
    const { body } = await ada().select('User', { SelectedFields: ['UserName'], Pager: { PageSize: 500 } });
    const found = new Map<string, ReadonlySet<string>>();
    for (const { UserName } of body.Result)
      for (const entity of ENTITIES) {
        const { body: rows } = await app
          .as(UserName)
          .select(entity, { SelectedFields: ['Id'], Pager: { PageSize: 500 } });
        found.set(`${UserName} ${entity}`, new Set((rows.Result ?? []).map(({ Id }: Row) => Id as string)));
      }
    return found;
  };
  /** Numbers of records that users have gained and lost, without zeros. */
  const differences = (before: Readable, after: Readable): Row =>
    Object.fromEntries(
      [...before].flatMap(([key, was]) => {
        const is = after.get(key) ?? new Set();
        const [gained, lost] = [[...is].filter((id) => !was.has(id)), [...was].filter((id) => !is.has(id))];
        return gained.length + lost.length > 0 ? [[key, `+${gained.length} -${lost.length}`]] : [];
      }),
    );
  const readIn = (users: readonly UserChange[]): Row =>
    Object.fromEntries(
      users
        .filter(({ EntityName, Operation }) => Operation === 'Read' && ENTITIES.includes(EntityName))
        .filter(({ Gained, Lost }) => Gained !== 0 || Lost !== 0)
        .map((row) => [`${row.UserName} ${row.EntityName}`, `+${row.Gained} -${row.Lost}`]),
    );

  /** Previews changes, makes them, and expects that users read what was foretold. */
  const foretold = async (changes: readonly object[]): Promise<Answer['body']> => {
    const before = await readable();
    const mark = await app.mark();
    const answer = await preview(changes);
    expect(await app.mark()).toBe(mark);
    expect(differences(before, await readable())).toEqual({});
    const { status, body } = await ada().batch(changes);
    expect([status, body.Errors]).toEqual([200, []]);
    const after = await readable();
    expect(readIn(answer.Result.Users)).toEqual(differences(before, after));
    expect(Object.keys(readIn(answer.Result.Users)).length).toBeGreaterThan(0);
    return answer;
  };

  it('tells who gains records by a new scope, with samples, and leaves nothing', async () => {
    const changes = [
      insert('RoleAccess', { RoleId: ROLE.salesAssistant, EntityName: 'Customer', Read: 'Team', Update: 'Own' }),
    ];
    const { Result, TotalRecords, CorrelationId, Truncated } = await foretold(changes);
    expect(Result.Users.map(({ UserName }: UserChange) => UserName)).toContain('tess.temp');
    expect({ TotalRecords, CorrelationId, Truncated }).toEqual({
      TotalRecords: Result.Users.length,
      CorrelationId: null,
      Truncated: false,
    });
    const [read, updated] = Result.Summary;
    expect([read.EntityName, read.Operation, updated.Operation]).toEqual(['Customer', 'Read', 'Update']);
    expect(read.Sample.length).toBeGreaterThan(0);
    for (const { Id, RecordInformationId, Text } of read.Sample)
      expect(await ada().row('Customer', Id)).toMatchObject({ RecordInformationId, Name: Text });
  });

  it('tells who loses records as a role is taken away', async () => {
    const { Result } = await foretold([remove('UserRole', both({ UserId: USER.nina, RoleId: ROLE.salesRep }))]);
    expect(new Set(Result.Users.map(({ UserId }: UserChange) => UserId))).toEqual(new Set([USER.nina]));
    expect(Result.Users).toContainEqual(
      expect.objectContaining({
        EntityName: 'Customer',
        Operation: 'Create',
        From: 'Own',
        To: 'None',
        Gained: 0,
        Lost: 0,
      }),
    );
    const read = Result.Summary.find((each: UserChange) => each.EntityName === 'Customer' && each.Operation === 'Read');
    const own = (await ada().select('Customer', { WhereClause: where('OwnerId', 'EqualTo', USER.nina) })).body.Result;
    expect(read).toMatchObject({ Users: 1, Gained: 0, Lost: own.length });
    const lost = read.Sample.map(({ Id }: Row) => Id);
    expect(lost).toEqual(expect.arrayContaining([CUSTOMER.alpenmarkt, CUSTOMER.bistro]));
    await ada().insert('UserRole', { UserId: USER.nina, RoleId: ROLE.salesRep });
  });

  it('tells what a membership of a team gives, where the scope stays Team', async () => {
    const body = await foretold([insert('TeamMember', { UserId: USER.mona, TeamId: TEAM.salesSouth })]);
    expect(ofUser(body, 'mona.manager')).toContainEqual(
      expect.stringMatching(/^Customer Read Team Team \+[1-9]\d* -0$/),
    );
    await ada().delete('TeamMember', both({ UserId: USER.mona, TeamId: TEAM.salesSouth }));
  });

  it('tells of the records that follow their owner to another team, and of those who gain and lose them', async () => {
    const changes = [
      insert('TeamMember', { UserId: USER.nina, TeamId: TEAM.salesSouth }),
      update('User', { PrimaryTeamId: TEAM.salesSouth }, byId(USER.nina)),
    ];
    const { Result } = await foretold(changes);
    const rows = (Result.Users as UserChange[]).filter(
      ({ EntityName, Operation }) => EntityName === 'Customer' && Operation === 'Read',
    );
    expect(rows.some(({ Lost }) => Lost !== 0)).toBe(true);
    await foretold([update('User', { PrimaryTeamId: TEAM.salesNorth }, byId(USER.nina))]);
  });

  it('tells what a deactivated user loses, Own scopes included', async () => {
    const body = await foretold([update('User', { IsActive: false }, byId(USER.nils))]);
    expect(new Set(body.Result.Users.map(({ To }: UserChange) => To))).toEqual(new Set(['None']));
    expect(ofUser(body, 'nils.north')).toContain('Customer Read Own None +0 -2');
    await foretold([update('User', { IsActive: true }, byId(USER.nils))]);
  });

  it('tells of a new role with scopes for a new user, in one preview', async () => {
    const body = await preview([
      insert('Role', { Name: 'Reader', RoleAccess: [{ EntityName: 'Region', Read: 'All' }] }, { Ref: 'role' }),
      insert('User', { UserName: 'new.reader', DisplayName: 'New', UserRole: [{ RoleId: '$role.Id' }] }),
    ]);
    expect(ofUser(body, 'new.reader')).toContainEqual(expect.stringMatching(/^Region Read None All \+[1-9]\d* -0$/));
  });

  it('tells of Administrators, who have All whatever their roles', async () => {
    const [administrator] = (await ada().select('Role', { WhereClause: where('Name', 'EqualTo', 'Administrator') }))
      .body.Result;
    const body = await foretold([insert('UserRole', { UserId: USER.fia, RoleId: administrator.Id })]);
    expect(body.Result.Users.every(({ To }: UserChange) => To === 'All')).toBe(true);
    await ada().delete('UserRole', both({ UserId: USER.fia, RoleId: administrator.Id }));
  });

  it('narrows the answer to UserIds', async () => {
    const changes = [update('RoleAccess', { Read: 'All' }, both({ RoleId: ROLE.salesRep, EntityName: 'Customer' }))];
    const all = (await preview(changes)).Result.Users as UserChange[];
    expect(new Set(all.map(({ UserId }) => UserId)).size).toBeGreaterThan(1);
    const { Result } = await preview(changes, { UserIds: [USER.nina, USER.fia] });
    expect(Result.Users).toEqual(all.filter(({ UserId }) => UserId === USER.nina));
    expect(Result.Summary).toEqual([expect.objectContaining({ EntityName: 'Customer', Users: 1 })]);
  });

  it('answers empty lists where nobody’s access changes', async () => {
    const same = update('Role', { Description: 'Same' }, byId(ROLE.salesRep));
    expect((await preview([same])).Result).toEqual({ Summary: [], Users: [], Fields: [] });
  });

  it('counts up to 1,001 records', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => assignments(customer({ Name: `Bulk ${i}` })));
    for (let at = 0; at < rows.length; at += 400)
      await ada().batch(
        rows.slice(at, at + 400).map((Fields) => ({ Operation: 'Insert', EntityName: 'Customer', Fields })),
      );
    const { Result } = await preview([
      insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Customer', Read: 'All' }),
    ]);
    expect(Result.Summary[0]).toMatchObject({ EntityName: 'Customer', Gained: 1_001, Lost: 0 });
    expect(Result.Summary[0].Sample).toHaveLength(5);
    expect(Result.Users[0]).toMatchObject({ From: 'None', To: 'All', Gained: 1_001, Lost: 0 });
  });

  it('changes no version, outcome or notification', async () => {
    const state = async (): Promise<unknown> => {
      const schema = await app.schema();
      const [row] = await app.query(
        `SELECT (SELECT json_agg(e ORDER BY id)::text FROM platform.environment e) AS environments,
           (SELECT count(*) FROM platform.operation) AS outcomes,
           (SELECT count(*) FROM "${schema}"."Notification") AS notifications`,
      );
      return row;
    };
    const before = await state();
    const changes = [insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Customer', Read: 'Team' })];
    await preview(changes);
    await preview(changes);
    expect(await state()).toEqual(before);
  });

  it('holds no lock while records are counted', async () => {
    const changes = [insert('RoleAccess', { RoleId: ROLE.outsider, EntityName: 'Customer', Read: 'Team' })];
    const table = `"${await app.schema()}"."Customer"`;
    await behindLocks(app, [`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`], async (release) => {
      const asked = preview(changes);
      await sessionsWait(app, 1);
      const { status } = await ada().update('Role', { Description: 'Beside' }, byId(ROLE.salesRep));
      expect(status).toBe(200);
      await release();
      expect((await asked).Result.Users[0]).toMatchObject({ From: 'None', To: 'Team' });
    });
  });
});
