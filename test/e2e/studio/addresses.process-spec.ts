import { CUSTOMER } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

BROWSER.describe('addresses of the studio', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it('say of a record that one may not read that it is not there, and lead to the reasons', async () => {
    const page = await studio.as('nina.north', `/records/Customer/${CUSTOMER.fern}`);
    await page.getByText('This does not exist, or you may not see it').waitFor();
    await picture(page, 'not-readable');
    await page.getByRole('link', { name: 'Why? Who could?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Explain access' }).waitFor();
    await page.getByText('Nina North may read Customers that they own').waitFor();
  });

  it.each(['/records/Payment', '/records/Payment/new', `/records/Payment/${CUSTOMER.fern}`, '/records/Nothing'])(
    'say why %s is closed',
    async (path) => {
      const page = await studio.as('nina.north', path);
      await page
        .getByRole('alert')
        .getByText(/You may not do this|This does not exist/)
        .waitFor();
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Orders' }).waitFor();
    },
  );

  it.each(['/nowhere', '/records', '/records/Order/not-an-id'])('say that nothing is at %s', async (path) => {
    const page = await studio.as('nina.north', path);
    await page
      .getByText('There is no such page')
      .or(page.getByText(/does not exist|Please check/))
      .first()
      .waitFor();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Orders' }).waitFor();
  });

  it('keep search, filters and sorting when one goes back and forward', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    await page.getByLabel('Search', { exact: true }).fill('a');
    await page.waitForURL(/q=a/);
    await page.getByRole('columnheader', { name: 'Name', exact: true }).click();
    await page.waitForURL(/sort=Name/);
    const address = page.url();
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alpenmarkt AG' }).waitFor();
    await page.goBack();
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('a');
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Alpenmarkt AG' }).waitFor();
  });

  it('of two records are edited in two tabs of a browser, each with its own draft', async () => {
    const [one, other] = [CUSTOMER.alpenmarkt, CUSTOMER.bistro];
    const first = await studio.as('nina.north', `/records/Customer/${one}`);
    await first.getByLabel('Phone').fill('+49 100');
    const second = await studio.tab(first, 'nina.north', `/records/Customer/${other}`);
    await second.getByLabel('Phone').fill('+49 200');
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    }
    const nina = studio.app.as('nina.north');
    expect(await nina.row('Customer', one)).toMatchObject({ Phone: '+49 100' });
    expect(await nina.row('Customer', other)).toMatchObject({ Phone: '+49 200' });
  });

  it('bring back an edit after a reload of the page', async () => {
    const page = await studio.as('nina.north', `/records/Customer/${CUSTOMER.alpenmarkt}`);
    await page.getByLabel('Phone').fill('+49 300');
    await page.reload();
    await page.getByText('1 change').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+49 300');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 change').waitFor({ state: 'detached' });
  });
});
