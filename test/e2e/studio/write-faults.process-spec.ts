import type { Route } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { StudioBrowser } from '../../support/studio-browser.js';
import { nextName } from '../../support/studio-writes.js';
import { where } from '../../support/test-app.js';
import {
  ALL,
  answer,
  ONE_OF_A_FORM,
  ONE_OF_A_PATH,
  pairs,
  WRITES,
  WritesUnderFaults,
} from '../../support/write-under-fault.js';

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

/** All writes under the faults that could do a write twice or lose it; one of a kind where the code is the same. */
const UNDER = pairs({
  'is carried out without an answer': ALL,
  'is answered 429': ALL,
  'is answered 503': ONE_OF_A_FORM,
  'is accepted': ONE_OF_A_PATH,
});

BROWSER.describe('each kind of write of the studio', () => {
  let studio: StudioBrowser;
  let writes: WritesUnderFaults;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    writes = new WritesUnderFaults(studio);
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it.each(UNDER)('that %s is done once: %s', async (fault, name) => {
    const write = WRITES[name];
    const times = await writes.times(write, PASSING[fault], (_, button) => button.click());
    expect(times).toBe(write.count ?? 1);
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
