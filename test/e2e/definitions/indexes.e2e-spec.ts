import { match, TestApp, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Fields of a parcel; each index test adds its own indexes. */
const FIELDS = [
  { FieldName: 'Title', FieldType: 'Text' },
  { FieldName: 'Code', FieldType: 'Text', CaseInsensitive: true, MaxLength: 40 },
  { FieldName: 'State', FieldType: 'Enum', Values: ['Open', 'Sent', 'Lost'] },
  { FieldName: 'Weight', FieldType: 'Decimal' },
  { FieldName: 'DueOn', FieldType: 'Date' },
];

// See docs/definitions.md#indexes
describe('indexes are definitions', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');

  const define = async (EntityName: string, more: object = {}): Promise<void> => {
    const { status, text } = await ada().insert('Entity', { EntityName, Fields: FIELDS, ...more });
    expect([status, text]).toEqual([200, expect.any(String)]);
  };
  const insertIndex = (entityName: string, Name: string, Fields: unknown, more: object = {}) =>
    ada().insert('Index', { EntityId: match('EntityName', entityName), Name, Fields, ...more });
  const stateOf = async (name: string): Promise<unknown> => {
    const SelectedFields = ['State', 'Error'];
    const WhereClause = where('Name', 'EqualTo', name);
    return (await ada().select('Index', { SelectedFields, WhereClause })).body.Result[0];
  };
  const READY = { State: 'Ready', Error: null };
  const isReady = (name: string) => async (): Promise<boolean> =>
    JSON.stringify(await stateOf(name)) === JSON.stringify(READY);
  const indexesOf = async (table: string): Promise<readonly string[]> =>
    (
      await app.query<{ definition: string }>(
        `SELECT pg_get_indexdef(x.indexrelid) AS definition FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
         WHERE t.relname = $1 AND x.indisvalid ORDER BY 1`,
        [table],
      )
    ).map(({ definition }) => definition.replace(/^CREATE (UNIQUE )?INDEX "[^"]*" ON [^ ]+ USING btree /, '$1'));

  it('makes those of a new entity with its table, and those of a table beside writes', async () => {
    await define('Parcel', {
      Fields: FIELDS.map((field) => ({ ...field, Indexed: field.FieldName === 'DueOn' })),
      Indexes: [{ Name: 'ByState', Fields: [{ FieldName: 'State' }, { FieldName: 'Weight', Direction: 2 }] }],
    });
    expect(await indexesOf('Parcel')).toEqual(
      expect.arrayContaining([
        '("DueOn", "Id") WHERE (NOT "IsDeleted")',
        expect.stringContaining('"Weight" DESC, "Id" DESC) WHERE (NOT "IsDeleted")'),
      ]),
    );
    await until('it is reported', isReady('ByState'));
    const open = where('State', 'EqualTo', 'Open');
    const added = await insertIndex('Parcel', 'OpenByCode', [{ FieldName: 'code', Direction: 'ASC' }], {
      WhereClause: open,
    });
    expect([added.status, added.body.Result.State]).toEqual([200, 'Building']);
    await until('it is made', isReady('OpenByCode'));
    expect(await indexesOf('Parcel')).toContainEqual(expect.stringContaining('lower'));

    const SelectedFields = ['FieldName', 'IndexState', 'IndexError'];
    const WhereClause = where('EntityId.EntityName', 'EqualTo', 'Parcel');
    const { body } = await ada().select('Field', { SelectedFields, WhereClause, Sort: [{ FieldName: 'FieldName' }] });
    expect(body.Result.slice(0, 2)).toEqual([
      { FieldName: 'Code', IndexState: null, IndexError: null },
      { FieldName: 'DueOn', IndexState: 'Ready', IndexError: null },
    ]);
  });
});
