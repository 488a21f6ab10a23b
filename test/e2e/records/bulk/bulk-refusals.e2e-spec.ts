import { CUSTOMER, customer, REGION } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, TestApp } from '../../../support/test-app.js';
import { bulkInsert, countOf, customers, FIELDS, rows } from './bulk-calls.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const bulk = (body: Parameters<typeof bulkInsert>[1], user?: string): Promise<Answer> => bulkInsert(app, body, user);

describe('the body of a bulk insert', () => {
  // Requirement: R128
  it.each<[string, Readonly<Record<string, unknown>>, string, Readonly<Record<string, unknown>>]>([
    ['a short row', { Values: [...rows(1), ['x', 'y']] }, 'Validation', { RowIndex: 1, Path: 'Values[1]' }],
    ['a long row', { Values: [['x', 'y', 'z', 1]] }, 'Validation', { RowIndex: 0, Path: 'Values[0]' }],
    ['a row that is no array', { Values: [{ Name: 'x' }] }, 'Validation', { RowIndex: 0, Path: 'Values[0]' }],
    ['Values that are no array', { Values: { a: 1 } }, 'Validation', { Path: 'Values' }],
    ['no Values', { Values: undefined }, 'Validation', { Path: 'Values' }],
    ['no fields', { Fields: [] }, 'Validation', { Path: 'Fields' }],
    ['a field that is no name', { Fields: ['Name', 1, 'RegionId'] }, 'Validation', { Path: 'Fields[1]' }],
    [
      'a field named twice',
      { Fields: ['Name', 'name', 'RegionId'] },
      'Validation',
      { Path: 'Fields[1]', FieldName: 'Name' },
    ],
    [
      'a system field',
      { Fields: ['Name', 'CreatedOn', 'RegionId'] },
      'Validation',
      { Path: 'Fields[1]', FieldName: 'CreatedOn' },
    ],
    ['a relation', { Fields: ['Name', 'Contact', 'RegionId'] }, 'Validation', { Path: 'Fields[1]' }],
    ['BatchSize 0', { Options: { BatchSize: 0 } }, 'Validation', { Path: 'Options.BatchSize' }],
    ['BatchSize 1.5', { Options: { BatchSize: 1.5 } }, 'Validation', { Path: 'Options.BatchSize' }],
    ['another OnError', { Options: { OnError: 'Ignore' } }, 'Validation', { Path: 'Options.OnError' }],
    ['a near miss', { Option: {} }, 'UnknownMember', { Path: 'Option' }],
  ])('is refused with 400, even with SkipRow, with %s', async (_, change, code, detail) => {
    const Options = { OnError: 'SkipRow', ...(change.Options as object) };
    const [found] = await refused(app, () => bulk({ ...customers(rows(1)), ...change, Options }), 400, code);
    expect(found).toMatchObject(detail);
  });

  it('with a misspelt field is refused with a suggestion', async () => {
    const body = { ...customers(rows(1)), Fields: ['Nmae', 'TaxId', 'RegionId'] };
    const [found] = await refused(app, () => bulk(body), 400, 'UnknownField');
    expect(found).toMatchObject({ Message: "Customer has no field 'Nmae'. Did you mean 'Name'?", Path: 'Fields[0]' });
  });

  // Requirement: R14
  it('that is invalid JSON is refused with line and column, before anything else', async () => {
    const [found] = await refused(
      app,
      () => bulk('{"EntityName":"Nothing",\n"Values":[[1],[2,]]}'),
      400,
      'MalformedJson',
    );
    expect(found.Params).toEqual({ Line: 2, Column: 18 });
  });

  it('must name an existing entity that the caller may create', async () => {
    await refused(app, () => bulk({ ...customers(rows(1)), EntityName: 'Customr' }), 404, 'UnknownEntity');
    await refused(app, () => bulk({ ...customers([['x']]), Fields: [] }, 'frank.finance'), 403, 'ScopeNone');
  });

  it('must not contain nested records', async () => {
    const nested = { ...customers([['x', 'y', { Name: 'A', Code: 'AA' }]]) };
    const [found] = await refused(app, () => bulk(nested), 400, 'Validation');
    expect(found).toMatchObject({ FieldName: 'RegionId', Path: 'Values[0][2]', RowIndex: 0 });
  });
});

