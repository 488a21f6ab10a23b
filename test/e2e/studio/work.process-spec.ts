import type { Locator, Page } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { addLine, choose, picture, StudioBrowser } from '../../support/studio-browser.js';

/** Presses the button of a move and confirms it. */
async function move(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
}

/** Changes the discount of the order that is shown, and saves. */
async function discount(page: Page, percent: string): Promise<void> {
  await page.getByLabel('Discount in percent').fill(percent);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** The mark with the status of the record that is shown. */
const statusOf = (page: Page, status: string): Locator => page.getByRole('main').getByText(status, { exact: true });

BROWSER.describe('work that waits for others in the studio', () => {
  let studio: StudioBrowser;
  let nina: Page;
  let mona: Page;
  let order: string;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    mona = await studio.as('mona.manager', '/inbox', { width: 390 });
    nina = await studio.as('nina.north', '/records/Order/new');
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('submits an order with two lines, and says why it cannot be confirmed', async () => {
    await choose(nina.getByRole('combobox', { name: 'Customer' }), 'Alpenmarkt AG');
    await addLine(nina, 1, 'Sparkling', '24', '7.90');
    await addLine(nina, 2, 'Pasta', '2', '18');
    await nina.getByRole('button', { name: 'Save' }).click();
    const title = nina.getByRole('heading', { level: 1, name: /^SO-/ });
    order = await title.innerText();
    await move(nina, 'Submit');
    await statusOf(nina, 'Submitted').waitFor();
    await nina.getByText('None of its moves is open to you.').waitFor();
    await picture(nina, 'blocked');
    await nina.getByRole('link', { name: 'Why? Who could?' }).click();
    await nina.getByRole('heading', { level: 1, name: 'Explain access' }).waitFor();
    await nina.getByText(/^Nina North may not move this Order/).waitFor();
    await picture(nina, 'explain-move');
    await nina.goBack();
    await title.waitFor();
  });

  it('brings a task to an open inbox, and wants a comment before it is returned', async () => {
    await discount(nina, '20');
    await nina.getByText('This record is locked while it is being approved').waitFor();
    await nina.getByText('It waits for: Sales approval (the role SalesManager').waitFor();
    await picture(nina, 'locked');
    const task = mona.getByRole('list', { name: 'Tasks' }).getByRole('link', { name: order });
    await task.waitFor();
    await picture(mona, 'inbox-390');
    await task.click();
    await mona.getByRole('heading', { level: 1, name: order }).waitFor();
    await mona.getByRole('button', { name: 'Return' }).click();
    await mona.getByText('Say why you return it').waitFor();
    await mona.getByLabel('Comment').fill('A discount of 20 % is too much.');
    await picture(mona, 'return-390');
    await mona.getByRole('button', { name: 'Return' }).click();
    await mona.getByText(`${order} was returned.`).waitFor();
    await statusOf(nina, 'Draft').waitFor();
    await nina.getByRole('status').getByText(`${order}: returned by Mona Manager. A discount of 20 %`).waitFor();
    await nina.getByText('its approval was returned or recalled').waitFor();
    expect(await nina.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    await picture(nina, 'returned');
  });

  it('asks again with the next change, and tells the owner of the approval at once', async () => {
    await discount(nina, '18');
    await nina.getByText('This record is locked while it is being approved').waitFor();
    await mona.getByRole('list', { name: 'Tasks' }).getByRole('link', { name: order }).click();
    await mona.getByRole('heading', { level: 1, name: order }).waitFor();
    await mona.getByRole('button', { name: 'Approve' }).click();
    await mona.getByText(`${order} was approved.`).waitFor();
    await nina.getByRole('status').getByText(`Order ${order} was approved.`).waitFor();
    await nina.getByText('This record is locked').waitFor({ state: 'detached' });
    await move(nina, 'Submit');
    await statusOf(nina, 'Submitted').waitFor();
    await picture(nina, 'approved');
  });

  it('lists all of it in the history, and opens the order as it was', async () => {
    await nina.getByRole('tab', { name: 'History' }).click();
    const history = nina.getByRole('list', { name: 'History' });
    for (const text of [
      'Nina North created the record',
      'moved by Nina North',
      'Mona Manager returned it',
      'Comment: A discount of 20 % is too much.',
      'Mona Manager approved',
    ])
      await history.getByText(text).first().waitFor();
    await picture(nina, 'history');
    await history.getByRole('link', { name: 'As it was then (version 1)' }).last().click();
    await nina.getByText('The record as it was in version 1').waitFor();
    await nina.getByRole('region', { name: 'What is different now' }).getByText('Discount in percent').waitFor();
    await picture(nina, 'as-it-was');
    await nina.getByRole('link', { name: 'Back to the present' }).click();
    await nina.getByText('The record as it was').waitFor({ state: 'detached' });
  });

  it('shows the notice among the unread ones until it is marked as read', async () => {
    const message = `Order ${order} was approved.`;
    await nina.getByRole('link', { name: 'Notices: ' }).click();
    await nina.getByRole('list', { name: 'Unread' }).getByText(message).waitFor();
    await picture(nina, 'notices');
    await nina.getByRole('button', { name: `Mark as read: ${message}` }).click();
    await nina.getByRole('list', { name: 'Unread' }).getByText(message).waitFor({ state: 'detached' });
    await nina.getByRole('list', { name: 'Read' }).getByText(message).waitFor();
  });
});
