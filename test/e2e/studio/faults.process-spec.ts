import type { Page, Route } from 'playwright-core';
import { customer, CUSTOMER, ROLE, USER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, where } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';
import { putUnderApproval } from '../../support/under-approval.js';

const INSERT = '**/api/v1/records/insert';

const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
const saved = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });

BROWSER.describe('the studio when something fails in the middle of an edit', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** Begins a note of nina's. */
  async function newNote(subject: string): Promise<Page> {
    const page = await studio.as('nina.north', '/records/Note/new');
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    return page;
  }

  /** Notes of nina's with a subject, as often as they are stored. */
  async function stored(subject: string): Promise<number> {
    const { body } = await studio.app.as('nina.north').select('Note', {
      WhereClause: where('Subject', 'EqualTo', subject),
    });
    return body.Result.length;
  }

  it('says since when it is not live, keeps the edit, and shows what was missed without a reload', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Customer', customer({ Name: 'Cut off' }));
    const page = await studio.window();
    let cut = (): Promise<void> => Promise.resolve();
    await page.routeWebSocket(/hubs/, (socket) => {
      socket.connectToServer();
      cut = () => socket.close();
    });
    await studio.open(page, 'nina.north', `/records/Customer/${id}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Phone').fill('+49 1');
    await page.context().setOffline(true);
    await cut();
    await page.getByText('Live updates have paused since').waitFor();
    await picture(page, 'paused');
    await nina.update('Customer', { Name: 'Changed meanwhile' }, byId(id));
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Changed meanwhile' }).waitFor();
    await page.getByText('Live updates have paused since').waitFor({ state: 'detached' });
    await save(page);
    await saved(page);
    expect(await nina.row('Customer', id)).toMatchObject({ Phone: '+49 1', Name: 'Changed meanwhile' });
  });

  it.each([429, 503])(
    'sends a write again that is answered %i, under the same key, and stores it once',
    async (status) => {
      const subject = `Answered ${status} once`;
      const page = await newNote(subject);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/records/insert')) keys.push(request.headers()['idempotency-key']);
      });
      await page.route(INSERT, (route) => route.fulfill({ status, headers: { 'Retry-After': '1' } }), { times: 1 });
      await save(page);
      await page.getByText(/sending again in 1 second/).waitFor();
      await page.getByRole('heading', { level: 1, name: subject }).waitFor();
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(2);
      expect(await stored(subject)).toBe(1);
    },
  );

  it('stores a record once whose answer is lost', async () => {
    const page = await newNote('Answer lost');
    await page.route(
      INSERT,
      async (route: Route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Answer lost' }).waitFor();
    expect(await stored('Answer lost')).toBe(1);
  });

  it('follows a write that the service has only accepted until the record is there', async () => {
    const page = await newNote('SLOW:1500');
    await page.route(INSERT, (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
    );
    await save(page);
    await page.getByText('Stored, in progress').waitFor();
    await picture(page, 'accepted');
    await page.getByRole('heading', { level: 1, name: 'SLOW:1500' }).waitFor();
    expect(await stored('SLOW:1500')).toBe(1);
  });

  it('follows a move of several records that the service has only accepted until each has its outcome', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt });
    const { OrderNumber } = await nina.row('Order', id);
    const page = await studio.as('nina.north', `/records/Order?q=${OrderNumber}`);
    await page.getByText('1 record', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select row 1' }).press('Space');
    await page.getByRole('button', { name: 'Move to a status' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
    await page.route('**/status/bulk-update', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
    );
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('1 of 1 records were moved.').waitFor();
  });

  it('sends a write once whose button is pressed twice', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Note', { Subject: 'Pressed twice' });
    const page = await studio.as('nina.north', `/records/Note/${id}`);
    let sent = 0;
    page.on('request', (request) => (sent += Number(request.url().endsWith('/records/delete'))));
    await page.getByRole('button', { name: 'Actions for Note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    // Both presses come before the page is drawn again.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete' })
      .evaluate((button: { click(): void }) => {
        button.click();
        button.click();
      });
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    expect(sent).toBe(1);
  });

  it('says who locks a record that was submitted meanwhile, and keeps what was entered', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Order', { CustomerId: CUSTOMER.alpenmarkt });
    const page = await studio.as('nina.north', `/records/Order/${id}`);
    await page.getByLabel('Notes').fill('Written before the lock');
    await putUnderApproval(studio.app, { entity: 'Order', id, assignees: [USER.mona] });
    await save(page);
    await page.getByRole('alert').getByText('This record is locked', { exact: true }).waitFor();
    await picture(page, 'locked-meanwhile');
    await page.getByText('Written before the lock').first().waitFor();
  });

  it('refuses text beyond the limit at its field, and more than a request may have as a whole', async () => {
    const page = await newNote('Too long');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('x'.repeat(20_001));
    await save(page);
    await page
      .getByRole('alert')
      .getByText(/20,?000/)
      .waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await text.fill('Short');
    const postData = JSON.stringify({
      EntityName: 'Note',
      Fields: [{ FieldName: 'Body', Value: 'x'.repeat(20_000_000) }],
    });
    await page.route(INSERT, (route) => route.continue({ postData }), { times: 1 });
    await save(page);
    await page.getByRole('alert').getByText('This is too large').waitFor();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Too long' }).waitFor();
    expect(await stored('Too long')).toBe(1);
  });

  it('keeps what was entered in a record that another user has deleted', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Note', { Subject: 'Deleted meanwhile' });
    const page = await studio.as('nina.north', `/records/Note/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('Not lost');
    await nina.delete('Note', byId(id));
    await page.getByText('This record does not exist any more').waitFor();
    await page.getByText('Not lost').first().waitFor();
    await picture(page, 'deleted-meanwhile');
    await page.getByRole('button', { name: 'Enter it as a new record' }).click();
    await page.getByRole('heading', { level: 1, name: 'New Note' }).waitFor();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Deleted meanwhile' }).waitFor();
    const { body } = await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', 'Deleted meanwhile') });
    expect(body.Result).toMatchObject([{ Body: 'Not lost' }]);
  });

  it('says so when the right to save goes, and keeps what was entered', async () => {
    const ada = studio.app.as('ada.admin');
    const id = await studio.app.as('nils.north').inserted('Note', { Subject: 'Right taken away' });
    const page = await studio.as('nils.north', `/records/Note/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('Still here');
    const [link] = (await ada.select('UserRole', { WhereClause: where('UserId', 'EqualTo', USER.nils) })).body.Result;
    await ada.delete('UserRole', byId(link.Id));
    await save(page);
    await page
      .getByRole('alert')
      .getByText(/may not|no .* access/)
      .first()
      .waitFor();
    await picture(page, 'right-gone');
    expect(await page.getByText('Still here').first().isVisible()).toBe(true);
    await ada.inserted('UserRole', { UserId: USER.nils, RoleId: ROLE.salesRep });
  });
});
