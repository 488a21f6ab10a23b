import type { Page } from 'playwright-core';
import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { until } from '../../support/until.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

/** The element with the focus: its role or element, and its name or text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: it } = document;
    const label = it.getAttribute('aria-label') ?? it.labels?.[0]?.innerText ?? it.innerText ?? '';
    return [it.getAttribute('role') ?? it.tagName.toLowerCase(), label.trim()].join(' ');
  })()`);

/** Presses a key until something has the focus. @throws {Error} where the whole page has been passed */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (wanted.test(now)) return;
    passed.push(now);
  }
  throw new Error(`No ${wanted.source} among: ${passed.join(' | ')}`);
}

/** Waits until a title has the focus, and says whether one can see that. */
async function titleFocused(page: Page, title: RegExp | string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
}

BROWSER.describe('the studio without a mouse', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('leads from the list into a record, through an edit, and to its save', async () => {
    const page = await studio.as('nina.north', '/records/Customer?sort=Name');
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).waitFor();
    await tabTo(page, /^(columnheader|gridcell) /);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('gridcell Alpenmarkt AG');
    await page.keyboard.press('Enter');
    await titleFocused(page, 'Alpenmarkt AG');
    await tabTo(page, /^input Phone/);
    const isSeen = await page.evaluate(
      `(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')(getComputedStyle(document.activeElement))`,
    );
    expect(isSeen).toBe(true);
    await picture(page, 'focus');
    await page.keyboard.type('+49 555');
    await tabTo(page, /^button Save/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Saved.' }).and(page.locator(':focus')).waitFor();
    expect(await studio.app.as('nina.north').row('Customer', CUSTOMER.alpenmarkt)).toMatchObject({ Phone: '+49 555' });
  });

  it('moves in a grid by arrows, Home, End and Page, selects by Space, and is one stop of Tab', async () => {
    const page = await studio.as('ada.admin', '/records/Customer?sort=Name');
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).waitFor();
    await tabTo(page, /^(columnheader|gridcell) /);
    await page.keyboard.press('Control+Home');
    const first = await focused(page);
    await page.keyboard.press('ArrowDown');
    const second = await focused(page);
    expect(second).not.toBe(first);
    await page.keyboard.press('End');
    expect(await focused(page)).not.toBe(second);
    await page.keyboard.press('Home');
    expect(await focused(page)).toBe(second);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Control+Home');
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('Space');
    await page.getByText('1 record selected').waitFor();
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('Tab');
    expect(await focused(page)).not.toMatch(/^gridcell/);
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toMatch(/^gridcell/);
  });

  it('keeps the focus in a long list, wherever its rows are drawn', async () => {
    const Values = Array.from({ length: 150 }, (_, i) => [
      `Person ${String(i).padStart(3, '0')}`,
      'Long',
      CUSTOMER.alpenmarkt,
    ]);
    const body = { EntityName: 'Contact', Fields: ['LastName', 'FirstName', 'CustomerId'] };
    const { status } = await studio.app.as('ada.admin').send('POST', '/records/bulk-insert', { ...body, Values });
    expect(status).toBe(200);
    const page = await studio.as('ada.admin', '/records/Contact?sort=LastName');
    await page.getByRole('gridcell', { name: 'Long Person 000' }).waitFor();
    await tabTo(page, /^(columnheader|gridcell) /);
    const last = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 2;
    for (const [key, row] of [
      ['Control+End', last],
      ['PageUp', last - 20],
      ['Control+Home', 0],
      ['PageDown', 20],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`[data-cell="${row}.0"]:focus`).waitFor();
    }
    await page.getByRole('grid').hover();
    await page.mouse.wheel(0, 100_000);
    await page.locator(`[data-cell="${last}.0"]`).waitFor();
    await page.locator('[data-cell="20.0"]:focus').waitFor();
  });

  it('gives the focus back when a dialog is closed, and keeps it inside while one is open', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    await tabTo(page, /^button Columns/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.waitFor();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      expect(await dialog.locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('button Columns');
  });

  it('finds records and screens from anywhere', async () => {
    const page = await studio.as('nina.north');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('alpenmarkt');
    await page
      .getByRole('menuitem', { name: /Alpenmarkt AG/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await titleFocused(page, 'Alpenmarkt AG');
  });

  it('closes the list of a search box with the choice, also where the name of the chosen record comes later', async () => {
    const page = await studio.as('ada.admin', '/access/explain?entity=Customer&operation=Read');
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/queries/select', async (route) => {
      await asked;
      await route.continue();
    });
    const box = page.getByRole('combobox', { name: 'Who' });
    await box.focus();
    await page.keyboard.type('nina');
    // What the first letters find is offered before, with others.
    await until('Nina alone is offered', async () => {
      const offered = await page.getByRole('option').allTextContents();
      return offered.length === 1 && offered[0].includes('Nina North');
    });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/user=/);
    answer();
    await page
      .getByText(/Nina North may/)
      .first()
      .waitFor();
    expect(await box.and(page.locator(':focus')).inputValue()).toBe('Nina North');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
  });

  it('lets a manager decide', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, DiscountPercent: '20' });
    const { OrderNumber } = await nina.row('Order', id);
    const page = await studio.as('mona.manager');
    await page.getByRole('link', { name: OrderNumber }).first().waitFor();
    await tabTo(page, new RegExp(`^a ${OrderNumber}`));
    await page.keyboard.press('Enter');
    // The title of the task gets the focus where its record is described later than the inbox is shown.
    const title = page.getByRole('heading', { name: new RegExp(`^(Inbox|${OrderNumber})$`) });
    await title.and(page.locator(':focus')).waitFor();
    await tabTo(page, /^textarea Comment/);
    await page.keyboard.type('Agreed.');
    await tabTo(page, /^button Approve/);
    await page.keyboard.press('Enter');
    await page.getByText(`${OrderNumber} was approved.`).first().waitFor();
    await page.locator('body:not(:focus)').waitFor();
    expect((await nina.row('Order', id)).RecordInfo?.ApprovalRequestId ?? null).toBeNull();
  });

  it('leads past the menu to the content', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    await page.locator('body').press('Control+Home');
    await tabTo(page, /^a Skip to the content/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatch(/^main/);
  });
});
