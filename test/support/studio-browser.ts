import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
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
}

/** Builds the studio unless it is built. */
async function buildStudio(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.mjs', '--studio']);
}

/** The built studio in a browser, on the whole service with the demo. */
export class StudioBrowser {
  /** Violations and errors of all pages. */
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
  async window({ width = 1280, isDark = false, language = 'en-US' }: Look = {}): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: isDark ? 'dark' : 'light',
      locale: language,
      baseURL: this.app.url,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.#faults.push(error.message));
    await page.exposeFunction('reportViolation', (what: string) => this.#faults.push(what));
    await page.addInitScript(REPORT_VIOLATIONS);
    return page;
  }

  /** Opens a screen as a person of the demo. @param path below the environment, such as `/records/Order` */
  async as(userName: string, path = '', look: Look = {}): Promise<Page> {
    const page = await this.window(look);
    await page.addInitScript(`sessionStorage.setItem('studio.devUser', '${userName}')`);
    await page.goto(HOME + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
}

/** Chooses a record in a lookup by a part of its text. */
export async function choose(box: Locator, text: string): Promise<void> {
  await box.click();
  await box.fill('');
  await box.pressSequentially(text);
  await box.page().getByRole('option', { name: text }).first().click();
}

/** Keeps a picture of a page in the folder SCREENSHOTS, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
