import { TestApp, where } from '../../../support/test-app.js';

const DEVELOPMENT_ID = 'ecd797ca-34ba-4cc5-9b09-5e5f9c2d7031';

describe('POST /api/v1/queries/select, page by page', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const column = (rows: readonly Record<string, unknown>[], name: string): unknown[] => rows.map((row) => row[name]);

  describe('order', () => {
    // Requirement: R43
    it('follows the sort items in turn, nulls last when ascending and first when descending', async () => {
      const by = async (Direction: unknown) => {
        const Sort = [{ FieldName: 'AccountManagerId.DisplayName', Direction }, { FieldName: 'Name' }];
        const { body } = await app.as('nina.north').select('Customer', { SelectedFields: ['Name'], Sort });
        return column(body.Result, 'Name');
      };
      expect(await by(1)).toEqual(['Alpenmarkt AG', 'Alpenmarkt Filiale Ost', 'Bistro Blau']);
      expect(await by('DESC')).toEqual(['Alpenmarkt Filiale Ost', 'Bistro Blau', 'Alpenmarkt AG']);
    });

    // See docs/interface/conventions.md#values-by-type
    it('of an enum is the declared order', async () => {
      const { body } = await app
        .as('ada.admin')
        .select('Order', { SelectedFields: ['Priority'], Sort: [{ FieldName: 'Priority', Direction: 2 }] });
      expect([...new Set(column(body.Result, 'Priority'))]).toEqual(['Urgent', 'Normal', 'Low']);
    });

    // Requirement: R43
    it('stays the same when lookups are joined for display', async () => {
      const { body } = await app.as('ada.admin').select('Order', {
        SelectedFields: ['OrderDate', 'CustomerId.Name', 'CustomerId.RegionId.Name'],
        Sort: [{ FieldName: 'OrderDate', Direction: 2 }],
        Pager: { PageSize: 4 },
      });
      expect(column(body.Result, 'OrderDate')).toEqual(['2026-02-20', '2026-02-14', '2026-02-11', '2026-02-10']);
      expect(column(body.Result, 'CustomerId.RegionId.Name')).toEqual(['North', 'South', 'Export', 'Export']);
    });
  });

  describe('pages', () => {
    // Requirement: R45, T20
    it('past the end are empty with the true total', async () => {
      const { status, body } = await app.as('ada.admin').select('Customer', { Pager: { PageNumber: 9, PageSize: 5 } });
      expect([status, body.Result, body.TotalRecords, body.NextCursor]).toEqual([200, [], 8, null]);
    });

    it.each([
      ['Exact', 8, true],
      ['Estimated', 8, true],
      ['None', null, false],
    ])('with Count %s report the total %j', async (Count, total, isExact) => {
      const { body } = await app.as('ada.admin').select('Customer', { Pager: { PageSize: 3, Count } });
      expect([body.TotalRecords, body.TotalIsExact, body.Truncated]).toEqual([total, isExact, false]);
    });

    // Requirement: T20
    it.each([[[{ FieldName: 'Segment', Direction: 2 }]], [[{ FieldName: 'AccountManagerId.DisplayName' }]], [[]]])(
      'by cursor visit every row once, in the order %j',
      async (Sort) => {
        const caller = app.as('ada.admin');
        const query = { SelectedFields: ['Id'], Sort };
        const seen: unknown[] = [];
        let Cursor: string | undefined;
        do {
          const { body } = await caller.select('Customer', { ...query, Pager: { PageSize: 3, Cursor } });
          expect(body.TotalRecords).toBe(8);
          seen.push(...body.Result);
          Cursor = body.NextCursor;
        } while (Cursor);
        expect(seen).toEqual((await caller.select('Customer', query)).body.Result);
      },
    );

    // Requirement: T20
    it('refuse a cursor of another query or a changed one', async () => {
      const caller = app.as('ada.admin');
      const Sort = [{ FieldName: 'Name' }];
      const { NextCursor } = (await caller.select('Customer', { Sort, Pager: { PageSize: 3 } })).body;
      for (const [query, Cursor] of [
        [{}, NextCursor],
        [{ Sort }, `${NextCursor}x`],
        [{ Sort }, NextCursor.slice(3)],
        [{ Sort }, ''],
        [{ Sort }, "'; DROP TABLE x --"],
      ]) {
        const { status, body } = await caller.select('Customer', { ...query, Pager: { Cursor } });
        expect([status, body.ErrorDetails[0].Code, body.ErrorDetails[0].Path]).toEqual([
          400,
          'Validation',
          'Pager.Cursor',
        ]);
      }
    });
  });

  describe('many rows', () => {
    const ROWS = 10_500;
    beforeAll(async () => {
      const [{ schema }] = await app.query<{ schema: string }>(
        'SELECT schema_name AS schema FROM platform.environment WHERE id = $1',
        [DEVELOPMENT_ID],
      );
      await app.query(
        `INSERT INTO "${schema}"."Region" ("Code", "Name", "CountryCode", "OwnerId", "CreatedBy", "UpdatedBy")
         SELECT 'R' || i, 'Region ' || i, 'XX', u, u, u FROM generate_series(1, ${ROWS}) i, gen_random_uuid() u`,
      );
    });
    const many = { SelectedFields: ['Code'], WhereClause: where('CountryCode', 'EqualTo', 'XX') };

    // Requirement: R138
    it('without a pager are cut at 10,000, with Truncated', async () => {
      const { body } = await app.as('ada.admin').select('Region', many);
      expect([body.Result.length, body.TotalRecords, body.Truncated, body.TotalIsExact]).toEqual([
        10_000,
        10_000,
        true,
        false,
      ]);
    });

    // See docs/interface/queries.md#paging
    it('log the cursor as the way to pages behind 10,000 rows', async () => {
      const page = async (PageNumber: number) =>
        (await app.as('ada.admin').select('Region', { ...many, Pager: { PageNumber, PageSize: 100 } })).body;
      expect((await page(101)).Log).toEqual([]);
      const { Log, Result } = await page(102);
      expect([Log, Result.length]).toEqual([
        [
          'Pager.PageNumber 102 reads and skips 10100 rows. ' +
            'Pager.Cursor with the NextCursor of the answer before reads the rows of its page only.',
        ],
        100,
      ]);
    });

    // See docs/interface/queries.md#counts
    it('are counted, or estimated beyond 1,001', async () => {
      const count = async (Count: string) =>
        (await app.as('ada.admin').select('Region', { ...many, Pager: { PageSize: 1, Count } })).body;
      expect(await count('Exact')).toMatchObject({ TotalRecords: ROWS, TotalIsExact: true });
      const { TotalRecords, TotalIsExact } = await count('Estimated');
      expect(TotalIsExact).toBe(false);
      expect(TotalRecords).toBeGreaterThanOrEqual(1_002);
    });
  });
});
