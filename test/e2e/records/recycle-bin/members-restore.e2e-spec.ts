import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

// See docs/interface/records.md#restore
describe('restore by members', () => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await TestApp.start();
    const admin = app.as('ada.admin');
    const Fields = [{ FieldName: 'Title', FieldType: 'Text', Unique: true }];
    for (const EntityName of ['Memo', 'Strict']) {
      const entity = { EntityName, AllowSoftDelete: true, MembersRestore: EntityName === 'Memo', Fields };
      await admin.inserted('Entity', entity);
    }
    const access = (scopes: object) => ['Memo', 'Strict'].map((EntityName) => ({ EntityName, ...scopes }));
    const roles = {
      writer: access({ Create: 'Own', Read: 'All', Update: 'Own', Delete: 'Own' }),
      reader: access({ Read: 'All', Update: 'All' }),
    };
    for (const [Name, RoleAccess] of Object.entries(roles)) {
      ids[Name] = await admin.inserted('Role', { Name, RoleAccess });
    }
    for (const [name, role] of [
      ['wendy', 'writer'],
      ['wilma', 'writer'],
      ['rita', 'reader'],
    ]) {
      await admin.inserted('User', { UserName: name, DisplayName: name, UserRole: [{ RoleId: ids[role] }] });
    }
  });
  afterAll(() => app.stop());

  const deleted = async (entity: string, Title: string): Promise<string> => {
    const id = await app.as('wendy').inserted(entity, { Title });
    expect((await app.as('wendy').delete(entity, byId(id))).status).toBe(200);
    return id;
  };
  const outcome = ({ status, body }: Answer): unknown => [status, body.ErrorDetails[0]?.Code, body.RecordAffected];

  it('brings back what the member may delete', async () => {
    const id = await deleted('Memo', 'one');
    expect(outcome(await app.as('wendy').restore('Memo', byId(id), { DryRun: true }))).toEqual([200, undefined, 1]);
    expect(await app.as('wendy').row('Memo', id)).toBeUndefined();
    expect(outcome(await app.as('wendy').restore('Memo', byId(id)))).toEqual([200, undefined, 1]);
    expect((await app.as('wendy').row('Memo', id)).Title).toBe('one');
  });

  it('refuses records of others, and members who may not delete', async () => {
    const id = await deleted('Memo', 'two');
    expect(outcome(await app.as('wilma').restore('Memo', byId(id)))).toEqual([403, 'OutOfScope', 0]);
    expect(outcome(await app.as('wilma').restore('Memo', where('Title', 'EqualTo', 'two')))).toEqual([
      403,
      'OutOfScope',
      0,
    ]);
    expect(outcome(await app.as('rita').restore('Memo', byId(id)))).toEqual([403, 'ScopeNone', 0]);
    expect(await app.as('ada.admin').row('Memo', id)).toBeUndefined();
  });

  it('is for Administrators where the entity does not allow it, and a purge always is', async () => {
    const [strict, memo] = [await deleted('Strict', 'three'), await deleted('Memo', 'four')];
    for (const answer of [
      await app.as('wendy').restore('Strict', byId(strict)),
      await app.as('wendy').restore('constructor', byId(strict)),
      await app.as('wendy').purge('Memo', byId(memo)),
    ]) {
      expect(outcome(answer)).toEqual([403, 'AdministratorRequired', 0]);
    }
    const allow = { MembersRestore: true };
    await app.as('ada.admin').update('Entity', allow, where('EntityName', 'EqualTo', 'Strict'));
    expect(outcome(await app.as('wendy').restore('Strict', byId(strict)))).toEqual([200, undefined, 1]);
  });

  it('takes part in the conflicts of a restore', async () => {
    const id = await deleted('Memo', 'five');
    await app.as('wendy').inserted('Memo', { Title: 'five' });
    expect(outcome(await app.as('wendy').restore('Memo', byId(id)))).toEqual([409, 'Conflict', 0]);
  });
});
