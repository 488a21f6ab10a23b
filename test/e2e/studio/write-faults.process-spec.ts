import type { Locator, Page, Route } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';
import { OF_ACCESS } from '../../support/studio-access-writes.js';
import { nextName, OF_RECORDS, OF_TASKS, type Write } from '../../support/studio-writes.js';
import { where } from '../../support/test-app.js';

/** Answers a request in place of the service. */
const answer = (route: Route, status: number, headers: Readonly<Record<string, string>> = {}): Promise<void> =>
  route.fulfill({ status, headers, json: { ErrorDetails: [{ Code: 'Injected', Message: 'An injected fault.' }] } });

/** Faults that the studio gets over by itself: how a request is answered. */
const PASSING: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'is answered 429': (route) => answer(route, 429, { 'Retry-After': '0.2' }),
  'is answered 503': (route) => answer(route, 503, { 'Retry-After': '0.2' }),
  'is carried out without an answer': async (route) => {
    await route.fetch();
    await route.abort();
  },
  'is accepted': (route) => route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
};

/** Faults that are shown, after which the user sends the write again. */
const SHOWN: Readonly<Record<string, { readonly title: string; readonly act: (route: Route) => Promise<void> }>> = {
  423: { title: 'This record is locked', act: (route) => answer(route, 423) },
  413: { title: 'This is too large', act: (route) => answer(route, 413) },
  412: { title: 'Somebody else has changed this', act: (route) => answer(route, 412) },
  'carried out, then 503 for long': {
    title: 'It may have been stored all the same',
    act: async (route) => {
      await route.fetch();
      await answer(route, 503, { 'Retry-After': '600' });
    },
  },
};

const WRITES: Readonly<Record<string, Write>> = { ...OF_RECORDS, ...OF_TASKS, ...OF_ACCESS };

BROWSER.describe('each kind of write of the studio', () => {
  let studio: StudioBrowser;
  const pages = new Map<string, Page>();
  beforeAll(async () => {
    studio = await StudioBrowser.start();
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  /** A screen in the page of a user, which is loaded once. */
  async function open(user: string, path: string): Promise<Page> {
    const page = pages.get(user);
    if (page !== undefined) return studio.go(page, path);
    const loaded = await studio.as(user, path);
    pages.set(user, loaded);
    return loaded;
  }

  /** Begins a write and puts a fault before its first request. @returns how often it was carried out when it is done */
  async function under(
    write: Write,
    fault: (route: Route) => Promise<void>,
    press: (page: Page, button: Locator) => Promise<void>,
  ) {
    const { button, done } = await write.begin(studio, (path) => open(write.user, path));
    const page = button.page();
    const since = await studio.app.mark();
    const pattern = `**/api/v1${write.path}*`;
    let isLeft = true;
    await page.route(pattern, (route) => {
      if (!isLeft || route.request().postData()?.includes('"DryRun":true') === true) return route.fallback();
      isLeft = false;
      return fault(route);
    });
    await press(page, button);
    await done.first().waitFor();
    await page.unroute(pattern);
    return (await studio.app.changes(since)).filter((change) => change === write.change).length;
  }

  describe.each(Object.keys(PASSING))('that %s', (fault) => {
    it.each(Object.keys(WRITES))('is done once: %s', async (name) => {
      const write = WRITES[name];
      const times = await under(write, PASSING[fault], (_, button) => button.click());
      expect(times).toBe(write.count ?? 1);
    });
  });

  describe.each(Object.keys(SHOWN))('that is refused (%s)', (fault) => {
    it.each(Object.keys(WRITES))(
      'says so, keeps the focus, and is done once when it is sent again: %s',
      async (name) => {
        const write = WRITES[name];
        const { title, act } = SHOWN[fault];
        // A save of a record merges what others have changed; a record that is gone has another screen.
        const isMerged = fault === '412' && name === 'an update';
        const isGone = fault.startsWith('carried out') && name === 'a delete';
        const times = await under(write, act, async (page, button) => {
          await button.focus();
          await page.keyboard.press('Enter');
          if (isMerged || isGone) return;
          await page.getByRole('alert').getByText(title).first().waitFor();
          await picture(page, `refused-${fault}-${name}`.replaceAll(/[^\w-]+/g, '-'));
          await button.and(page.locator(':focus')).waitFor();
          await page.keyboard.press('Enter');
        });
        expect(times).toBe(write.count ?? 1);
      },
    );
  });

  it('is done once where the page is loaded again before its answer arrives', async () => {
    const page = await studio.as('nina.north', '/records/Note/new');
    const subject = nextName();
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    let stored = (): void => undefined;
    const isStored = new Promise<void>((resolve) => (stored = resolve));
    await page.route(
      '**/api/v1/records/insert',
      async (route) => {
        await route.fetch();
        stored();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await isStored;
    await page.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: subject }).waitFor();
    const { body } = await studio.app
      .as('nina.north')
      .select('Note', { WhereClause: where('Subject', 'EqualTo', subject) });
    expect(body.Result).toHaveLength(1);
    expect(
      await page.evaluate('Object.keys(sessionStorage).filter((name) => name.startsWith("studio.write"))'),
    ).toEqual([]);
  });
});
