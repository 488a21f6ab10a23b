import type { Page } from 'playwright-core';
import { USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { StudioBrowser } from '../../support/studio-browser.js';
import { where } from '../../support/test-app.js';

/** Addresses that a user may not use, and what the way to the explanation asks. */
const REFUSED = [
  ['nina.north', '/access/roles', 'entity=Role&operation=Read'],
  ['nina.north', '/access/users', 'entity=User&operation=Read'],
  ['nina.north', '/access/users?tab=teams', 'entity=Team&operation=Read'],
  ['nina.north', `/access/users/${USER.mona}`, 'entity=User&operation=Read'],
  ['nina.north', '/run/Nothing', 'operation=Execute'],
  ['omar.outside', '/run', 'operation=Execute'],
] as const;

BROWSER.describe('a user who is refused in the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** Follows the way to the explanation. @returns the question in its address */
  async function question(page: Page): Promise<string> {
    await page.getByRole('main').getByRole('link', { name: 'Why? Who could?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Explain access' }).waitFor();
    return new URL(page.url()).search.slice(1);
  }

  it.each(REFUSED)('%s at %s finds the explanation of %s', async (user, path, asked) => {
    expect(await question(await studio.as(user, path))).toBe(asked);
  });

  it('finds the explanation of a change of access that goes beyond their own', async () => {
    const ada = studio.app.as('ada.admin');
    const [{ Id: RoleId }] = (await ada.select('Role', { WhereClause: where('Name', 'EqualTo', 'SalesManager') })).body
      .Result;
    await ada.inserted('RoleAccess', { RoleId, EntityName: 'User', Create: 'All', Read: 'All', Update: 'All' });
    const page = await studio.as('mona.manager', `/access/users/${USER.ada}?tab=data`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@northgate.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await question(page)).toBe('entity=User&operation=Update');
  });
});
