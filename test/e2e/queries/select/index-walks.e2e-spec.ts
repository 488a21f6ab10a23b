import { ROLE, TEAM, USER } from '../../../support/demo.js';
import { hasIndexes } from '../../../support/has-indexes.js';
import { LatestStatement } from '../../../support/latest-statement.js';
import { type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const ROWS = 20_000;
/** Rows of the owner whose rows are the oldest ones. */
const OLD_ROWS = 3_000;
const MAX_READ = 300;
const TEAMS = [TEAM.salesNorth, TEAM.salesSouth, TEAM.finance];

// Rows that are read, not times: they tell on any machine whether a page follows an index.
describe('pages follow indexes', () => {
  let app: TestApp;
  let latest: LatestStatement;
  const callers: Record<string, Caller> = {};
  beforeAll(async () => {
    latest = LatestStatement.watch('"Parcel"');
    app = await TestApp.start();
    const ada = app.as('ada.admin');
    const Fields = [
      { FieldName: 'Code', FieldType: 'Text', CaseInsensitive: true, MaxLength: 40, Indexed: true },
      { FieldName: 'Weight', FieldType: 'Int', Indexed: true },
      { FieldName: 'State', FieldType: 'Enum', Values: ['Open', 'Sent', 'Lost'], Indexed: true },
    ];
    await ada.inserted('Entity', { EntityName: 'Parcel', Fields });
    await ada.inserted('RoleAccess', { RoleId: ROLE.salesRep, EntityName: 'Parcel', Read: 'Own' });
    const RoleId = await ada.inserted('Role', { Name: 'TeamReader' });
    await ada.inserted('RoleAccess', { RoleId, EntityName: 'Parcel', Read: 'Team' });
    const Email = 'tea@northgate.example';
    const UserId = await ada.inserted('User', { UserName: 'tea.team', DisplayName: 'Tea', Email, IsActive: true });
    await ada.inserted('UserRole', { UserId, RoleId });
    for (const TeamId of TEAMS) await ada.inserted('TeamMember', { UserId, TeamId });
    const schema = await app.schema();
    // ANALYZE and an index that is being made wait for each other.
    const client = await app.connect();
    await until('the indexes are made', () => hasIndexes(client, schema)).finally(() => client.release());
    await fill(`"${schema}"."Parcel"`);
    const users = { All: 'ada.admin', Own: 'nina.north', Old: 'nils.north', Team: 'tea.team' };
    for (const [name, user] of Object.entries(users)) callers[name] = app.as(user);
  });
  afterAll(async () => {
    latest.stop();
    await app.stop();
  });

  /** Every seventh row is Nina's; Nils's are the first ones, and those of the first team the next. */
  async function fill(table: string): Promise<void> {
    await app.query(
      `INSERT INTO ${table} ("CreatedBy", "UpdatedBy", "OwnerId", "OwnerTeamId", "CreatedOn", "Code", "Weight", "State")
       SELECT $1, $1, CASE WHEN n <= ${OLD_ROWS} THEN $2::uuid WHEN n % 7 = 0 THEN $3::uuid ELSE $1::uuid END,
         ($4::uuid[])[CASE WHEN n <= 2 * ${OLD_ROWS} THEN 1 ELSE 2 + n % 2 END],
         '2025-01-01'::timestamptz + n * interval '1 minute', 'P' || n, CASE WHEN n % 5 > 0 THEN n * 7919 % ${ROWS} END,
         CASE WHEN n < 5 THEN 'Lost' WHEN n % 3 = 0 THEN 'Sent' ELSE 'Open' END
       FROM generate_series(1, ${ROWS}) n`,
      [USER.ada, USER.nils, USER.nina, TEAMS],
    );
    await app.query(`ANALYZE ${table}`);
  }

  /** Answer of a query, and the number of rows that its statement reads. */
  async function page(caller: Caller, body: Row): Promise<{ readonly rows: readonly Row[]; readonly read: number }> {
    const answer = await caller.select('Parcel', { SelectedFields: ['Code', 'Weight'], ...body });
    expect(answer.status).toBe(200);
    return { rows: answer.body.Result, read: await latest.rowsRead(app) };
  }

  const ORDERS = [
    ['CreatedOn', 1],
    ['CreatedOn', 2],
    ['Weight', 1],
    ['Weight', 2],
    ['State', 2],
    ['Code', 1],
  ] as const;
  const SCOPES = ['All', 'Own', 'Old', 'Team'];

  it.each(SCOPES.flatMap((scope) => ORDERS.map(([field, direction]) => [scope, field, direction] as const)))(
    'in scope %s by %s, direction %i',
    async (scope, FieldName, Direction) => {
      const Sort = [{ FieldName, Direction }];
      const caller = callers[scope];
      const first = await page(caller, { Sort, Pager: { PageSize: 20, Count: 'None' } });
      const third = await page(caller, { Sort, Pager: { PageSize: 20, PageNumber: 3, Count: 'None' } });
      const far = await caller.select('Parcel', { Sort, Pager: { PageSize: 1_000, Count: 'None' } });
      const Cursor = far.body.NextCursor;
      const deep = await page(caller, { Sort, Pager: { PageSize: 20, Count: 'None', Cursor } });
      for (const { rows, read } of [first, third, deep]) {
        expect(rows).toHaveLength(20);
        expect(read).toBeLessThan(MAX_READ);
      }
    },
  );

  it.each(SCOPES)('looks rare values up in scope %s, in the order of creation', async (scope) => {
    const Sort = [{ FieldName: 'CreatedOn', Direction: 2 }];
    const Pager = { PageSize: 20, Count: 'None' };
    for (const [field, value] of [
      ['Code', 'p17'],
      ['Code', 'absent'],
      ['State', 'Lost'],
      ['Weight', 77],
    ] as const) {
      const { read } = await page(callers[scope], { Sort, Pager, WhereClause: where(field, 'EqualTo', value) });
      expect([field, read < MAX_READ]).toEqual([field, true]);
    }
  });
});
