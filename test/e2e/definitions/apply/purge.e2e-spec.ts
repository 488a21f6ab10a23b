import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';

// Requirement: T59
describe('deleted definitions are restored with their data, or purged with it', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    const Fields = ['Name', 'Note'].map((FieldName) => ({ FieldName, FieldType: 'Text' }));
    await ada.insert('Entity', { EntityName: 'Crate', AllowSoftDelete: true, Fields });
    await ada.insert('Crate', { Name: 'a', Note: 'kept' });
  });
  afterAll(() => app.stop());

  const columns = async (): Promise<number> =>
    (
      await app.query(
        `SELECT 1 FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'Crate' AND column_name = 'Note'`,
        [await app.schema()],
      )
    ).length;
  const bin = (route: string, EntityName: string, WhereClause: unknown) =>
    ada.send('POST', `/records/${route}`, { EntityName, WhereClause });

  it('a field', async () => {
    const note = where('FieldName', 'EqualTo', 'Note');
    const Filters = [
      { FieldName: 'FieldName', Operator: 3, Value: 'Note' },
      { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Crate' },
    ];
    const id = byId((await ada.select('Field', { WhereClause: { Filters } })).body.Result[0].Id);
    expect((await ada.delete('Field', id)).body.Errors).toEqual([]);
    expect((await ada.select('Crate', { WhereClause: where('Note', 'EqualTo', 'kept') })).status).toBe(400);
    expect((await bin('restore', 'Field', id)).body.Errors).toEqual([]);
    expect((await ada.select('Crate', { SelectedFields: ['Note'] })).body.Result).toEqual([{ Note: 'kept' }]);
    await ada.delete('Field', id);
    expect(await columns()).toBe(1);
    expect((await bin('purge', 'Field', id)).body.Errors).toEqual([]);
    expect([await columns(), (await ada.select('Field', { WhereClause: note })).status]).toEqual([0, 200]);
  });

  it('an entity', async () => {
    const id = (await ada.select('Entity', { WhereClause: where('EntityName', 'EqualTo', 'Crate') })).body.Result[0]
      .Id as string;
    await ada.delete('Crate', where('Name', 'EqualTo', 'a'));
    expect((await bin('purge', 'Crate', where('Name', 'EqualTo', 'a'))).body.Errors).toEqual([]);
    expect((await ada.delete('Entity', byId(id))).body.Errors).toEqual([]);
    expect((await bin('purge', 'Entity', byId(id))).body.Errors).toEqual([]);
    expect(await app.query(`SELECT 1 FROM pg_class WHERE relname = 'Crate'`)).toEqual([]);
    expect((await ada.insert('Entity', { EntityName: 'Crate' })).body.Errors).toEqual([]);
  });
});
