import type { Page } from 'playwright-core';
import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

BROWSER.describe('the numbers in the frame of the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** Collects the requests for unread notices and for tasks of a page. */
  function countRequests(page: Page): { notices: number; tasks: number } {
    const counted = { notices: 0, tasks: 0 };
    page.on('request', (request) => {
      if (request.url().includes('/approvals/inbox')) counted.tasks++;
      if (request.postData()?.includes('"EntityName":"Notification"') === true) counted.notices++;
    });
    return counted;
  }

  const askForApproval = (): Promise<string> =>
    studio.app.as('nina.north').inserted('Order', { CustomerId: CUSTOMER.alpenmarkt, DiscountPercent: '20' });

  it.each([1280, 390])(
    'counts a task and its notice live at %s px, asks once for each, and says them once',
    async (width) => {
      const page = await studio.as('hugo.head', '/records/Region', { width });
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('link', { name: /^Notices/ }).waitFor();
      const before = await studio.app.as('hugo.head').get('/approvals/inbox');
      const count = Number(before.body.TotalRecords) + 1;
      const counted = countRequests(page);
      await askForApproval();
      await page.getByRole('link', { name: `Notices: ${count} unread` }).waitFor();
      await page.getByRole('link', { name: new RegExp(`^Inbox: ${count} open task`) }).waitFor();
      await picture(page, `counts-${width}`);
      await page.getByText(`Unread notices: ${count}. Open tasks: ${count}.`).waitFor({ state: 'attached' });
      expect(counted).toEqual({ notices: 1, tasks: 1 });
    },
  );

  it('leads to the notices, and shows no number when all of them are read', async () => {
    const page = await studio.as('hugo.head', '/records/Region');
    await page.getByRole('link', { name: /^Notices: / }).click();
    await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
  });
});
