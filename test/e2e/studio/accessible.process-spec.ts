import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { BROWSER } from '../../support/needed-programs.js';
import { type Look, picture, StudioBrowser } from '../../support/studio-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of axe on a page, with the elements concerned. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary].join(' '))))`);
}

/** Screens by who opens them. `ORDER` stands for an order of the demo. */
const SCREENS: readonly (readonly [user: string, path: string, name: string])[] = [
  ['nina.north', '', 'home'],
  ['nina.north', '/records/Order', 'list'],
  ['nina.north', '/records/Order/new', 'new'],
  ['nina.north', '/records/Order/ORDER', 'record'],
];
const LOOKS: readonly Look[] = [false, true].flatMap((isDark) => [1280, 390].map((width) => ({ isDark, width })));

BROWSER.describe('each screen of the studio', () => {
  let studio: StudioBrowser;
  let order: string;
  beforeAll(async () => {
    studio = await StudioBrowser.start();
    const { body } = await studio.app
      .as('nina.north')
      .select('Order', { SelectedFields: ['Id'], Pager: { PageSize: 1 } });
    order = body.Result[0].Id;
  }, 60_000);
  afterAll(() => studio.stop());
  afterEach(() => studio.throwFaults());

  it.each(SCREENS)(
    'is accessible to %s at %s in both themes and widths, and needs no horizontal scrolling',
    async (user, path, name) => {
      for (const look of LOOKS) {
        const page = await studio.as(user, path.replace('ORDER', order), look);
        await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
        const shown = `${name}-${look.width}-${look.isDark === true ? 'dark' : 'light'}`;
        await picture(page, shown);
        expect({ shown, findings: await findingsOf(page) }).toEqual({ shown, findings: [] });
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect({ shown, isWide }).toEqual({ shown, isWide: false });
        await page.context().close();
      }
    },
    60_000,
  );
});
