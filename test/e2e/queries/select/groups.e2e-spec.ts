import { type Answer, TestApp, where } from '../../../support/test-app.js';

const faultsOf = ({ body }: Answer): readonly string[] =>
  body.ErrorDetails.map(({ Code, Path }: { Code: string; Path: string }) => `${Code} ${Path}`);
type Row = Answer['body'];

describe('groups of POST /api/v1/queries/select', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const select = (entity: string, more: object, user = 'ada.admin'): Promise<Answer> =>
    app.as(user).select(entity, { ...more });
  const rowsOf = async (entity: string, more: object, user?: string): Promise<readonly Row[]> => {
    const { status, body } = await select(entity, more, user);
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result;
  };

  // Requirement: R132, R135, T21
  it('count what a filter would find, in scope, in the order of the type', async () => {
    for (const user of ['ada.admin', 'nina.north', 'mona.manager']) {
      const orders = await rowsOf('Order', { SelectedFields: ['Priority'] }, user);
      const groups = await select('Order', { GroupBy: ['Priority'], Aggregates: [{ Function: 'Count' }] }, user);
      const expected = ['Low', 'Normal', 'High', 'Urgent']
        .map((Priority) => ({ Priority, Count: orders.filter((row) => row.Priority === Priority).length }))
        .filter(({ Count }) => Count > 0);
      expect(groups.body.Result).toEqual(expected);
      expect(groups.body.TotalRecords).toBe(expected.length);
    }
  });

  // Requirement: T13
  it('follow lookups and hide what is not readable', async () => {
    const body = {
      GroupBy: ['RegionId.Name'],
      Aggregates: [{ Function: 'Sum', FieldName: 'CreditLimit', Alias: 'Limit' }],
    };
    const { text } = await select('Customer', {
      ...body,
      Having: where('Limit', 'GreaterThan', 0),
      Sort: [{ FieldName: 'Limit', Direction: 2 }],
    });
    const customers = await rowsOf('Customer', { SelectedFields: ['CreditLimit', 'RegionId.Name'] });
    const names = [...new Set(customers.map((row) => row['RegionId.Name'] as string))];
    const limits = (name: string): number =>
      customers.reduce((sum, row) => sum + (row['RegionId.Name'] === name ? row.CreditLimit : 0), 0);
    const expected = names.map((name) => [name, limits(name)] as const);
    const ordered = expected.filter(([, sum]) => sum > 0).toSorted(([, a], [, b]) => b - a);
    expect(text).toContain(
      `"Result":[${ordered.map(([name, sum]) => `{"RegionId.Name":"${name}","Limit":${sum.toFixed(2)}}`).join()}]`,
    );
    const hidden = await rowsOf('Customer', { GroupBy: ['AccountManagerId.Email'] }, 'nina.north');
    expect(hidden).toEqual([{ 'AccountManagerId.Email': null }]);
  });

  it('of aggregates alone give one row, even without records', async () => {
    const Aggregates = [
      { Function: 'Count' },
      { Function: 'CountDistinct', FieldName: 'RegionId' },
      { Function: 'Sum', FieldName: 'CreditLimit' },
      { Function: 'Avg', FieldName: 'CreditLimit' },
      { Function: 'Min', FieldName: 'Name' },
      { Function: 'Max', FieldName: 'Segment' },
      { Function: 'Max', FieldName: 'OnboardedOn' },
    ];
    const none = await select('Customer', { Aggregates, WhereClause: where('Name', 'EqualTo', 'nobody'), Pager: {} });
    expect(none.body.Result).toEqual([
      {
        Count: 0,
        CountDistinctRegionId: 0,
        SumCreditLimit: null,
        AvgCreditLimit: null,
        MinName: null,
        MaxSegment: null,
        MaxOnboardedOn: null,
      },
    ]);
    expect(none.body.TotalRecords).toBe(1);
    const customers = await rowsOf('Customer', { SelectedFields: ['CreditLimit', 'Name', 'OnboardedOn'] });
    const { body, text } = await select('Customer', { Aggregates });
    const sum = customers.reduce((all, { CreditLimit }) => all + CreditLimit, 0);
    expect(body.Result[0]).toMatchObject({
      Count: customers.length,
      MinName: customers.map(({ Name }) => Name as string).toSorted()[0],
      MaxOnboardedOn: customers
        .map(({ OnboardedOn }) => OnboardedOn as string)
        .toSorted()
        .at(-1),
    });
    expect(text).toContain(
      `"SumCreditLimit":${sum.toFixed(2)},"AvgCreditLimit":${(sum / customers.length).toFixed(6)},`,
    );
  });

  it('sum and average exactly, at any size', async () => {
    const caller = app.as('ada.admin');
    const numbers = ['9007199254740993', '9007199254740994'];
    for (const [i, Quantity] of numbers.entries()) {
      const fields = { Sku: `BIG-000${i}`, Name: 'Big', Category: 'Food', UnitPrice: '0.10', StockQuantity: Quantity };
      expect((await caller.insert('Product', fields)).status).toBe(200);
    }
    const { text } = await select('Product', {
      WhereClause: where('Name', 'EqualTo', 'Big'),
      Aggregates: ['Sum', 'Avg', 'Max'].map((Function) => ({ Function, FieldName: 'StockQuantity' })),
    });
    expect(text).toContain(
      '[{"SumStockQuantity":18014398509481987,"AvgStockQuantity":9007199254740993.500000,"MaxStockQuantity":9007199254740994}]',
    );
  });

  it('bucket dates and times by the calendar of a zone, with weeks from Monday', async () => {
    const caller = app.as('ada.admin');
    const at = ['2026-01-04T23:30:00Z', '2026-01-05T00:30:00Z', '2026-03-31T22:30:00Z'];
    const CustomerId = (await rowsOf('Customer', { SelectedFields: ['Id'] }))[0].Id;
    for (const RemindAt of at) {
      expect((await caller.insert('Note', { CustomerId, Subject: 'bucket', RemindAt })).status).toBe(200);
    }
    const buckets = async (Bucket: string, TimeZone?: string) =>
      (
        await rowsOf('Note', {
          WhereClause: where('Subject', 'EqualTo', 'bucket'),
          GroupBy: [{ FieldName: 'RemindAt', Bucket, TimeZone }],
          Aggregates: [{ Function: 'Count' }],
        })
      ).map(({ RemindAt, Count }) => `${RemindAt} ${Count}`);
    expect(await buckets('Day')).toEqual(['2026-01-04 1', '2026-01-05 1', '2026-03-31 1']);
    expect(await buckets('Day', 'Europe/Berlin')).toEqual(['2026-01-05 2', '2026-04-01 1']);
    expect(await buckets('Week')).toEqual(['2025-12-29 1', '2026-01-05 1', '2026-03-30 1']);
    expect(await buckets('Month', 'America/New_York')).toEqual(['2026-01-01 2', '2026-03-01 1']);
    expect(await buckets('Quarter', 'Europe/Berlin')).toEqual(['2026-01-01 2', '2026-04-01 1']);
    expect(await buckets('Year')).toEqual(['2026-01-01 3']);
    const days = await rowsOf('Customer', { GroupBy: [{ FieldName: 'OnboardedOn', Bucket: 'Month' }] });
    expect(days.every(({ OnboardedOn }) => OnboardedOn === null || /^\d{4}-\d\d-01$/.test(OnboardedOn))).toBe(true);
  });

  it('are filtered by Having, shown by SelectedFields, paged by number and cursor', async () => {
    const GroupBy = ['CustomerId', 'CustomerId.Name'];
    const body = {
      GroupBy,
      Aggregates: [
        { Function: 'Count', Alias: 'Orders' },
        { Function: 'Max', FieldName: 'OrderDate' },
      ],
    };
    const all = await rowsOf('Order', { ...body, Sort: [{ FieldName: 'orders', Direction: 2 }] });
    expect(Object.keys(all[0])).toEqual(['CustomerId', 'CustomerId.Name', 'Orders', 'MaxOrderDate']);
    expect(all.map(({ Orders }) => Orders as number)).toEqual(
      all.map(({ Orders }) => Orders as number).toSorted((a, b) => b - a),
    );
    const Having = {
      Filters: [
        { FieldName: 'Orders', Operator: 17, Value: [1, 2] },
        { FieldName: 'customerid.name', Operator: 7 },
      ],
    };
    const some = await rowsOf('Order', { ...body, Having, SelectedFields: ['Orders', 'CustomerId.Name'] });
    expect(some.length).toBe(all.filter(({ Orders }) => Orders <= 2).length);
    expect(Object.keys(some[0])).toEqual(['Orders', 'CustomerId.Name', 'MaxOrderDate']);
    const seen: Row[] = [];
    for (let Cursor: string | null | undefined; Cursor !== null;) {
      const page: Answer = await select('Order', {
        ...body,
        Sort: [{ FieldName: 'Orders', Direction: 2 }],
        Pager: { PageSize: 2, Cursor },
      });
      expect([page.body.TotalRecords, page.body.TotalIsExact]).toEqual([all.length, true]);
      seen.push(...page.body.Result);
      Cursor = page.body.NextCursor;
    }
    expect(seen).toEqual(all);
    const second = await select('Order', {
      ...body,
      Sort: [{ FieldName: 'Orders', Direction: 2 }],
      Pager: { PageNumber: 2, PageSize: 2, Count: 'None' },
    });
    expect([second.body.Result, second.body.TotalRecords]).toEqual([all.slice(2, 4), null]);
  });

  // Requirement: R135
  it('with Distinct contain each combination once', async () => {
    const customers = await rowsOf('Customer', { SelectedFields: ['Segment', 'RegionId.Name'] });
    const combinations = new Set(customers.map((row) => JSON.stringify(row)));
    const { body } = await select('Customer', {
      SelectedFields: ['Segment', 'RegionId.Name', 'segment'],
      Distinct: true,
      Sort: [{ FieldName: 'RegionId.Name', Direction: 2 }],
      Pager: { PageSize: 3 },
    });
    expect(body.TotalRecords).toBe(combinations.size);
    expect(body.Result.every((row: Row) => combinations.has(JSON.stringify(row)))).toBe(true);
    const other = await select('Customer', {
      SelectedFields: ['Segment'],
      Distinct: true,
      Sort: [{ FieldName: 'Name' }],
    });
    expect([other.status, faultsOf(other)]).toEqual([400, ['UnknownField Sort[0].FieldName']]);
  });

  // Requirement: R137
  it('are refused with every fault and its path', async () => {
    const answer = await select('Order', {
      GroupBy: ['Prioritty', { FieldName: 'Priority', Bucket: 'Day' }, 'CustomerId.Preferences'],
      Aggregates: [
        { Function: 'Sum', FieldName: 'Notes' },
        { Function: 'Min', FieldName: 'CustomerId.IsActive' },
        { Function: 'Max', FieldName: 'Nix' },
        { Function: 'Count', Alias: 'n' },
        { Function: 'Count', Alias: 'N' },
      ],
      SelectedFields: ['OrderNumber'],
      Having: where('Nn', 'EqualTo', 1),
      WhereClause: where('Nope', 'EqualTo', 1),
      Sort: [{ FieldName: 'OrderDate' }],
    });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer).toSorted()).toEqual([
      'UnknownField Aggregates[2].FieldName',
      'UnknownField GroupBy[0]',
      'UnknownField Having.Filters[0].FieldName',
      'UnknownField SelectedFields[0]',
      'UnknownField Sort[0].FieldName',
      'UnknownField WhereClause.Filters[0].FieldName',
      'Validation Aggregates',
      'Validation Aggregates[0].FieldName',
      'Validation Aggregates[1].FieldName',
      'Validation GroupBy[1].FieldName',
      'Validation GroupBy[2]',
    ]);
    const text = await select('Order', {
      Aggregates: [{ Function: 'Count', Alias: 'N' }],
      Having: where('N', 'EqualTo', 'many'),
    });
    expect([text.status, faultsOf(text)]).toEqual([400, ['BadFilter Having.Filters[0].Value']]);
  });

  // Requirement: R133
  it('need the read scope', async () => {
    const { status } = await select('Payment', { Aggregates: [{ Function: 'Count' }] }, 'nina.north');
    expect(status).toBe(403);
    const email = await select('User', { Aggregates: [{ Function: 'Max', FieldName: 'Email' }] }, 'nina.north');
    expect([email.status, email.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
  });
});