describe('Rollback', () => {
  // Requirement: T27
  it('stores nothing and reports all faulty rows of all batches', async () => {
    const Values = rows(9);
    Values[1][0] = null;
    Values[4][2] = '00000000-0000-4000-8000-000000000000';
    Values[7][1] = 'DE811111111';
    const call = (): Promise<Answer> => bulk(customers(Values, { BatchSize: 2 }));
    const details = await refused(app, call, 400, 'Validation');
    expect(details).toMatchObject([
      { Code: 'Validation', RowIndex: 4, FieldName: 'RegionId' },
      { Code: 'FieldRule', RowIndex: 1, FieldName: 'Name' },
      { Code: 'Conflict', RowIndex: 7, FieldName: 'TaxId', Path: 'Values[7][1]' },
    ]);
  });

  // Requirement: T27, R99
  it('answers 409 when only unique values clash, reporting the later row, across batches too', async () => {
    const Values = rows(6);
    Values[3][1] = Values[0][1];
    Values[5][1] = Values[4][1];
    const details = await refused(app, () => bulk(customers(Values, { BatchSize: 2 })), 409, 'Conflict');
    expect(details).toMatchObject([
      { RowIndex: 3, FieldName: 'TaxId' },
      { RowIndex: 5, FieldName: 'TaxId' },
    ]);
  });

  // Requirement: R127
  it('lists at most 1,000 faults with the true number of rows', async () => {
    const Values = Array.from({ length: 1_500 }, () => [null, 'x', 'y']);
    const details = await refused(app, () => bulk(customers(Values)), 400, 'Validation');
    expect(details).toHaveLength(1_001);
    expect(details[0].Params).toMatchObject({ Failed: 1_500 });
  });
});

describe('SkipRow', () => {
  // Requirement: R127, T27
  it('stores the valid rows and reports the others', async () => {
    const Values = rows(10);
    const Id = '00000000-0000-4000-8000-0000000000aa';
    const withIds = Values.map((row, i) => [...row, i === 6 || i === 8 ? Id : null]);
    expect((await bulk({ ...customers(withIds), Fields: [...FIELDS, 'Id'] })).status).toBe(400);
    Values[0][0] = 17;
    Values[2][1] = Values[1][1];
    Values[3][1] = Values[0][1];
    Values[4][1] = 'DE811111111';
    Values[5][2] = '00000000-0000-4000-8000-000000000000';
    const before = await countOf(app, 'Customer');
    const { status, body } = await bulk(customers(Values, { OnError: 'SkipRow', ReturnIds: true }));
    expect([status, body.Result]).toMatchObject([
      200,
      {
        Inserted: 6,
        Failed: 4,
        Batches: 1,
        RowErrors: [
          { RowIndex: 0, FieldName: 'Name', Code: 'Validation', Message: expect.any(String) },
          { RowIndex: 2, FieldName: 'TaxId', Code: 'Conflict' },
          { RowIndex: 4, FieldName: 'TaxId', Code: 'Conflict' },
          { RowIndex: 5, FieldName: 'RegionId', Code: 'Validation' },
        ],
      },
    ]);
    expect([body.Result.Ids.length, await countOf(app, 'Customer')]).toEqual([6, before + 6]);
  });

  // Requirement: R97, T27
  it('compares keys as the database does; a refused row does not block the value for later rows', async () => {
    const values = (email: string, taxId = customer().TaxId): unknown[] => ['Name', taxId, REGION.north, email];
    const Values = [
      values('a@b.example'),
      values('A@B.example'),
      values('c@b.example'),
      values('C@b.Example', 'DE812345678'),
      values('d@b.example', 'DE812345678'),
    ];
    const { body } = await bulk({ ...customers(Values, { OnError: 'SkipRow' }), Fields: [...FIELDS, 'Email'] });
    expect(body.Result).toMatchObject({
      Inserted: 3,
      RowErrors: [
        { RowIndex: 1, FieldName: 'Email' },
        { RowIndex: 3, FieldName: 'Email' },
      ],
    });
  });

  it('answers 200 when no row is valid', async () => {
    const { status, body } = await bulk(customers([[1, 2, 3]], { OnError: 'SkipRow' }));
    expect([status, body.Result.Inserted, body.Result.Failed]).toEqual([200, 0, 1]);
  });

  // Requirement: R129
  it('reports rows that rules and hooks refuse', async () => {
    const Values = [
      [CUSTOMER.bistro, '2026-03-01', '2026-03-02T00:00Z'],
      [CUSTOMER.gastro, '2026-03-01', '2026-03-02T00:00Z'],
      [CUSTOMER.bistro, '2026-03-01', '2026-02-01T00:00Z'],
    ];
    const Fields = ['CustomerId', 'OrderDate', 'RequestedDeliveryAt'];
    const { body } = await bulk({ EntityName: 'Order', Fields, Values, Options: { OnError: 'SkipRow' } }, 'ada.admin');
    expect(body.Result).toMatchObject({
      Inserted: 1,
      RowErrors: [
        { RowIndex: 1, Code: 'HookRejected', Message: 'Customer is inactive.' },
        { RowIndex: 2, Code: 'FieldRule', FieldName: 'RequestedDeliveryAt' },
      ],
    });
  });

  // Requirement: R129
  it('runs registered hooks for every row and undoes the rows they refuse', async () => {
    const Values = [['One'], ['SLOWFAIL:1'], ['Two'], ['SLOWFAIL:2']];
    const body = { EntityName: 'Note', Fields: ['Subject'], Values };
    const details = await refused(app, () => bulk(body), 400, 'HookRejected');
    expect(details.map(({ Message }) => Message)).toEqual(['Rejected after wait.', 'Rejected after wait.']);
    const skipped = await bulk({ ...body, Options: { OnError: 'SkipRow' } });
    expect(skipped.body.Result).toMatchObject({ Inserted: 2, RowErrors: [{ RowIndex: 1 }, { RowIndex: 3 }] });
  });
});
