import type { Page } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { byId } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const SUBJECTS = Array.from({ length: 8 }, (_, i) => `Beside the list ${i + 1}`);
const LIST = '/records/Note?q=Beside+the+list&sort=Subject';

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const shown = (page: Page, subject: string) =>
  details(page).getByRole('heading', { level: 2, name: subject }).waitFor();

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
});
