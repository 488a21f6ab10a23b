import type { Page } from 'playwright-core';
import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const SUBJECTS = Array.from({ length: 8 }, (_, i) => `Beside the list ${i + 1}`);
const LIST = '/records/Note?q=Beside+the+list&sort=Subject';

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const shown = (page: Page, subject: string) =>
  details(page).getByRole('heading', { level: 2, name: subject }).waitFor();

/** Brings the focus to a cell by the keys alone. */
async function focusOn(page: Page, text: string): Promise<void> {
  const cell = page.getByRole('gridcell', { name: text });
  await cell.waitFor();
  await page.getByRole('columnheader').and(page.locator('[tabindex="0"]')).focus();
  while (!(await cell.and(page.locator(':focus')).isVisible())) await page.keyboard.press('ArrowDown');
}

BROWSER.describe('the grid of a list', () => {
  let studio: StudioBrowser;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    const nina = studio.app.as('nina.north');
    for (const Subject of SUBJECTS) ids.set(Subject, await nina.inserted('Note', { Subject }));
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('shows details of the row with the focus beside it, and reads only those on which the focus rests', async () => {
    const page = await studio.as('nina.north', LIST);
    await page.getByRole('button', { name: 'Details' }).click();
    await shown(page, SUBJECTS[0]);
    let read = 0;
    page.on('request', (request) => (read += Number(request.postData()?.includes('LoadRecordInfo') === true)));
    await page.getByRole('gridcell', { name: SUBJECTS[0] }).click();
    for (let i = 1; i < SUBJECTS.length; i++) await page.keyboard.press('ArrowDown');
    await shown(page, SUBJECTS[7]);
    expect(read).toBeLessThan(SUBJECTS.length / 2);
    await picture(page, 'details');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: SUBJECTS[7] }).waitFor();
  });

  it('keeps the details in the address, follows changes of others, and leaves the whole list where there is no room', async () => {
    const subject = SUBJECTS[2];
    const page = await studio.as('nina.north', `${LIST}&details=${ids.get(subject)}`);
    await shown(page, subject);
    await page.getByText('Live', { exact: true }).waitFor();
    await studio.app.as('nina.north').update('Note', { Body: 'By another user' }, byId(ids.get(subject)!));
    await details(page).getByText('By another user').waitFor();
    await page.getByRole('gridcell', { name: SUBJECTS[4] }).click();
    await shown(page, SUBJECTS[4]);
    expect(page.url()).toContain(ids.get(SUBJECTS[4]));
    await page.setViewportSize({ width: 1000, height: 800 });
    await details(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Details' }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await shown(page, SUBJECTS[4]);
    await details(page).getByRole('link', { name: 'Open the record' }).click();
    await page.getByRole('heading', { level: 1, name: SUBJECTS[4] }).waitFor();
  });

  it('edits a cell by F2: Enter saves the version that was read, Esc leaves it, and the focus returns to the cell', async () => {
    const page = await studio.as('nina.north', LIST);
    const cell = page.getByRole('gridcell', { name: SUBJECTS[0] });
    await focusOn(page, SUBJECTS[0]);
    await page.keyboard.press('F2');
    const box = page.getByRole('textbox', { name: 'Subject' });
    await box.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Never stored');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await cell.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('F2');
    await box.and(page.locator(':focus')).waitFor();
    await picture(page, 'cell-editor');
    await page.keyboard.type(`${SUBJECTS[0]} changed`);
    const sent = page.waitForRequest('**/records/update');
    await page.keyboard.press('Enter');
    const request = await sent;
    expect(request.headers()['if-match']).toBe('"1"');
    expect(request.postDataJSON().Fields).toEqual([{ FieldName: 'Subject', Value: `${SUBJECTS[0]} changed` }]);
    await page
      .getByRole('gridcell', { name: `${SUBJECTS[0]} changed` })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('shows a fault at the cell and keeps what was entered', async () => {
    const page = await studio.as('nina.north', LIST);
    await focusOn(page, SUBJECTS[1]);
    await page.keyboard.press('F2');
    const box = page.getByRole('textbox', { name: 'Subject' });
    await box.fill('');
    await page.keyboard.press('Enter');
    await box.and(page.locator('[aria-invalid="true"]')).waitFor();
    await box.fill(`${SUBJECTS[1]} filled`);
    await page.keyboard.press('Enter');
    await page
      .getByRole('gridcell', { name: `${SUBJECTS[1]} filled` })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('asks where another user has changed the same cell, and merges what they changed beside it', async () => {
    const nina = studio.app.as('nina.north');
    const id = ids.get(SUBJECTS[3])!;
    const page = await studio.as('nina.north', LIST);
    await page.getByRole('row', { name: SUBJECTS[3] }).hover();
    await page.getByRole('button', { name: 'Edit Subject, row 4' }).click();
    const box = page.getByRole('textbox', { name: 'Subject' });
    await box.fill(`${SUBJECTS[3]} mine`);
    await nina.update('Note', { Body: 'Beside' }, byId(id));
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'detached' });
    expect(await nina.row('Note', id)).toMatchObject({ Subject: `${SUBJECTS[3]} mine`, Body: 'Beside' });

    await page.keyboard.press('F2');
    await box.fill(`${SUBJECTS[3]} mine again`);
    await nina.update('Note', { Subject: `${SUBJECTS[3]} theirs` }, byId(id));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Another user has changed this' });
    await dialog.getByRole('cell', { name: `${SUBJECTS[3]} theirs` }).waitFor();
    await picture(page, 'cell-conflict');
    await dialog.getByRole('button', { name: /Keep Subject/ }).click();
    await page.getByRole('option', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await box.and(page.locator(':focus')).press('Enter');
    await box.waitFor({ state: 'detached' });
    expect(await nina.row('Note', id)).toMatchObject({ Subject: `${SUBJECTS[3]} mine again` });
  });

  it('chooses a value in a cell by the keys, and opens no editor where the caller may not update', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt });
    const { OrderNumber } = await nina.row('Order', id);
    const page = await studio.as('nina.north', `/records/Order?q=${OrderNumber}&columns=["OrderNumber","Priority"]`);
    await focusOn(page, OrderNumber);
    await page.keyboard.press('F2');
    await page.keyboard.press('ArrowRight');
    await page.locator('[role="gridcell"]:focus[aria-readonly="false"]').waitFor();
    expect(await page.locator('[data-editor]').count()).toBe(0);
    await page.keyboard.press('F2');
    await page.locator('[data-editor] button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Urgent' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('[data-editor] button:focus').filter({ hasText: 'Urgent' }).press('Enter');
    await page.getByRole('gridcell', { name: 'Urgent' }).and(page.locator(':focus')).waitFor();
    expect(await nina.row('Order', id)).toMatchObject({ Priority: expect.stringMatching(/urgent/i) });
  });
});
