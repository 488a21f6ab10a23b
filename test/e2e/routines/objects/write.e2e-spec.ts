import { PRODUCT, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

const reprice = (Category: string, Percent: string): unknown => ({
  ObjectName: 'RepriceCategory',
  ObjectType: 1,
  Parameters: [{ Value: Category }, { Value: Percent }],
});

// Requirement: T80
describe('a database routine with AllowWrites', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const execute = (body: unknown): Promise<Answer> => app.as('nina.north').send('POST', '/database/execute', body);
  const productRow = async (): Promise<Record<string, unknown>> =>
    (await app.as('ada.admin').select('Product', { WhereClause: byId(PRODUCT.water) })).body.Result[0];

  // Requirement: R152
  it('returns its output, and its rows get audit columns and change rows like any write', async () => {
    const before = await productRow();
    const { status, body } = await execute(reprice(String(before.Category), '10'));
    expect({ status, body }).toMatchObject({ status: 200 });
    const { AffectedRows } = body.Result.OutputParameters;
    expect(body).toMatchObject({ RecordAffected: AffectedRows, CorrelationId: expect.any(String) });
    const after = await productRow();
    const price = Number((Number(before.UnitPrice) * 1.1).toFixed(2));
    expect(after).toMatchObject({ UnitPrice: price, RowVersion: Number(before.RowVersion) + 1, UpdatedBy: USER.nina });
    expect(after).toMatchObject({ OwnerId: before.OwnerId, CreatedBy: before.CreatedBy, CreatedOn: before.CreatedOn });
    const changes = await app.query<Record<string, unknown>>(
      `SELECT * FROM platform.change WHERE correlation_id = $1 AND record_id = $2`,
      [body.CorrelationId, PRODUCT.water],
    );
    expect(changes).toEqual([
      expect.objectContaining({
        entity: 'Product',
        operation: 'Update',
        source: 'DatabaseObject',
        user_id: USER.nina,
        row_version: String(after.RowVersion),
        old: { UnitPrice: before.UnitPrice },
        new: { UnitPrice: after.UnitPrice },
        owner_before: before.OwnerId,
        owner_after: before.OwnerId,
      }),
    ]);
    expect(await app.query('SELECT operation FROM platform.operation WHERE id = $1', [body.CorrelationId])).toEqual([
      { operation: 'Batch' },
    ]);
    expect(await app.query('SELECT * FROM platform.object_call')).toEqual([]);
  });

  // Requirement: R153
  it('answers a deliberate RAISE with its message and writes nothing', async () => {
    const [detail] = await refused(app, () => execute(reprice('Beverages', '101')), 400, 'Validation');
    expect(detail.Message).toBe('Percent out of range.');
  });

  it('logs writes of users once, as before', async () => {
    const answer = await app.as('ada.admin').update('Product', { UnitPrice: '3.33' }, byId(PRODUCT.juice));
    expect(answer.status).toBe(200);
    const rows = await app.query('SELECT source FROM platform.change WHERE correlation_id = $1', [
      answer.body.CorrelationId,
    ]);
    expect(rows).toEqual([{ source: null }]);
  });
});
