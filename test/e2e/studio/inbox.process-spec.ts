import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { choose, picture, StudioBrowser } from '../../support/studio-browser.js';
import { where } from '../../support/test-app.js';

BROWSER.describe('the inbox of the studio', () => {
  let studio: StudioBrowser;
  let orderId: string;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    orderId = await studio.app.as('nina.north').inserted('Order', {
      CustomerId: CUSTOMER.alpenmarkt,
      DiscountPercent: '20',
    });
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  const setActive = (userName: string, IsActive: boolean): Promise<unknown> =>
    studio.app.as('ada.admin').update('User', { IsActive }, where('UserName', 'EqualTo', userName));

  it('keeps the focus on its title while the first task opens beside the list', async () => {
    const page = await studio.as('hugo.head');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await page.getByRole('heading', { level: 2, name: /^SO-/ }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Inbox');
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  it('shows an Administrator the task of an approver who was deactivated, and gives it to another user', async () => {
    const page = await studio.as('ada.admin', '/inbox');
    await page.getByRole('tab', { name: 'Without an active approver (0)' }).waitFor();
    await page.getByText('Nothing waits for you.').waitFor();
    await setActive('mona.manager', false);
    await page.getByRole('tab', { name: 'Without an active approver (1)' }).click();
    await page.getByText('Mona Manager has the task and is inactive.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    const box = page.getByRole('combobox', { name: 'New approver' });
    await choose(box, 'Nina North');
    await page.getByRole('button', { name: 'Reassign' }).click();
    await page.getByText('New approver: the requester cannot decide.').waitFor();
    await picture(page, 'reassign-refused');
    await choose(box, 'Sven Manager');
    await page.getByRole('button', { name: 'Reassign' }).click();
    await page.getByText(/^SO-.* was given to Sven Manager\./).waitFor();
    await page.getByText('Every open task has an active approver.').waitFor();
    const sven = await studio.app.as('sven.manager').get('/approvals/inbox');
    expect(sven.body.Result).toMatchObject([{ RecordId: orderId }]);
  });

  it('names the approvers to an Administrator on the record, and reassigns a task there', async () => {
    const page = await studio.as('ada.admin', `/records/Order/${orderId}`);
    await page.getByText(/^It waits for: .*Sven Manager/).waitFor();
    await page.getByRole('button', { name: 'Reassign the task of Sven Manager' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reassign' });
    await choose(dialog.getByRole('combobox', { name: 'New approver' }), 'Frank Finance');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^It waits for: .*Frank Finance/).waitFor();
    await picture(page, 'reassigned');
  });
});
