import type { Page } from 'playwright-core';
import { USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { choose, picture, StudioBrowser } from '../../support/studio-browser.js';
import { where } from '../../support/test-app.js';

const OF_USER = { Match: { FieldName: 'EntityName', Value: 'User' } };

/** Saves the changes of the page, and waits until they are stored. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
}

BROWSER.describe('users and teams in the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    const ada = studio.app.as('ada.admin');
    await ada.inserted('Field', { EntityId: OF_USER, FieldName: 'DeskNumber', FieldType: 'Int', Label: 'Desk' });
    const [{ Id: RoleId }] = (await ada.select('Role', { WhereClause: where('Name', 'EqualTo', 'SalesManager') })).body
      .Result;
    await ada.inserted('RoleAccess', { RoleId, EntityName: 'User', Create: 'Own', Read: 'All', Update: 'Own' });
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** The stored row of an entity with a value. */
  async function rowOf(entityName: string, field: string, value: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await studio.app
      .as('ada.admin')
      .select(entityName, { WhereClause: where(field, 'EqualTo', value) });
    return body.Result[0];
  }

  it('makes a user from the fields of the environment, names faults at their fields, and gives a role', async () => {
    const page = await studio.as('ada.admin', '/access/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    const name = dialog.getByRole('textbox', { name: 'User name' });
    await name.fill('nina.north');
    await dialog.getByRole('textbox', { name: 'Desk' }).fill('17');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Name: Please fill this in.').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await picture(page, 'new-user');
    await name.fill('nora.new');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora New');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nora New' }).waitFor();
    expect(await rowOf('User', 'UserName', 'nora.new')).toMatchObject({ DeskNumber: 17, IsActive: true });
    await choose(page.getByRole('combobox', { name: 'Add a role' }), 'SalesRep');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page);
    await page.getByRole('link', { name: 'SalesRep' }).waitFor();
    expect((await studio.app.as('nora.new').get('/me')).body.Result.Roles).toMatchObject([{ Name: 'SalesRep' }]);
  });

  it('deactivates a user after it has shown what they lose', async () => {
    const page = await studio.as('ada.admin', `/access/users/${USER.nils}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Who gains and loses what' });
    await preview.getByRole('button', { name: /^nils\.north/ }).waitFor();
    await picture(page, 'deactivate');
    await preview.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    await page.getByText('Inactive', { exact: true }).waitFor();
    expect((await studio.app.as('nils.north').get('/me')).status).toBe(401);
  });

  it('shows the field of a fault that was met on another tab', async () => {
    const page = await studio.as('ada.admin', `/access/users/${USER.nina}?tab=data`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody');
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor();
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^E-mail: / })
      .waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('makes a team, renames it, and says at its field that a name is taken', async () => {
    const page = await studio.as('ada.admin', '/access/users?tab=teams');
    await page.getByRole('button', { name: 'New team' }).click();
    const dialog = page.getByRole('dialog', { name: 'New team' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('NightShift');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Finance');
    await choose(page.getByRole('combobox', { name: 'Add a member' }), 'Nina North');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Name: Another record has this value already.').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText('Go on from what is stored').count()).toBe(0);
    await picture(page, 'rename-team');
    await name.fill('LateShift');
    await save(page);
    await page.getByRole('button', { name: /^LateShift 1 member/ }).waitFor();
    expect(await rowOf('Team', 'Name', 'LateShift')).toBeDefined();
  });

  it('lets a manager who may insert users do so, and offers nothing that is for Administrators', async () => {
    const page = await studio.as('mona.manager');
    await page.getByRole('link', { name: 'Users and teams' }).click();
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByRole('textbox', { name: 'User name' }).fill('mia.made');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mia Made');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mia Made' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Data']);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    expect(await page.getByRole('button', { name: 'Preview' }).count()).toBe(0);
    await picture(page, 'user-by-manager');
    await save(page);
    expect(await rowOf('User', 'UserName', 'mia.made')).toMatchObject({ IsActive: false });
  });
});
