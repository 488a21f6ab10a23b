import type { Page, Route } from 'playwright-core';
import { customer } from '../../support/demo.js';
import { BROWSER } from '../../support/needed-programs.js';
import { byId, where } from '../../support/test-app.js';
import { StudioBrowser } from '../../support/studio-browser.js';

/** Conditions of a phone with a poor connection (3G), in bytes a second and milliseconds. */
const SLOW = { offline: false, downloadThroughput: 90_000, uploadThroughput: 40_000, latency: 300 };
const SELECT = '**/api/v1/queries/select';
const MEGABYTE = 1_000_000;

BROWSER.describe('the studio on a slow network, with large texts, and in two tabs', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  const slowDown = async (page: Page): Promise<void> => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.emulateNetworkConditions', SLOW);
  };

  /** Notes of nina's with a subject, as often as they are stored. */
  async function stored(subject: string): Promise<number> {
    const nina = studio.app.as('nina.north');
    return (await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', subject) })).body.Result.length;
  }

  it('says that it is loading, and sends a save once that is pressed twice', async () => {
    const page = await studio.as('nina.north', '/records/Note');
    await slowDown(page);
    await page
      .getByRole('link', { name: 'New Note' })
      .or(page.getByRole('button', { name: 'New Note' }))
      .click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Pressed twice');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Saving …').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Pressed twice' }).waitFor();
    expect(await stored('Pressed twice')).toBe(1);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('Loading').first().waitFor();
    await page.getByRole('gridcell').first().waitFor();
  });

  it('shows what was searched for last, whatever order the answers come in', async () => {
    const page = await studio.as('nina.north', '/records/Customer');
    await page.getByRole('gridcell', { name: 'Bistro Blau' }).waitFor();
    const held: Route[] = [];
    await page.route(SELECT, async (route) => {
      const isFirst = route.request().postData()?.includes('"Alpen"') === true;
      await (isFirst ? void held.push(route) : route.continue());
    });
    const search = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('textbox', { name: 'Search' }));
    const asked = page.waitForRequest((request) => request.postData()?.includes('"Alpen"') === true);
    await search.first().fill('Alpen');
    await asked;
    await search.first().fill('Bistro');
    await page.getByText('1 record', { exact: true }).waitFor();
    for (const route of held) await route.continue().catch(() => undefined);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.goBack();
    await page.getByRole('gridcell', { name: 'Bistro Blau' }).waitFor();
    expect(await page.getByRole('gridcell', { name: /Alpenmarkt/ }).count()).toBe(0);
  });

  it('keeps a text of a megabyte that is refused, and goes on', async () => {
    const page = await studio.as('nina.north', '/records/Note/new');
    await page.getByRole('textbox', { name: 'Subject' }).fill('A large text');
    const body = page.getByRole('textbox', { name: 'Text', exact: true });
    await body.fill('x'.repeat(MEGABYTE));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect([(await body.inputValue()).length, await stored('A large text')]).toEqual([MEGABYTE, 0]);
    await body.fill('A short one');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'A large text' }).waitFor();
    expect(await stored('A large text')).toBe(1);
  });

  it('merges what two tabs have changed of a record', async () => {
    const nina = studio.app.as('nina.north');
    const id = await nina.inserted('Customer', customer({ Name: 'In two tabs' }));
    const path = `/records/Customer/${id}`;
    const first = await studio.as('nina.north', path);
    const second = await studio.tab(first, 'nina.north', path);
    await first.getByLabel('Phone').fill('+49 2');
    await second.getByLabel('Email').fill('two@tabs.example');
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    }
    const { body } = await nina.select('Customer', { WhereClause: byId(id) });
    expect(body.Result[0]).toMatchObject({ Phone: '+49 2', Email: 'two@tabs.example' });
  });
});
