import type { Route } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';
import {
  ALL,
  answer,
  ONE_OF_A_FORM,
  ONE_OF_A_PATH,
  pairs,
  WRITES,
  WritesUnderFaults,
} from '../../support/write-under-fault.js';

/** Faults that are shown, after which the user sends the write again. */
const SHOWN: Readonly<Record<string, { readonly title: string; readonly act: (route: Route) => Promise<void> }>> = {
  423: { title: 'This record is locked', act: (route) => answer(route, 423) },
  413: { title: 'This is too large', act: (route) => answer(route, 413) },
  412: { title: 'Another user has changed this', act: (route) => answer(route, 412) },
  'carried out, then 503 for long': {
    title: 'It may have been stored all the same',
    act: async (route) => {
      await route.fetch();
      await answer(route, 503, { 'Retry-After': '600' });
    },
  },
};

/** One refusal on every screen that writes; the others once for each kind. */
const UNDER = pairs({
  423: ALL,
  413: ONE_OF_A_FORM,
  412: ['an update', ...ONE_OF_A_FORM],
  'carried out, then 503 for long': ONE_OF_A_PATH,
});

BROWSER.describe('each kind of write of the studio that is refused', () => {
  let studio: StudioBrowser;
  let writes: WritesUnderFaults;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    writes = new WritesUnderFaults(studio);
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it.each(UNDER)('(%s) says so, keeps the focus, and is done once when it is sent again: %s', async (fault, name) => {
    const write = WRITES[name];
    const { title, act } = SHOWN[fault];
    // A save of a record merges what others have changed; a record that is gone has another screen.
    const isMerged = fault === '412' && name === 'an update';
    const isGone = fault.startsWith('carried out') && name === 'a delete';
    const times = await writes.times(write, act, async (page, button) => {
      // A dialog with a preview enables its button when it has loaded.
      await button.and(page.locator(':enabled')).focus();
      await page.keyboard.press('Enter');
      if (isMerged || isGone) return;
      await page.getByRole('alert').getByText(title).first().waitFor();
      await picture(page, `refused-${fault}-${name}`.replaceAll(/[^\w-]+/g, '-'));
      await button.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
    });
    expect(times).toBe(write.count ?? 1);
  });
});
