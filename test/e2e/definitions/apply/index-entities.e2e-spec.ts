import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { assignments, match, TestApp, where } from '../../../support/test-app.js';

const FIELDS = ['Title', 'Code', 'Weight', 'State'].map((FieldName) => ({ FieldName, FieldType: 'Int' }));
/** Keys of an index by one field. */
const by = (FieldName: string, Direction = 1) => [{ FieldName, Direction }];

// See docs/definitions.md#indexes
describe('an index has the name of its entity', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await ada().inserted('Entity', { EntityName: 'Parcel', Fields: FIELDS });
    await ada().inserted('Index', { EntityName: 'pARCEL', Name: 'ByWeight', Fields: by('Weight') });
  });
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');
  const isParcel = match('EntityName', 'Parcel');

  /** Names of the indexes that a filter by the name of the entity finds, with that name as it is stored. */
  const indexesOf = async (name: string, caller = ada()): Promise<readonly string[]> => {
    const SelectedFields = ['EntityName', 'Name'];
    const { body } = await caller.select('Index', {
      SelectedFields,
      WhereClause: where('EntityName', 'EqualTo', name),
    });
    const found = body.Result as readonly { readonly EntityName: string; readonly Name: string }[];
    return found.map(({ EntityName, Name }) => `${EntityName}.${Name}`).toSorted();
  };

  it('in the spelling of the entity, and is found by it in any letter case', async () => {
    const Fields = by('Weight', 2).concat(by('Code'));
    const added = await ada().insert('Index', { Name: 'Named', Fields, EntityName: 'PARCEL' });
    expect([added.status, added.body.Result]).toEqual([200, expect.objectContaining({ EntityName: 'Parcel' })]);
    const SelectedFields = ['EntityName', 'EntityId.EntityName'];
    const { body } = await ada().select('Index', { SelectedFields, WhereClause: where('Name', 'EqualTo', 'Named') });
    expect(body.Result).toEqual([{ EntityName: 'Parcel', 'EntityId.EntityName': 'Parcel' }]);
    expect(await indexesOf('parcel')).toEqual(['Parcel.ByWeight', 'Parcel.Named']);
  });

  it('when it is made with its entity, or by an update of it', async () => {
    const Indexes = [
      { EntityName: 'pallet', Name: 'A', Fields: by('Title') },
      { Name: 'B', Fields: by('Code') },
    ];
    await ada().inserted('Entity', { EntityName: 'Pallet', Fields: FIELDS, Indexes });
    const Create = [
      { EntityName: 'PALLET', Name: 'C', Fields: by('Weight') },
      { Name: 'D', Fields: by('State') },
    ];
    const isPallet = where('EntityName', 'EqualTo', 'Pallet');
    const { status, text } = await ada().update('Entity', { Indexes: { Create } }, isPallet);
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect(await indexesOf('Pallet')).toEqual(['Pallet.A', 'Pallet.B', 'Pallet.C', 'Pallet.D']);
  });

  it('when it is made by an upsert, and when that changes it', async () => {
    const Id = await ada().inserted('Entity', { EntityName: 'Crate', Fields: FIELDS });
    for (const Fields of [by('Title'), by('Code')]) {
      const values = { EntityId: Id, EntityName: 'crate', Name: 'Upserted', Fields };
      const { status, text } = await ada().upsert('Index', ['EntityId', 'Name'], values);
      expect([status, text]).toEqual([200, expect.any(String)]);
    }
    const both = { EntityName: 'CRATE', EntityId: Id, Name: 'Both', Fields: by('State') };
    expect((await ada().insert('Index', both)).status).toBe(200);
    expect(await indexesOf('Crate')).toEqual(['Crate.Both', 'Crate.Upserted']);
  });

  it('when it is made in a batch after its entity, and in bulk', async () => {
    const index = { EntityId: match('EntityName', 'Sack'), Name: 'InBatch', Fields: by('Title') };
    const steps = [
      { Operation: 'Insert', EntityName: 'Entity', Fields: assignments({ EntityName: 'Sack', Fields: FIELDS }) },
      { Operation: 'Insert', EntityName: 'Index', Fields: assignments(index) },
    ];
    const batch = await ada().batch(steps);
    expect([batch.status, batch.text]).toEqual([200, expect.any(String)]);
    const bulk = await ada().send('POST', '/records/bulk-insert', {
      EntityName: 'Index',
      Fields: ['Name', 'EntityName', 'Fields'],
      Values: [
        ['InBulk', 'sack', by('Weight')],
        ['Too', 'Sack', by('Code')],
      ],
    });
    expect([bulk.status, bulk.body.Result.Inserted]).toEqual([200, 2]);
    expect(await indexesOf('Sack')).toEqual(['Sack.InBatch', 'Sack.InBulk', 'Sack.Too']);
  });

  it('when a definition file has it', async () => {
    const index = (Name: string, FieldName: string, more: object = {}) => ({ Name, Fields: by(FieldName), ...more });
    const loadWith = (EntityName: string): Promise<void> => {
      const Indexes = [index('A', 'Title'), index('B', 'Code', { EntityName })];
      return loadDemoCopy(app, { Entities: [{ EntityName: 'Barrel', Fields: FIELDS, Indexes }] });
    };
    await expect(loadWith('Order')).rejects.toThrow('Barrel, B: EntityName is another than that of EntityId, Barrel.');
    await loadWith('Barrel');
    expect(await indexesOf('Barrel', app.as('ada.admin', COPY))).toEqual(['Barrel.A', 'Barrel.B']);
  });

  const OTHER = 'Parcel, Bad: EntityName is another than that of EntityId, Parcel.';
  it.each([
    ['an unknown entity', { EntityName: 'Parcl' }, `There is no entity 'Parcl'. Did you mean 'Parcel'?`],
    ['no text', { EntityName: 5 }, 'EntityName must be text, not 5.'],
    [
      'a hostile name',
      { EntityName: `Parcel"; --${'x'.repeat(1_000)}` },
      expect.stringMatching(/^There is no .{1,150}$/),
    ],
    ['neither', {}, 'EntityId is required.'],
    ['null', { EntityName: null }, 'EntityId is required.'],
    ['two entities', { EntityName: 'Customer', EntityId: isParcel }, OTHER],
    ['two entities, the Id first', { EntityId: isParcel, EntityName: 'Customer' }, OTHER],
    ['an unknown one beside a known one', { EntityId: isParcel, EntityName: 'Nix' }, OTHER],
  ])('refuses %s', async (_, more, message) => {
    const { status, body } = await ada().insert('Index', { Name: 'Bad', Fields: by('Title'), ...more });
    const told = body.ErrorDetails.map(({ Message }: { readonly Message: string }) => Message);
    expect([status, told]).toEqual([400, [message]]);
  });

  it('refuses another entity than that of the parent', async () => {
    const index = { EntityName: 'Parcel', Name: 'Bad', Fields: by('Title') };
    const added = await ada().insert('Entity', { EntityName: 'Barrel', Fields: FIELDS, Indexes: [index] });
    expect([added.status, added.body.ErrorDetails]).toEqual([
      400,
      [expect.objectContaining({ FieldName: 'EntityName', Path: expect.stringContaining('Fields[2]') })],
    ]);
  });

  it('never changes it', async () => {
    const byWeight = where('Name', 'EqualTo', 'ByWeight');
    const changed = await ada().update('Index', { EntityName: 'Customer' }, byWeight);
    expect([changed.status, changed.body.ErrorDetails[0].FieldName]).toEqual([400, 'EntityName']);
    expect((await ada().update('Index', { EntityName: 'parcel' }, byWeight)).status).toBe(200);
    expect(await indexesOf('Parcel')).toContain('Parcel.ByWeight');
  });
});
