import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, match, type Row, TestApp } from '../../../support/test-app.js';

describe('saved views of several users', () => {
  let app: TestApp;
  let query: string;
  const [ada, nina, sara] = ['ada.admin', 'nina.north', 'sara.south'].map((user) => (): Caller => app.as(user));

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api' });
    query = await ada().inserted('SavedQuery', { Name: 'Names', EntityName: 'Customer', SelectedFields: ['Name'] });
    const scopes = { Create: 'Own', Read: 'Own', Update: 'Own', Delete: 'Own' };
    await ada().inserted('RoleAccess', { RoleId: match('Name', 'SalesRep'), EntityName: 'SavedView', ...scopes });
    for (const EntityName of ['SavedQuery', 'Role'])
      await ada().inserted('RoleAccess', { RoleId: match('Name', 'SalesRep'), EntityName, Read: 'All' });
  });
  afterAll(() => app.stop());

  const view = (fields: Row): Row => ({ SavedQueryId: query, Name: 'Mine', Visibility: 'Private', ...fields });
  const ran = async (as: Caller, SavedView: string): Promise<readonly string[]> => {
    const { body } = await as.send('POST', `/queries/execute/${query}`, { SavedView, Pager: { PageSize: 1 } });
    return Object.keys(body.Result[0]);
  };
  const ok = async (answer: Promise<Answer>): Promise<void> => expect((await answer).body.Errors).toEqual([]);

  it('have names of their own for each owner, and a name means the caller’s own', async () => {
    const shared = await ada().inserted('SavedView', view({ Visibility: 'All', SelectedFields: ['Name', 'Segment'] }));
    await nina().inserted('SavedView', view({ SelectedFields: ['TaxId'] }));
    const own = await sara().inserted('SavedView', view({ SelectedFields: ['Email'] }));
    expect(await ran(nina(), 'mine')).toEqual(['TaxId']);
    expect(await ran(sara(), 'Mine')).toEqual(['Email']);
    expect(await ran(ada(), 'Mine')).toEqual(['Name', 'Segment']);
    expect(await ran(sara(), shared)).toEqual(['Name', 'Segment']);
    expect(await ran(sara(), own)).toEqual(['Email']);
    await refused(app, () => nina().insert('SavedView', view({ Name: 'MINE' })), 409, 'Conflict');
  });

  it.each<[how: string, fields: Row]>([
    ['for all', { Visibility: 'All' }],
    ['for all by default', { Visibility: null }],
    ['for a role', { Visibility: 'Role', RoleId: match('Name', 'SalesRep') }],
  ])('are published %s by who may update the query alone', async (_, fields) => {
    const published = view({ Name: 'Ours', SelectedFields: ['Name'], ...fields });
    const given = Object.fromEntries(Object.entries(published).filter(([, value]) => value !== null));
    await refused(app, () => nina().insert('SavedView', given), 403, 'AdministratorRequired');
    const id = await nina().inserted('SavedView', view({ Name: 'Ours', SelectedFields: ['Name'] }));
    const changed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? 'All']));
    await refused(app, () => nina().update('SavedView', changed, byId(id)), 403, 'AdministratorRequired');
    await ok(nina().update('SavedView', { SelectedFields: ['Name', 'Email'] }, byId(id)));
    await ok(ada().update('SavedView', changed, byId(id)));
    await refused(
      app,
      () => nina().update('SavedView', { SelectedFields: ['Name'] }, byId(id)),
      403,
      'AdministratorRequired',
    );
    await ok(nina().delete('SavedView', byId(id)));
  });

  it.each<[what: string, body: Row, path: string]>([
    ['a member', { AsOf: '2026-01-01' }, 'AsOf'],
    ['an option', { Options: { OnConflict: 'Skip' } }, 'Options.OnConflict'],
  ])('are not run with %s that would change the answer, and neither are selects', async (_, body, Path) => {
    const calls: readonly (() => Promise<Answer>)[] = [
      () => nina().send('POST', `/queries/execute/${query}`, body),
      () => nina().select('Customer', body),
    ];
    for (const call of calls) expect((await refused(app, call, 400, 'UnknownMember'))[0]).toMatchObject({ Path });
  });

  it('refuses unknown options of writes', async () => {
    const Options = { OnConflict: 'Ignore' };
    const write = (): Promise<Answer> => nina().update('Note', { Subject: 'x' }, byId(query), Options);
    expect((await refused(app, write, 400, 'UnknownMember'))[0]).toMatchObject({ Path: 'Options.OnConflict' });
  });
});
