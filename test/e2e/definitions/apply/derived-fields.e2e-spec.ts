import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, match, TestApp, where } from '../../../support/test-app.js';

// Requirement: R146, T59
describe('derived fields follow their definition at once, for stored records too', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await created('Entity', {
      EntityName: 'Crate',
      AllowSoftDelete: true,
      Fields: [
        { FieldName: 'Code', FieldType: 'Text' },
        { FieldName: 'Weight', FieldType: 'Int' },
        { FieldName: 'Double', FieldType: 'Computed', Expression: 'Weight * 2', ResultType: 'Int' },
      ],
    });
    await created('Entity', {
      EntityName: 'Item',
      AllowSoftDelete: true,
      Fields: [
        { FieldName: 'CrateId', FieldType: 'Lookup', TargetId: match('EntityName', 'Crate') },
        { FieldName: 'Grams', FieldType: 'Decimal', Scale: 1 },
        { FieldName: 'Colour', FieldType: 'Text' },
        { FieldName: 'Kilos', FieldType: 'Computed', Expression: 'Grams / 1000', ResultType: 'Decimal', Scale: 4 },
      ],
    });
    await created('Relation', {
      Name: 'CrateItems',
      ParentEntityId: match('EntityName', 'Crate'),
      ChildEntityId: match('EntityName', 'Item'),
      ChildField: 'CrateId',
    });
    for (const Code of ['A', 'B']) await created('Crate', { Code, Weight: 3 });
    const ids = await column('Crate', 'Id');
    for (const [i, Colour] of ['red', 'red', 'blue'].entries())
      await created('Item', { CrateId: ids[0], Grams: `${100 * (i + 1)}.5`, Colour });
  });
  afterAll(() => app.stop());

  const created = async (entity: string, fields: Readonly<Record<string, unknown>>): Promise<string> => {
    const { body } = await ada.insert(entity, fields);
    expect(body.Errors).toEqual([]);
    return body.Result.Id as string;
  };
  /** Values of a field of all records in the order of their creation, as they are written. */
  const column = async (entity: string, name: string): Promise<readonly string[]> => {
    const { text } = await ada.select(entity, { SelectedFields: [name], Sort: [{ FieldName: 'CreatedOn' }] });
    return [...text.matchAll(new RegExp(`\\{"${name}":"?([^"}]*)"?\\}`, 'g'))].map(([, value]) => value);
  };
  const fieldId = async (entity: string, name: string): Promise<string> => {
    const Filters = [
      { FieldName: 'EntityId.EntityName', Operator: 3, Value: entity },
      { FieldName: 'FieldName', Operator: 3, Value: name },
    ];
    return (await ada.select('Field', { WhereClause: { Filters } })).body.Result[0].Id as string;
  };
  const change = async (entity: string, name: string, fields: Readonly<Record<string, unknown>>): Promise<Answer> =>
    ada.update('Field', fields, byId(await fieldId(entity, name)));
  const changed = async (...change_: Parameters<typeof change>): Promise<void> => {
    expect((await change(...change_)).body.Errors).toEqual([]);
  };
  const rollup = (FieldName: string, more: object) => ({
    EntityId: match('EntityName', 'Crate'),
    FieldName,
    FieldType: 'Rollup',
    RelationId: match('Name', 'CrateItems'),
    ...more,
  });

  it('a new rollup has the value of existing children; records keep their version', async () => {
    const mark = await app.mark();
    await created('Field', rollup('Items', { Function: 'Count' }));
    await created('Field', rollup('Kilos', { Function: 'Sum', AggregateField: 'Kilos' }));
    await created('Field', rollup('Heaviest', { Function: 'Max', AggregateField: 'Grams' }));
    expect(await column('Crate', 'Items')).toEqual(['3', '0']);
    expect(await column('Crate', 'Kilos')).toEqual(['0.6015', '0.0000']);
    expect(await column('Crate', 'Heaviest')).toEqual(['300.5', 'null']);
    expect(await column('Crate', 'RowVersion')).toEqual(['1', '1']);
    expect(new Set(await app.changes(mark))).toEqual(new Set(['Create Field']));
  });

  it('a rollup over other children is recomputed and kept up to date by later writes', async () => {
    await changed('Crate', 'Items', { WhereClause: where('Colour', 'EqualTo', 'red') });
    expect(await column('Crate', 'Items')).toEqual(['2', '0']);
    const [crate] = await column('Crate', 'Id');
    await created('Item', { CrateId: crate, Grams: 1, Colour: 'red' });
    expect(await column('Crate', 'Items')).toEqual(['3', '0']);
    await changed('Crate', 'Heaviest', { Function: 'Min' });
    expect(await column('Crate', 'Heaviest')).toEqual(['1.0', 'null']);
  });

  it('a computed field follows its new expression, and so do fields that use it', async () => {
    await created('Field', {
      EntityId: match('EntityName', 'Crate'),
      FieldName: 'Gross',
      FieldType: 'Computed',
      Expression: 'Double + Kilos',
      ResultType: 'Decimal',
      Scale: 2,
    });
    expect(await column('Crate', 'Gross')).toEqual(['6.60', '6.00']);
    await changed('Crate', 'Double', { Expression: 'Weight * 20' });
    expect(await column('Crate', 'Double')).toEqual(['60', '60']);
    expect(await column('Crate', 'Gross')).toEqual(['60.60', '60.00']);
    await changed('Item', 'Kilos', { Expression: 'Grams / 100', Scale: 1 });
    expect(await column('Crate', 'Kilos')).toEqual(['6.0', '0.0']);
    expect(await column('Crate', 'Gross')).toEqual(['66.00', '60.00']);
  });

  it('derived fields follow when a column they read changes its type', async () => {
    await refused(app, () => change('Crate', 'Weight', { FieldType: 'Decimal', Scale: 2 }), 409, 'DeleteBlocked');
    await changed('Crate', 'Double', { ResultType: 'Decimal', Scale: 1 });
    await changed('Crate', 'Weight', { FieldType: 'Decimal', Scale: 2 });
    expect(await column('Crate', 'Double')).toEqual(['60.0', '60.0']);
    await changed('Item', 'Grams', { Scale: 3 });
    expect(await column('Crate', 'Heaviest')).toEqual(['1.000', 'null']);
    const [crate] = await column('Crate', 'Id');
    await created('Item', { CrateId: crate, Grams: '0.125' });
    expect(await column('Crate', 'Heaviest')).toEqual(['0.125', 'null']);
  });

  it('a derived field cannot be part of a unique key', async () => {
    const crate = (await ada.select('Entity', { WhereClause: where('EntityName', 'EqualTo', 'Crate') })).body.Result[0]
      .Id;
    const set = () => ada.update('Entity', { UniqueKeys: [['Double']] }, byId(crate));
    const [detail] = await refused(app, set, 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'UniqueKeys' });
    await refused(app, () => change('Crate', 'Double', { Unique: true }), 400, 'Validation');
  });

  it('a field that others use cannot be deleted; a deleted derived field leaves no column', async () => {
    const kilos = byId(await fieldId('Item', 'Kilos'));
    const [user] = await refused(app, () => ada.delete('Field', kilos), 409, 'DeleteBlocked');
    expect(user.Params).toMatchObject({ Kind: 'Field', Name: 'Crate.Kilos' });
    await refused(app, async () => ada.delete('Field', byId(await fieldId('Crate', 'Double'))), 409, 'DeleteBlocked');
    await ada.delete('Field', byId(await fieldId('Crate', 'Items')));
    const kept = await app.query(
      `SELECT 1 FROM pg_attribute WHERE attrelid = '"${await app.schema()}"."Crate"'::regclass AND attname = 'Items'`,
    );
    expect(kept).toEqual([]);
    await created('Field', rollup('Items', { Function: 'Count' }));
    expect(await column('Crate', 'Items')).toEqual(['5', '0']);
  });

  it('a stored field cannot become a derived one or the reverse', async () => {
    await refused(app, () => change('Crate', 'Gross', { FieldType: 'Decimal' }), 400, 'Validation');
    await refused(
      app,
      () => change('Crate', 'Weight', { FieldType: 'Computed', Expression: 'Double', ResultType: 'Int' }),
      400,
      'Validation',
    );
  });
});
