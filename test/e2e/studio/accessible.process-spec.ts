import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { CUSTOMER, ROLE, USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { type Look, picture, StudioBrowser } from '../../support/studio-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of axe on a page, with the elements concerned. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary].join(' '))))`);
}

/** Screens by who opens them. `ORDER` and `WAITING` stand for orders, the second under approval. */
const SCREENS: readonly (readonly [user: string, path: string, name: string])[] = [
  ['nina.north', '', 'home'],
  ['nina.north', '/records/Order', 'list'],
  ['nina.north', '/records/Order?details=ORDER', 'list-details'],
  ['nina.north', '/records/Order/new', 'new'],
  ['nina.north', '/records/Order/ORDER', 'record'],
  ['nina.north', '/records/Order/WAITING', 'record-locked'],
  ['nina.north', '/records/Order/WAITING?tab=history', 'record-history'],
  ['nina.north', `/records/Customer/${CUSTOMER.fern}`, 'record-refused'],
  ['nina.north', '/notices', 'notices'],
  ['nina.north', '/nowhere', 'nowhere'],
  ['nina.north', '/access/explain?entity=Customer&operation=Delete', 'explain'],
  ['mona.manager', '', 'home-tasks'],
  ['mona.manager', '/inbox', 'inbox'],
  ['mona.manager', '/run', 'workflows'],
  ['mona.manager', '/run/BlockCustomer', 'run'],
  ['ada.admin', '/inbox', 'inbox-lists'],
  ['ada.admin', '/records/Order/WAITING', 'record-reassign'],
  ['ada.admin', '/records/Customer?deleted=true', 'bin'],
  ['ada.admin', '/access/roles', 'roles'],
  ['ada.admin', `/access/roles/${ROLE.salesRep}`, 'role'],
  ['ada.admin', `/access/roles/${ROLE.salesRep}?tab=permissions`, 'role-permissions'],
  ['ada.admin', `/access/roles/${ROLE.salesRep}?tab=members`, 'role-members'],
  ['ada.admin', '/access/users', 'users'],
  ['ada.admin', '/access/users?tab=teams', 'teams'],
  ['ada.admin', `/access/users/${USER.nina}`, 'user'],
  ['ada.admin', `/access/users/${USER.nina}?tab=data`, 'user-data'],
];

/** Dialogs by the screen and the button that opens them. */
const DIALOGS: readonly (readonly [user: string, path: string, button: string | RegExp, name: string])[] = [
  ['nina.north', '/records/Order', 'Columns', 'columns'],
  ['nina.north', '/records/Order', '+ Filter', 'filter'],
  ['nina.north', '/records/Order/DRAFT', 'Cancel', 'move'],
  ['ada.admin', '/access/roles', 'New role', 'new-role'],
  ['ada.admin', '/access/users', 'New user', 'new-user'],
  ['ada.admin', '/access/roles', 'Delete SalesAssistant?', 'delete-role'],
  ['ada.admin', `/access/roles/${ROLE.salesRep}`, 'Clone from another role', 'clone'],
  ['ada.admin', `/access/roles/${ROLE.warehouse}`, /^Order: fields that updates may set/, 'fields'],
];
const LOOKS: readonly Look[] = [false, true].flatMap((isDark) => [1280, 390].map((width) => ({ isDark, width })));

BROWSER.describe('each screen of the studio', () => {
  let studio: StudioBrowser;
  const orders = new Map<string, string>();
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    const nina = studio.app.as('nina.north');
    const { body } = await nina.select('Order', { SelectedFields: ['Id'], Pager: { PageSize: 1 } });
    orders.set('ORDER', body.Result[0].Id);
    orders.set('DRAFT', await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt }));
    orders.set('WAITING', await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, DiscountPercent: '20' }));
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  const address = (path: string): string => path.replace(/ORDER|DRAFT|WAITING/, (name) => orders.get(name) ?? name);

  /** Looks at a page with axe, and measures whether it is wider than its window. */
  async function look(page: Page, name: string, { width, isDark }: Look): Promise<void> {
    await page.locator('body').filter({ hasText: 'Loading …' }).waitFor({ state: 'detached' });
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
    const shown = `${name}-${width}-${isDark === true ? 'dark' : 'light'}`;
    await picture(page, shown);
    expect({ shown, findings: await findingsOf(page) }).toEqual({ shown, findings: [] });
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect({ shown, isWide }).toEqual({ shown, isWide: false });
    await page.context().close();
  }

  it.each(SCREENS)(
    'is accessible to %s at %s in both themes and widths, and needs no horizontal scrolling',
    async (user, path, name) => {
      for (const each of LOOKS) await look(await studio.as(user, address(path), each), name, each);
    },
    60_000,
  );

  it.each(DIALOGS)('is accessible to %s at %s where %s opens a dialog', async (user, path, button, name) => {
    for (const each of [LOOKS[0], LOOKS[3]]) {
      const page = await studio.as(user, address(path), each);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await look(page, `dialog-${name}`, each);
    }
  });

  it('is accessible while a cell of a list is edited', async () => {
    for (const each of LOOKS) {
      const page = await studio.as('nina.north', '/records/Note', each);
      await page.getByRole('gridcell').nth(1).focus();
      await page.keyboard.press('F2');
      await page.locator('[data-editor] :focus').waitFor();
      await look(page, 'cell-editor', each);
    }
  });

  it('is accessible before a sign-in', async () => {
    for (const each of LOOKS) {
      const page = await studio.window(each);
      await page.goto('/studio/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, 'sign-in', each);
    }
  });

  it('is accessible in the choice of an environment', async () => {
    for (const each of LOOKS) {
      const page = await studio.as('ada.admin', '', each);
      await page.goto('/studio/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, 'environments', each);
    }
  });
});
