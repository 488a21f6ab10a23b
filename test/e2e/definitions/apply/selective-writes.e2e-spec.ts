import { type Caller, TestApp, where } from '../../../support/test-app.js';

const byId = (id: string) => where('Id', 'EqualTo', id);

describe('a write of definitions that checks what it concerns', () => {
  let app: TestApp;
  let ada: Caller;
  let entity: string;
  let role: string;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    entity = await ada.inserted('Entity', { EntityName: 'Crate' });
    role = await ada.inserted('Role', { Name: 'Packer' });
  });
  afterAll(() => app.stop());

  const field = (FieldName: string) => ({ EntityId: entity, FieldName, FieldType: 'Text', MaxLength: 10 });
  const selects = async (name: string, caller = ada): Promise<number> =>
    (await caller.select('Crate', { SelectedFields: [name] })).status;

  it('serves the definitions of before after a dry run has checked others', async () => {
    const EntityName = 'Field';
    const Fields = Object.entries(field('Tried')).map(([FieldName, Value]) => ({ FieldName, Value }));
    const tried = await ada.send('POST', '/records/insert', { EntityName, Fields, Options: { DryRun: true } });
    expect(tried.body.Errors).toEqual([]);
    expect(await selects('Tried')).toBe(400);
    await ada.inserted('Field', field('Stored'));
    expect([await selects('Stored'), await selects('Tried')]).toEqual([200, 400]);
  });

  it('does not report an old fault that it does not concern, and reports it when its definition is written', async () => {
    const access = await ada.inserted('RoleAccess', { RoleId: role, EntityName: 'Crate', Read: 'All' });
    // As an older version may have left it.
    const schema = await app.schema();
    await app.query(`UPDATE "${schema}"."RoleAccess" SET "EntityName" = 'Gone' WHERE "Id" = $1`, [access]);
    await ada.inserted('Field', field('Other'));
    const faulty = await ada.update('RoleAccess', { Read: 'Own' }, byId(access));
    expect(faulty.body.Errors).toEqual(['There is no entity Gone.']);
    const repaired = await ada.update('RoleAccess', { EntityName: 'Crate' }, byId(access));
    expect(repaired.body.Errors).toEqual([]);
    expect((await ada.update('RoleAccess', { Read: 'Own' }, byId(access))).status).toBe(200);
  });

  it('refuses what makes a fault of an unchanged definition', async () => {
    const id = await ada.inserted('Field', field('Used'));
    await ada.inserted('RoleAccess', {
      RoleId: await ada.inserted('Role', { Name: 'Writer' }),
      EntityName: 'Crate',
      WritableFields: ['Used'],
    });
    const refused = await ada.delete('Field', byId(id));
    expect(refused.body.ErrorDetails).toMatchObject([{ Code: 'DeleteBlocked', Params: { Kind: 'RoleAccess' } }]);
    expect(await selects('Used')).toBe(200);
  });

  it('accepts one of two writes at once that exclude each other', async () => {
    const id = await ada.inserted('Field', field('Wanted'));
    const RoleId = await ada.inserted('Role', { Name: 'Second' });
    const answers = await Promise.all([
      ada.delete('Field', byId(id)),
      ada.insert('RoleAccess', { RoleId, EntityName: 'Crate', WritableFields: ['Wanted'] }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is known on another node', async () => {
    const other = await app.startAnother();
    try {
      const there = other.as('ada.admin');
      expect(await selects('Stored', there)).toBe(200);
      await there.inserted('Field', field('Afar'));
      expect(await selects('Afar', there)).toBe(200);
      await ada.inserted('Field', field('Near'));
      expect([await selects('Near'), await selects('Afar')]).toEqual([200, 200]);
    } finally {
      await other.stop();
    }
  });
});
