import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Dialog, Locator, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';
import { TestApp } from './test-app.js';

/** Where the demo's people work. */
const HOME = '/studio/Northgate/OrderToCash/Development';

/** Reports what the policy of the page has refused. It runs in the page. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation([event.effectiveDirective, event.blockedURI, event.sample].join(' ')))`;

/** How a page is shown. */
export interface Look {
  readonly width?: number;
  readonly isDark?: boolean;
  readonly language?: string;
  /** Address of another node that the page comes from. */
  readonly url?: string;
}

/** Builds the studio unless it is built. */
async function buildStudio(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.mjs', '--studio']);
}

/** The built studio in a browser, on the whole service with the demo. */
export class StudioBrowser {
  /** Violations, errors and dialogs of all pages. */
  readonly #faults: string[] = [];

  private constructor(
    readonly app: TestApp,
    private readonly browser: Browser,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<StudioBrowser> {
    await buildStudio();
    const [app, browser] = await Promise.all([
      TestApp.start({ DEV_TOKENS: 'true', ROLES: 'api,worker', ...settings }),
      launchChromium(),
    ]);
    return new StudioBrowser(app, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.app.stop();
  }

  /** Ends a test. @throws where a page has violated its policy or failed */
  throwFaults(): void {
    const faults = this.#faults.splice(0);
    if (faults.length > 0) throw new Error(`The studio failed:\n${faults.join('\n')}`);
  }

  /** A window of its own, as after a restart of the browser. */
  async window({ width = 1280, isDark = false, language = 'en-US', url = this.app.url }: Look = {}): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: isDark ? 'dark' : 'light',
      locale: language,
      baseURL: url,
    });
    return this.#watched(await context.newPage());
  }

  /** Collects violations, errors and dialogs of a page. */
  async #watched(page: Page): Promise<Page> {
    page.on('pageerror', (error) => this.#faults.push(error.message));
    page.on('dialog', (dialog) => void this.#answer(dialog));
    await page.exposeFunction('reportViolation', (what: string) => this.#faults.push(what));
    await page.addInitScript(REPORT_VIOLATIONS);
    return page;
  }

  /** Leaves a page that asks whether to stay. Other dialogs of the browser are none of the studio. */
  async #answer(dialog: Dialog): Promise<void> {
    if (dialog.type() !== 'beforeunload') this.#faults.push(`Dialog: ${dialog.message()}`);
    await dialog.accept();
  }

  /** Opens a screen as a person of the demo. @param path below the environment, such as `/records/Order` */
  async as(userName: string, path = '', look: Look = {}): Promise<Page> {
    return this.open(await this.window(look), userName, path);
  }

  /** Opens a screen in another tab of a window. */
  async tab(beside: Page, userName: string, path: string): Promise<Page> {
    return this.open(await this.#watched(await beside.context().newPage()), userName, path);
  }

  /** Opens another screen of a page that is loaded, as a link would. */
  async go(page: Page, path: string): Promise<Page> {
    await show(page, '/no-screen');
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await show(page, path);
    await page.getByRole('heading', { level: 1, name: /^(?!There is no such page)/, includeHidden: true }).waitFor();
    return page;
  }

  /** Opens a screen in a window that is there. */
  async open(page: Page, userName: string, path: string): Promise<Page> {
    await page.addInitScript(`sessionStorage.setItem('studio.devUser', '${userName}')`);
    await page.goto(HOME + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
}

/** Changes the address, which the router of the page follows. */
const show = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(HOME + path)})`);

/** Chooses a record in a lookup by a part of its text. */
export async function choose(box: Locator, text: string): Promise<void> {
  await box.click();
  await box.fill('');
  await box.pressSequentially(text);
  await box.page().getByRole('option', { name: text }).first().click();
}

/** Adds a line to the order that is edited. */
export async function addLine(
  page: Page,
  number: number,
  product: string,
  quantity: string,
  price: string,
): Promise<void> {
  await page.getByRole('button', { name: /^Add / }).click();
  await choose(page.getByRole('combobox', { name: `Product, row ${number}` }), product);
  await page.getByLabel(`Quantity, row ${number}`).fill(quantity);
  await page.getByLabel(`Unit price, row ${number}`).fill(price);
}

/** Keeps a picture of a page in the folder SCREENSHOTS, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
