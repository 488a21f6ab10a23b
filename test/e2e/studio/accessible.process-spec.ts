import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { CUSTOMER, ROLE, USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { type Look, picture, StudioBrowser } from '../../support/studio-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe that judge colors. */
const COLORS = "{ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }";

/** Findings of axe on a page, with the elements concerned. A theme changes colors alone, so the dark one is asked for these. */
async function findingsOf(page: Page, isDark: boolean): Promise<readonly string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(AXE);
  return page.evaluate(`axe.run(${isDark ? COLORS : ''}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary].join(' '))))`);
}

/** Controls that a click in their middle does not reach, wherever the page is scrolled. It runs in the page. */
const COVERED = `(() => {
  const isCovered = (control) => {
    const shown = control.closest('label') ?? control;
    shown.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = shown.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 1 && height > 1 && !(hit !== null && (shown.contains(hit) || hit.contains(shown)));
  };
  const controls = document.querySelectorAll('main :is(a, button, input, select, textarea):not([tabindex="-1"], [role=grid] *)');
  return [...controls].filter(isCovered).map((control) => control.outerHTML.slice(0, 200));
})()`;

/** Windows in which nothing may need horizontal scrolling: 1280 px at 200 %, and 1280 px at 400 %. */
const ZOOMED = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

const IS_WIDE = 'document.documentElement.scrollWidth > innerWidth';

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

/** Sets the size of a window, and waits for the frame in which the page has followed. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(`new Promise((done) => {
    const frame = requestAnimationFrame;
    const look = () => (innerWidth === ${size.width} ? frame(() => frame(() => done())) : frame(look));
    look();
  })`);
}

BROWSER.describe('each screen of the studio', () => {
  let studio: StudioBrowser;
  const orders = new Map<string, string>();
  const pages = new Map<string, Page>();
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

  /** The page of a user, which is loaded once, with another screen. */
  async function open(user: string, path: string): Promise<Page> {
    const page = pages.get(user);
    if (page !== undefined && path !== '/nowhere') return studio.go(page, path);
    const opened = await studio.as(user, path);
    pages.set(user, opened);
    return opened;
  }

  async function showAs(page: Page, { width = 1280, isDark = false }: Look): Promise<void> {
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
    await resize(page, { width, height: 800 });
  }

  /** Waits until a screen is there. */
  async function loaded(page: Page): Promise<void> {
    await page.locator('body').filter({ hasText: 'Loading …' }).waitFor({ state: 'detached' });
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
  }

  /** Looks at a page with axe, and measures whether it is wider than its window. */
  async function look(page: Page, name: string, { width, isDark = false }: Look): Promise<void> {
    await loaded(page);
    const shown = `${name}-${width}-${isDark ? 'dark' : 'light'}`;
    await picture(page, shown);
    expect({ shown, findings: await findingsOf(page, isDark) }).toEqual({ shown, findings: [] });
    expect({ shown, isWide: await page.evaluate(IS_WIDE) }).toEqual({ shown, isWide: false });
  }

  /** Looks at a page in each theme and width, and zoomed. */
  async function lookAll(page: Page, name: string): Promise<void> {
    for (const each of LOOKS) {
      await showAs(page, each);
      await look(page, name, each);
    }
    for (const size of ZOOMED) {
      await resize(page, size);
      await loaded(page);
      await picture(page, `${name}-${size.width}`);
      const shown = { isWide: await page.evaluate(IS_WIDE), covered: await page.evaluate(COVERED) };
      expect({ name, size, ...shown }).toEqual({ name, size, isWide: false, covered: [] });
    }
    await showAs(page, LOOKS[0]);
  }

  it.each(SCREENS)(
    'is accessible to %s at %s in both themes and widths and zoomed, and needs no horizontal scrolling',
    async (user, path, name) => lookAll(await open(user, address(path)), name),
  );

  it.each(DIALOGS)('is accessible to %s at %s where %s opens a dialog', async (user, path, button, name) => {
    for (const each of [LOOKS[0], LOOKS[3]]) {
      const page = await open(user, address(path));
      await showAs(page, each);
      await loaded(page);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await look(page, `dialog-${name}`, each);
      await page.keyboard.press('Escape');
      await showAs(page, LOOKS[0]);
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
    const page = await studio.window();
    await page.goto('/studio/');
    await lookAll(page, 'sign-in');
  });

  it('is accessible in the choice of an environment', async () => {
    const page = await studio.as('ada.admin');
    await page.goto('/studio/');
    await lookAll(page, 'environments');
  });
});
