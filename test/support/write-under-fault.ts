import type { Locator, Page, Route } from 'playwright-core';
import { OF_ACCESS } from './studio-access-writes.js';
import type { StudioBrowser } from './studio-browser.js';
import { OF_RECORDS, OF_TASKS, type Write } from './studio-writes.js';

/** Every write of the studio that a user sends by one button. */
export const WRITES: Readonly<Record<string, Write>> = { ...OF_RECORDS, ...OF_TASKS, ...OF_ACCESS };

/** Names of all writes. */
export const ALL: readonly string[] = Object.keys(WRITES);

/** Names of one write for each path. */
export const ONE_OF_A_PATH: readonly string[] = ALL.filter(
  (name, i) => ALL.findIndex((other) => WRITES[other].path === WRITES[name].path) === i,
);

/** Names of one write for each way in which the studio keeps input: a form, a dialog, edits of several records. */
export const ONE_OF_A_FORM: readonly string[] = ['an insert', 'a move', 'a role’s matrix'];

/** Pairs of a fault and a write, for a table of tests. */
export const pairs = (writesOf: Readonly<Record<string, readonly string[]>>): (readonly [string, string])[] =>
  Object.entries(writesOf).flatMap(([fault, names]) => names.map((name) => [fault, name] as const));

/** Answers a request in place of the service. */
export const answer = (route: Route, status: number, headers: Readonly<Record<string, string>> = {}): Promise<void> =>
  route.fulfill({ status, headers, json: { ErrorDetails: [{ Code: 'Injected', Message: 'An injected fault.' }] } });

/** Writes of the studio under faults; a user's page is loaded once. */
export class WritesUnderFaults {
  readonly #pages = new Map<string, Page>();

  constructor(private readonly studio: StudioBrowser) {}

  /**
   * Begins a write and puts a fault before its first request.
   * @returns how often it was carried out when it is done
   */
  async times(
    write: Write,
    fault: (route: Route) => Promise<void>,
    press: (page: Page, button: Locator) => Promise<void>,
  ): Promise<number> {
    const { app } = this.studio;
    const { button, done } = await write.begin(this.studio, (path) => this.#open(write.user, path));
    const page = button.page();
    const since = await app.mark();
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
    return (await app.changes(since)).filter((change) => change === write.change).length;
  }

  async #open(user: string, path: string): Promise<Page> {
    const page = this.#pages.get(user);
    if (page !== undefined) return this.studio.go(page, path);
    const loaded = await this.studio.as(user, path);
    this.#pages.set(user, loaded);
    return loaded;
  }
}
