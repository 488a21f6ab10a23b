import { CUSTOMER, customer, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { bulkInsert, countOf, customers, FIELDS, rows } from './bulk-calls.js';

const NORTH = { Match: { FieldName: 'Code', Value: 'NO' } };

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const bulk = (body: Parameters<typeof bulkInsert>[1], user?: string): Promise<Answer> => bulkInsert(app, body, user);

describe('the answer of a bulk insert', () => {
  // Requirement: R124, R127, R213
  it('has the number of rows and of batches', async () => {
    const before = await countOf(app, 'Customer');
    const { status, body } = await bulk(customers(rows(5), { BatchSize: 2 }));
    expect([status, body.Result]).toEqual([200, { Inserted: 5, Failed: 0, Batches: 3, RowErrors: [] }]);
    expect([body.RecordAffected, await countOf(app, 'Customer')]).toEqual([5, before + 5]);
  });

  // Requirement: R127
  it('has the Ids in the order of rows with ReturnIds', async () => {
    const Values = rows(4);
    const { body } = await bulk(customers(Values, { ReturnIds: true, BatchSize: 3 }));
    const stored = await app.as('nina.north').select('Customer', {
      SelectedFields: ['Id', 'TaxId'],
      WhereClause: where('Id', 'IN', body.Result.Ids),
    });
    const taxIds = new Map((stored.body.Result as { Id: string; TaxId: string }[]).map((row) => [row.Id, row.TaxId]));
    expect((body.Result.Ids as string[]).map((id) => taxIds.get(id))).toEqual(Values.map(([, taxId]) => taxId));
  });

  // Requirement: R128
  it('is 200 with 0 for no rows', async () => {
    const { status, body } = await bulk(customers([]));
    expect([status, body.Result]).toEqual([200, { Inserted: 0, Failed: 0, Batches: 0, RowErrors: [] }]);
  });

  it('of a dry run leaves nothing stored', async () => {
    const mark = await app.mark();
    const { status, body } = await bulk(customers(rows(3), { DryRun: true }));
    expect([status, body.Result.Inserted, await app.mark()]).toEqual([200, 3, mark]);
  });

  // Requirement: R128
  it('has a Log line when a BatchSize over 10,000 is lowered', async () => {
    const { status, body } = await bulk(customers(rows(1), { BatchSize: 10_001, Extra: null }));
    expect([status, body.Result.Batches]).toEqual([200, 1]);
    expect(body.Log).toEqual([
      "Unknown member 'Options.Extra' was ignored.",
      'Options.BatchSize was lowered from 10001 to 10000.',
    ]);
  });

  it('is the same for any order of members', async () => {
    const [[Name, TaxId]] = rows(1);
    const body = `{"Values":[["${String(Name)}","${String(TaxId)}","${REGION.north}"]],"Options":{"ReturnIds":true},"Fields":["Name","taxid","RegionId"],"EntityName":"customer"}`;
    expect((await bulk(body)).body.Result.Ids).toHaveLength(1);
  });

  // Requirement: R126, T15
  it('is never 202, whatever Prefer says', async () => {
    const { status } = await app
      .as('nina.north')
      .send('POST', '/records/bulk-insert', customers(rows(1)), { Prefer: 'respond-async' });
    expect(status).toBe(200);
  });
});

describe('a row of a bulk insert', () => {
  // Requirement: R129, R101, R102
  it('is stored like a single insert: defaults, audit columns, number, owner, lookup by Match', async () => {
    const fields = customer({ RegionId: NORTH, CreditLimit: '12.50' });
    const bulkAnswer = await bulk({
      EntityName: 'Customer',
      Fields: Object.keys(fields),
      Values: [Object.values(fields)],
      Options: { ReturnIds: true },
    });
    const single = await app.as('nina.north').insert('Customer', customer({ RegionId: NORTH, CreditLimit: '12.50' }));
    const { body } = await app
      .as('nina.north')
      .select('Customer', { WhereClause: byId(bulkAnswer.body.Result.Ids[0]) });
    const ofCall = new Set(['Id', 'RecordInformationId', 'TaxId', 'CustomerNumber', 'CreatedOn', 'UpdatedOn']);
    const comparable = (row: Record<string, unknown>): unknown =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, ofCall.has(name) ? '' : value]));
    expect(comparable(body.Result[0])).toEqual(comparable(single.body.Result));
    expect(body.Result[0].CustomerNumber).toMatch(/^CUS-/);
  });

  // Requirement: R129
  it('gets its initial status with a history row, and a change row; the call gets one outcome', async () => {
    const mark = await app.mark();
    const { body } = await bulk({
      EntityName: 'Order',
      Fields: ['CustomerId'],
      Values: [[CUSTOMER.bistro], [CUSTOMER.bistro]],
      Options: { BatchSize: 1 },
    });
    expect(body.Result.Inserted).toBe(2);
    expect((await app.changes(mark)).toSorted()).toEqual([
      'Create Order',
      'Create Order',
      'Create StatusHistory',
      'Create StatusHistory',
    ]);
    const outcomes = await app.query('SELECT operation, entity, record_ids FROM platform.operation WHERE id = $1', [
      body.CorrelationId,
    ]);
    expect(outcomes).toMatchObject([
      { operation: 'Insert', entity: 'Order', record_ids: [expect.any(String), expect.any(String)] },
    ]);
  });

  // Requirement: R94, T26
  it('may name an owner within the create scope', async () => {
    const withOwner = (owner: string, OnError: string): Promise<Answer> => {
      const [[Name, TaxId, RegionId]] = rows(1);
      const Values = [[Name, TaxId, RegionId, owner]];
      return bulk({ EntityName: 'Customer', Fields: [...FIELDS, 'OwnerId'], Values, Options: { OnError } });
    };
    expect((await withOwner(USER.nina, 'Rollback')).body.Result.Inserted).toBe(1);
    const [detail] = await refused(app, () => withOwner(USER.sara, 'Rollback'), 400, 'Validation');
    expect(detail.Params).toEqual({ Failed: 1, Listed: 1 });
    const { status, body } = await withOwner(USER.sara, 'SkipRow');
    expect([status, body.Result.RowErrors]).toMatchObject([
      200,
      [{ RowIndex: 0, FieldName: 'OwnerId', Code: 'OutOfScope' }],
    ]);
  });

  it('keeps every digit and character', async () => {
    const Name = 'Ünï "q" \\ 😀';
    const [[, TaxId]] = rows(1);
    const text = JSON.stringify(customers([[Name, TaxId, REGION.north, 0]]))
      .replace('"RegionId"]', '"RegionId","CreditLimit"]')
      .replace(',0]', ',900719.30]');
    expect((await bulk(text)).status).toBe(200);
    const { text: found } = await app
      .as('nina.north')
      .select('Customer', { WhereClause: where('TaxId', 'EqualTo', TaxId) });
    expect(found).toContain('"CreditLimit":900719.30');
    expect(JSON.parse(found).Result[0].Name).toBe(Name);
  });
});

// Requirement: T28
it('allows the same unique keys in another tenant', async () => {
  const body = customers([['Twin', 'DE899999991', NORTH]]);
  const [here, there] = await Promise.all([
    app.as('ada.admin').send('POST', '/records/bulk-insert', body),
    app.as('bob.bay', SOUTHBAY).send('POST', '/records/bulk-insert', body),
  ]);
  expect([here.status, there.status]).toEqual([200, 200]);
});
