import type { Browser, Locator, Page, Request } from 'playwright-core';
import { launchChromium } from '../../support/chromium.js';
import { DEVELOPMENT, TestApp } from '../../support/test-app.js';

/** One operation of the page, unfolded. */
async function operation(page: Page, tag: string, operationId: string): Promise<Locator> {
  const found = page.locator(`#operations-${tag}-${operationId}`);
  if (!(await found.locator('.opblock-body').isVisible())) await found.locator('.opblock-summary-control').click();
  return found;
}

/** Presses Execute and reads what the page shows of the answer. */
async function execute(page: Page, tag: string, operationId: string): Promise<{ status: string; body: string }> {
  const found = await operation(page, tag, operationId);
  await found.getByRole('button', { name: 'Execute', exact: true }).click();
  const answer = found.locator('.live-responses-table .response');
  return {
    status: (await answer.locator('.response-col_status').innerText()).trim(),
    body: await answer.locator('.highlight-code').first().innerText(),
  };
}

/** Fills in the one dialog for all calls. */
async function authorize(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.locator('.auth-wrapper > .btn.authorize').click();
  for (const [name, value] of Object.entries(values)) {
    const scheme = page.locator('.auth-container', { has: page.locator(`h4 code:text-is("${name}")`) });
    await scheme.locator('input').fill(value);
    await scheme.locator('button[type=submit]').click();
  }
  await page.locator('.modal-ux .close-modal').click();
}

describe('Swagger UI', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  const requests: Request[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.setDefaultTimeout(15_000);
    page.on('request', (request) => requests.push(request));
    await page.goto(`${app.url}/swagger`);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  // Requirement: R21
  it('issues a token, takes token and context once, and runs the insert example', async () => {
    const issued = await execute(page, 'Development', 'issueDevToken');
    expect(issued.status).toBe('200');
    await authorize(page, { Token: /"AccessToken": "([^"]+)"/.exec(issued.body)![1], ...DEVELOPMENT });
    const inserted = await execute(page, 'Records', 'insertRecord');
    expect(inserted).toEqual({ status: '200', body: expect.stringMatching(/"Name": "Fabrikam"/) });
    expect(await app.query(`SELECT FROM platform.change WHERE operation = 'Create'`)).not.toEqual([]);
  });

  // Requirement: T14
  it('sends the body of DELETE', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    const { status, body } = await execute(page, 'Records', 'deleteRecords');
    expect((await sent).postDataJSON()).toMatchObject({ EntityName: 'Note', WhereClause: { Filters: [{}] } });
    expect({ status, body }).toEqual({ status: '200', body: expect.stringMatching(/"RecordAffected": 1\b/) });
  });

  // Requirement: R188
  it('executes the workflow of the example and offers its zip', async () => {
    const found = await operation(page, 'Workflows', 'executeWorkflow');
    await found.getByRole('button', { name: 'Execute', exact: true }).click();
    const answer = found.locator('.live-responses-table .response');
    expect(await answer.locator('.response-col_status').innerText()).toContain('200');
    expect(await answer.locator('.response-col_description').innerText()).toMatch(
      /Download file.*SO-\d{4}-000001\.zip/s,
    );
  });

  // Requirement: R21
  it('keeps token and context after a reload', async () => {
    await page.reload();
    const { status, body } = await execute(page, 'Access', 'getAccess');
    expect({ status, body }).toEqual({ status: '200', body: expect.stringMatching(/"EntityName": "Customer"/) });
  });

  it('shows an error as it is answered', async () => {
    const { status, body } = await execute(page, 'Records', 'insertRecord');
    expect({ status, body }).toEqual({
      status: expect.stringMatching(/^409/),
      body: expect.stringMatching(/"Code": "Conflict"/),
    });
  });

  // Requirement: R21
  it('loads nothing from other servers', () => {
    const hosts = requests.map((request) => new URL(request.url())).filter(({ protocol }) => protocol !== 'data:');
    expect(hosts.length).toBeGreaterThan(8);
    expect([...new Set(hosts.map(({ origin }) => origin))]).toEqual([app.url]);
  });
});
