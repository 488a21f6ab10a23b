import { USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { TestApp } from '../../../support/test-app.js';

// See docs/interface/access.md#effective-access
describe('access of another user', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const PATHS = ['/access', '/access?entityName=Customer', '/permissions', '/entities'];
  const about = (path: string, userId: string): string => `${path}${path.includes('?') ? '&' : '?'}userId=${userId}`;

  it.each(PATHS)('answers an Administrator what the user is answered: %s', async (path) => {
    for (const [name, id] of [
      ['nina.north', USER.nina],
      ['fia.clerk', USER.fia],
      ['omar.outside', USER.omar.toUpperCase()],
    ]) {
      const { body } = await app.as(name).get(path);
      const asked = await app.as('ada.admin').get(about(path, id));
      expect(asked.body).toMatchObject({ Result: body.Result, TotalRecords: body.TotalRecords, Log: [] });
    }
  });

  it.each(PATHS)('answers every user about themselves: %s', async (path) => {
    const own = await app.as('nina.north').get(path);
    expect((await app.as('nina.north').get(about(path, USER.nina))).body.Result).toEqual(own.body.Result);
  });

  it.each(PATHS)('answers no other member: %s', async (path) => {
    const nina = app.as('nina.north');
    const [fault] = await refused(app, () => nina.get(about(path, USER.ada)), 403, 'AdministratorRequired');
    expect(fault).toMatchObject({ Path: 'userId', Params: { Kind: 'Administrator' } });
    // The answer does not say whether there is such a user.
    await refused(app, () => nina.get(about(path, USER.bob)), 403, 'AdministratorRequired');
  });

  it.each(PATHS)('knows neither missing users nor those of other tenants: %s', async (path) => {
    const ada = app.as('ada.admin');
    for (const id of [USER.bob, '00000000-0000-0000-0000-000000000000', '6a5f8344-0000-4000-8000-000000000000']) {
      const [fault] = await refused(app, () => ada.get(about(path, id)), 404, 'NotFound');
      expect(fault).toMatchObject({ FieldName: 'userId', Path: 'userId' });
    }
    await refused(app, () => ada.get(about(path, 'nina.north')), 400, 'Validation');
    await refused(app, () => ada.get(`${about(path, USER.nina)}&userId=${USER.nina}`), 400, 'Validation');
  });

  it('gives an inactive user nothing', async () => {
    const ada = app.as('ada.admin');
    const { body } = await ada.get(about('/access?entityName=Customer', USER.dirkDisabled));
    expect(body.Result).toEqual([
      { EntityName: 'Customer', Create: 'None', Read: 'None', Update: 'None', Delete: 'None' },
    ]);
    expect((await ada.get(about('/permissions', USER.dirkDisabled))).body.Result).toEqual([]);
  });
});
