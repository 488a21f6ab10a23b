import { ROLE } from '../../../support/demo.js';
import { until } from '../../../support/until.js';
import { type Caller, type Row, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

interface Advice {
  readonly EntityName: string;
  readonly Shape: string;
  readonly Calls: number;
  readonly RowsRead: number | null;
  readonly Hints: readonly string[];
  readonly Index?: object;
}

const ROWS = 20_000;
const CODE = 'WHERE Code EqualTo ? SORT CreatedOn, Id PAGE COUNT None SCOPE';

describe('GET /api/v1/queries/advice', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start({ SLOW_QUERY_MS: '0' });
    ada = app.as('ada.admin');
    const Fields = [
      { FieldName: 'Code', FieldType: 'Text' },
      { FieldName: 'Weight', FieldType: 'Int' },
    ];
    await ada.inserted('Entity', { EntityName: 'Parcel', Fields });
    await ada.inserted('RoleAccess', { RoleId: ROLE.salesRep, EntityName: 'Parcel', Read: 'Own' });
    const schema = `"${await app.schema()}"`;
    await app.query(
      `INSERT INTO ${schema}."Parcel" ("Code", "Weight", "CreatedBy", "UpdatedBy", "OwnerId")
       SELECT 'P' || i, i % 1000, u."Id", u."Id", u."Id"
       FROM generate_series(1, ${ROWS}) AS i, ${schema}."User" u
       WHERE u."UserName" = 'nina.north'`,
    );
  });
  afterAll(() => app.stop());

  async function adviceOn(shape: string, caller = ada): Promise<Advice | undefined> {
    const { status, body } = await caller.send('GET', '/queries/advice');
    expect(status).toBe(200);
    expect(body.TotalRecords).toBe(body.Result.length);
    return (body.Result as readonly Advice[]).find(
      ({ EntityName, Shape }) => EntityName === 'Parcel' && Shape === shape,
    );
  }

  async function select(caller: Caller, query: Row): Promise<void> {
    expect((await caller.select('Parcel', query)).status).toBe(200);
  }

  const byCode = (Value: string) => ({
    WhereClause: where('Code', 'EqualTo', Value),
    Pager: { PageSize: 10, Count: 'None' },
  });

  it('lists the shape of a query without its values, the rows that it read in vain, and an index', async () => {
    for (const code of ['P17', 'P18']) await select(ada, byCode(code));
    const advice = await adviceOn(`${CODE} All`);
    expect(advice).toEqual({
      EntityName: 'Parcel',
      Shape: `${CODE} All`,
      Calls: 2,
      MeanMs: expect.any(Number),
      P95Ms: expect.any(Number),
      RowsRead: ROWS,
      RowsAnswered: 1,
      Hints: [],
      Index: {
        EntityName: 'Parcel',
        Name: 'ByCodeCreatedOn',
        Fields: [
          { FieldName: 'Code', Direction: 1 },
          { FieldName: 'CreatedOn', Direction: 1 },
        ],
      },
    });
  });

  it('proposes an index for the order of the rows that an owner reads', async () => {
    const Sort = [{ FieldName: 'Weight', Direction: 2 }];
    await select(app.as('nina.north'), { Sort, Pager: { PageSize: 10 } });
    const advice = await adviceOn('SORT Weight descending, Id descending PAGE COUNT Exact SCOPE Own');
    expect(advice?.Index).toEqual({
      EntityName: 'Parcel',
      Name: 'ByWeight',
      Fields: [{ FieldName: 'Weight', Direction: 2 }],
    });
    expect(advice?.Hints).toEqual([expect.stringMatching(/Pager\.Count/)]);
  });

  it('says what to do where no index helps', async () => {
    await select(ada, { WhereClause: where('Code', 'Contains', '19999'), Pager: { Count: 'None' } });
    const advice = await adviceOn('WHERE Code Contains ? SORT CreatedOn, Id PAGE COUNT None SCOPE All');
    expect(advice?.Hints).toEqual([expect.stringMatching(/Searchable/)]);
    expect(advice).not.toHaveProperty('Index');
  });

  it('adds up the calls of all nodes and keeps them over a restart', async () => {
    const before = (await adviceOn(`${CODE} All`))!.Calls;
    const other = await app.startAnother({ SLOW_QUERY_MS: '0' });
    try {
      await select(other.as('ada.admin'), byCode('P19'));
    } finally {
      await other.stop();
    }
    await select(ada, byCode('P20'));
    const another = await app.startAnother({ SLOW_QUERY_MS: '0' });
    try {
      await adviceOn(`${CODE} All`);
      expect((await adviceOn(`${CODE} All`, another.as('ada.admin')))?.Calls).toBe(before + 2);
    } finally {
      await another.stop();
    }
  });

  it('proposes an index that makes the query fast as soon as it is inserted', async () => {
    const query = { Sort: [{ FieldName: 'Code' }], Pager: { PageSize: 10, Count: 'None' } };
    const shape = 'SORT Code, Id PAGE COUNT None SCOPE All';
    await select(ada, query);
    const slow = await adviceOn(shape);
    expect(slow?.RowsRead).toBe(ROWS);
    const id = await ada.inserted('Index', slow!.Index as Row);
    await until('the index is ready', async () => {
      const { body } = await ada.select('Index', { WhereClause: where('Id', 'EqualTo', id) });
      return body.Result[0].State === 'Ready';
    });
    await select(ada, query);
    const fast = await adviceOn(shape);
    expect([fast?.Calls, fast?.Index]).toEqual([1, undefined]);
    expect(fast?.RowsRead).toBeLessThan(50);
  });

  it('is for Administrators, about their own environment', async () => {
    const { status, body } = await app.as('nina.north').send('GET', '/queries/advice');
    expect([status, body.ErrorDetails[0].Code]).toEqual([403, 'AdministratorRequired']);
    expect(await adviceOn(`${CODE} All`, app.as('bob.bay', SOUTHBAY))).toBeUndefined();
  });

  it('leaves out queries that are fast in 19 of 20 calls', async () => {
    const patient = await app.startAnother({ SLOW_QUERY_MS: '60000' });
    try {
      expect(await adviceOn(`${CODE} All`, patient.as('ada.admin'))).toBeUndefined();
    } finally {
      await patient.stop();
    }
  });
});

// The slowest queries are those that are stopped.
it('lists queries that are stopped', async () => {
  const app = await TestApp.start({ SLOW_QUERY_MS: '400', STATEMENT_TIMEOUT_MS: '500' });
  try {
    const schema = `"${await app.schema()}"`;
    await app.query(`ALTER TABLE ${schema}."Note" RENAME TO "AllNotes"`);
    await app.query(
      `CREATE VIEW ${schema}."Note" AS
       SELECT * FROM ${schema}."AllNotes" WHERE (SELECT pg_sleep(5)) IS NOT NULL`,
    );
    const ada = app.as('ada.admin');
    expect((await ada.select('Note', { WhereClause: where('Body', 'EqualTo', 'x') })).status).toBe(504);
    const { body } = await ada.send('GET', '/queries/advice');
    expect(body.Result).toEqual([
      expect.objectContaining({ EntityName: 'Note', RowsRead: null, RowsAnswered: null, Calls: 1 }),
    ]);
  } finally {
    await app.stop();
  }
});
