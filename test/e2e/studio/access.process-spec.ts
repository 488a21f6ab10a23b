import type { Page } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { CUSTOMER } from '../../support/demo.js';
import { where } from '../../support/test-app.js';
import { choose, picture, StudioBrowser } from '../../support/studio-browser.js';

const ROLE_NAME = 'NightDesk';

BROWSER.describe('access in the studio', () => {
  let studio: StudioBrowser;
  let roleAddress: string;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** Scopes that a role gives of an entity. */
  async function scopesOf(entityName: string): Promise<unknown> {
    const ada = studio.app.as('ada.admin');
    const [{ Id }] = (await ada.select('Role', { WhereClause: where('Name', 'EqualTo', ROLE_NAME) })).body.Result;
    const rows = await ada.select('RoleAccess', { WhereClause: where('RoleId', 'EqualTo', Id) });
    return rows.body.Result.find((row: { EntityName: string }) => row.EntityName === entityName);
  }

  /** Leaves the role as another administrator would see it. */
  const openRole = async (): Promise<Page> => {
    const page = await studio.as('ada.admin', roleAddress.replace(/.*Development/, ''));
    await page.getByRole('heading', { level: 1, name: ROLE_NAME }).waitFor();
    return page;
  };

  it('makes a role from another one, shows who would gain what, and saves it', async () => {
    const page = await studio.as('ada.admin', '/access/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(ROLE_NAME);
    await choose(dialog.getByRole('combobox', { name: 'With the access of' }), 'SalesRep');
    await picture(page, 'new-role');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: ROLE_NAME }).waitFor();
    roleAddress = page.url();
    expect(await scopesOf('Customer')).toMatchObject({ Read: 'Own', Delete: 'None' });

    await page.getByRole('combobox', { name: 'Customer, Read' }).selectOption('All');
    await page.getByRole('tab', { name: '0 members' }).click();
    await choose(page.getByRole('combobox', { name: 'Add a member' }), 'Omar Outside');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('will be added').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Who gains and loses what' });
    const row = preview.getByRole('row', { name: /^Customer Read 1 / });
    await row.getByRole('link', { name: 'Alpenmarkt AG' }).or(row.getByRole('link').first()).first().waitFor();
    await preview.getByRole('button', { name: /^omar\.outside/ }).click();
    await preview.getByRole('cell', { name: 'None → All' }).first().waitFor();
    await picture(page, 'access-preview');
    expect(await scopesOf('Customer')).toMatchObject({ Read: 'Own' });
    await preview.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await scopesOf('Customer')).toMatchObject({ Read: 'All', Delete: 'None' });
    await page.getByRole('tab', { name: '1 member' }).waitFor();
    const omar = await studio.app.as('omar.outside').row('Customer', CUSTOMER.fern);
    expect(omar).toMatchObject({ Id: CUSTOMER.fern });
  });

  it('lets who was refused ask why, and answers with a true sentence', async () => {
    const page = await studio.as('nina.north', `/records/Customer/${CUSTOMER.alpenmarkt}`);
    await page.getByRole('heading', { level: 1, name: 'Alpenmarkt AG' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Customer' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Explain access' }).click();
    await page.getByRole('button', { name: /Entity/ }).click();
    await page.getByRole('option', { name: 'Customer', exact: true }).click();
    await page.getByRole('button', { name: /Operation/ }).click();
    await page.getByRole('option', { name: 'delete' }).click();
    await page.getByText('Nina North may not delete any Customers: No role gives').waitFor();
    await picture(page, 'explain-nina');
    await page.getByText('Administrators of this environment give roles and teams').waitFor();
  });

  it('gives labels and reasons in the language of the reader', async () => {
    const look = { language: 'de-AT' };
    const list = await studio.as('nina.north', '/records/Customer', look);
    await list.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
    await list.getByRole('link', { name: 'Aufträge' }).waitFor();
    const explanation = await studio.as('nina.north', '/access/explain?entity=Customer&operation=Delete', look);
    await explanation.getByText('Nina North darf Kunden nicht löschen: Keine Rolle gibt').waitFor();
    await explanation.getByText('(löschen: Kunde)').first().waitFor();
  });

  it('explains the access of another user to an administrator, with ways to change it', async () => {
    const page = await studio.as('ada.admin', '/access/explain?entity=Customer&operation=Delete');
    await page.getByText('Ada Admin may delete all Customers').waitFor();
    await choose(page.getByRole('combobox', { name: 'Who' }), 'Nina North');
    await page.getByText('Nina North may not delete any Customers: No role gives').waitFor();
    await picture(page, 'explain-other');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Roles and teams of Nina North' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nina North' }).waitFor();
    await page.getByRole('link', { name: 'SalesRep' }).first().waitFor();
  });

  it('tells the second of two administrators what the first has changed, and overwrites nothing', async () => {
    const [first, second] = [await openRole(), await openRole()];
    await second.getByRole('combobox', { name: 'Order, Read' }).selectOption('Team');
    await second.getByRole('combobox', { name: 'Contact, Read' }).selectOption('Team');
    await first.getByRole('combobox', { name: 'Order, Read' }).selectOption('All');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await second.getByText('Another user has changed this role since you began').waitFor();
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByRole('alert').getByText('Nothing was saved.').waitFor();
    await picture(second, 'role-stale');
    expect(await scopesOf('Order')).toMatchObject({ Read: 'All' });
    expect(await scopesOf('Contact')).toMatchObject({ Read: 'Own' });
    await second.getByRole('button', { name: 'Go on from what is stored' }).click();
    await second.getByText(/theirs were kept: .*Order/).waitFor();
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await scopesOf('Order')).toMatchObject({ Read: 'All' });
    expect(await scopesOf('Contact')).toMatchObject({ Read: 'Team' });
  });

  it('shows who would gain and lose what before it clones into a role that has members', async () => {
    const page = await openRole();
    await page.getByRole('button', { name: 'Clone from another role' }).click();
    const dialog = page.getByRole('dialog', { name: `Clone into ${ROLE_NAME}` });
    await choose(dialog.getByRole('combobox', { name: 'Clone from' }), 'FinanceManager');
    const changes = dialog.getByRole('region', { name: 'Who gains and loses what' });
    await changes.getByRole('row', { name: /^Invoice Read 1 / }).waitFor();
    await changes.getByRole('button', { name: /^omar\.outside/ }).click();
    await changes.getByRole('cell', { name: 'None → All' }).first().waitFor();
    await picture(page, 'clone-preview');
    expect(await scopesOf('Invoice')).toMatchObject({ Read: 'Own' });
    await dialog.getByRole('button', { name: 'Clone from another role' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await scopesOf('Invoice')).toMatchObject({ Read: 'All' });
  });
});
