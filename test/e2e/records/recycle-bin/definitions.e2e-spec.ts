import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';

describe('the recycle bin and definitions', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');

  // Requirement: T59
  it('a restored field has its values again, a purged one loses them', async () => {
    const Fields = [
      { FieldName: 'Plate', FieldType: 'Text' },
      { FieldName: 'Colour', FieldType: 'Text' },
    ];
    expect((await ada().insert('Entity', { EntityName: 'Truck', Field: Fields })).status).toBe(200);
    const truck = (await ada().insert('Truck', { Plate: 'A', Colour: 'red' })).body.Result.Id;
    const fields = await ada().select('Field', { WhereClause: where('EntityId.EntityName', 'EqualTo', 'Truck') });
    const colour = fields.body.Result.find(({ FieldName }: Row) => FieldName === 'Colour').Id;
    const colours = async (): Promise<unknown> =>
      (await ada().select('Truck', { WhereClause: byId(truck) })).body.Result[0].Colour;
    expect((await ada().delete('Field', byId(colour))).status).toBe(200);
    expect(await colours()).toBeUndefined();
    expect((await ada().restore('Field', byId(colour))).body.RecordAffected).toBe(1);
    expect(await colours()).toBe('red');
    await ada().delete('Field', byId(colour));
    expect((await ada().purge('Field', byId(colour))).body.RecordAffected).toBe(1);
    const columns = await app.query<Row>(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'Truck' AND column_name IN ('Plate', 'Colour')`,
      [await app.schema()],
    );
    expect(columns).toEqual([{ column_name: 'Plate' }]);
  });

  it('a deleted entity is restored with its fields, and purged with its table', async () => {
    const { body } = await ada().insert('Entity', {
      EntityName: 'Van',
      Field: [{ FieldName: 'Plate', FieldType: 'Text' }],
    });
    const { Id } = body.Result;
    expect((await ada().delete('Entity', byId(Id))).status).toBe(200);
    expect((await ada().select('Van')).status).toBe(404);
    expect((await ada().restore('Entity', byId(Id))).status).toBe(200);
    expect((await ada().insert('Van', { Plate: 'V' })).status).toBe(200);
    await ada().delete('Van', where('Id', 'IsNotNULL'));
    await ada().delete('Entity', byId(Id));
    expect((await ada().purge('Entity', byId(Id))).body.Errors).toEqual([]);
    const tables = await app.query(`SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'Van'`, [
      await app.schema(),
    ]);
    expect(tables).toEqual([]);
  });

  it('audit logs and similar entities cannot be restored', async () => {
    await refused(app, () => ada().restore('StatusHistory', byId(CUSTOMER.bistro)), 400, 'Validation');
  });

  it('rollups of a restored record are right whatever happened to its children', async () => {
    const line = (LineNumber: number, UnitPrice: string) => ({
      LineNumber,
      ProductId: PRODUCT.water,
      Quantity: 1,
      UnitPrice,
    });
    const { body } = await ada().insert('Order', {
      CustomerId: CUSTOMER.bistro,
      OrderLines: [line(1, '10.00'), line(2, '5.00')],
    });
    const { Id } = body.Result;
    const ofOrder = where('OrderId', 'EqualTo', Id);
    const subTotal = async (): Promise<unknown> =>
      (await ada().select('Order', { WhereClause: byId(Id) })).body.Result[0].SubTotal;
    await ada().delete('Order', byId(Id));
    await ada().restore('Order', byId(Id));
    expect(await subTotal()).toBe(15);
    await ada().delete('Order', byId(Id));
    const second = {
      Filters: [
        { FieldName: 'OrderId', Operator: 3, Value: Id },
        { FieldName: 'LineNumber', Operator: 3, Value: 2 },
      ],
    };
    expect((await ada().purge('OrderLine', second)).body.RecordAffected).toBe(1);
    await ada().restore('Order', byId(Id));
    expect(await subTotal()).toBe(10);
    await ada().delete('Order', byId(Id));
    expect((await ada().purge('OrderLine', ofOrder)).body.RecordAffected).toBe(1);
    await ada().restore('Order', byId(Id));
    expect(await subTotal()).toBe(0);
  });
});
