import type { Browser, Locator, Page, Request } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.js';
import { USER } from '../../../support/demo.js';
import { keyOf } from '../../../support/keys.js';
import { BROWSER } from '../../../support/needed-programs.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';

/** One operation of the page, unfolded. */
async function operation(page: Page, tag: string, operationId: string): Promise<Locator> {
  const found = page.locator(`#operations-${tag}-${operationId}`);
  if (!(await found.locator('.opblock-body').isVisible())) await found.locator('.opblock-summary-control').click();
  return found;
}

/** Presses Execute and reads what the page shows of the answer. */
async function execute(page: Page, tag: string, operationId: string): Promise<{ status: string; body: string }> {
  const found = await operation(page, tag, operationId);
  // Until the next answer comes the page goes on showing the last one.
  const clear = found.getByRole('button', { name: 'Clear', exact: true });
  if (await clear.isVisible()) await clear.click();
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

/** Replaces the body of an operation. */
async function write(page: Page, tag: string, operationId: string, body: object): Promise<void> {
  const found = await operation(page, tag, operationId);
  await found.locator('textarea.body-param__text').fill(JSON.stringify(body, null, 2));
}

BROWSER.describe('Swagger UI', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  const requests: Request[] = [];

  /** Keeps a picture of the page in the folder SCREENSHOTS, for people to look at. */
  async function look(name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  }

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.setDefaultTimeout(45_000);
    page.on('request', (request) => requests.push(request));
    await page.goto(`${app.url}/swagger`);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  // Requirement: R20, R21
  it('takes token and context once, and shows the description of the environment without a reload', async () => {
    const issued = await execute(page, 'Development', 'issueDevToken');
    expect(issued.status).toBe('200');
    await authorize(page, { Token: /"AccessToken": "([^"]+)"/.exec(issued.body)![1], ...DEVELOPMENT });
    await page.locator('.info .title', { hasText: 'Northgate / OrderToCash / Development' }).waitFor();
    await look('environment');
    expect(await page.locator('#operations-Queries-runCustomerCustomersBySegment').count()).toBe(1);
    expect(await page.locator('#operations-Access-cloneRole').count()).toBe(0);
  });

  it('says why the page stays general after a wrong sign-in', async () => {
    const other = await browser.newPage();
    await other.goto(`${app.url}/swagger`);
    await authorize(other, { Token: 'Bearer pasted', ...DEVELOPMENT });
    await other.locator('#sign-in', { hasText: /You are not signed in.*token/ }).waitFor();
    await other.close();
  });

  // Requirement: R21
  it('runs the example of the environment and a body of one’s own', async () => {
    const found = await execute(page, 'Queries', 'selectRecords');
    expect(found).toEqual({ status: '200', body: expect.stringMatching(/"IsSuccess": true/) });
    await write(page, 'Records', 'insertRecord', {
      EntityName: 'Customer',
      Fields: [
        { FieldName: 'Name', Value: 'Fabrikam' },
        { FieldName: 'TaxId', Value: 'DE900000002' },
        { FieldName: 'RegionId', Value: { Match: { FieldName: 'Code', Value: 'NO' } } },
      ],
    });
    const inserted = await execute(page, 'Records', 'insertRecord');
    expect(inserted).toEqual({ status: '200', body: expect.stringMatching(/"Name": "Fabrikam"/) });
    expect(await app.query(`SELECT FROM platform.change WHERE operation = 'Create'`)).not.toEqual([]);
    expect(await execute(page, 'Records', 'insertRecord')).toEqual({
      status: expect.stringMatching(/^409/),
      body: expect.stringMatching(/"Code": "Conflict"/),
    });
  });

  // Requirement: T14
  it('sends the body of DELETE', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    const { status, body } = await execute(page, 'Records', 'deleteRecords');
    expect((await sent).postDataJSON()).toMatchObject({ WhereClause: { Filters: [{}] }, Options: { DryRun: true } });
    expect({ status, body }).toEqual({ status: '200', body: expect.stringMatching(/"RecordAffected": 0\b/) });
  });

  // Requirement: R188
  it('executes a workflow by its own operation and offers its zip', async () => {
    const OrderId = '13723689-9378-4f86-94f0-17d8f460ec43';
    await write(page, 'Workflows', 'executeExportOrderDocuments', { Reqtokens: { OrderId } });
    const found = await operation(page, 'Workflows', 'executeExportOrderDocuments');
    await found.getByRole('button', { name: 'Execute', exact: true }).click();
    const answer = found.locator('.live-responses-table .response');
    expect(await answer.locator('.response-col_status').innerText()).toContain('200');
    expect(await answer.locator('.response-col_description').innerText()).toMatch(
      /Download file.*SO-\d{4}-000001\.zip/s,
    );
  });

  // Requirement: R21
  it('keeps token, context and the description of the environment after a reload', async () => {
    await page.reload();
    await page.locator('.info .title', { hasText: 'Northgate / OrderToCash / Development' }).waitFor();
    const { status, body } = await execute(page, 'Access', 'getAccess');
    expect({ status, body }).toEqual({ status: '200', body: expect.stringMatching(/"EntityName": "Customer"/) });
  });

  // Requirement: R21
  it('clones a role for an administrator, with a dry run first', async () => {
    const issued = await app.send('POST', '/dev/token', { UserName: 'ada.admin' });
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await authorize(page, { Token: issued.body.AccessToken, ...DEVELOPMENT });
    await page.locator('#operations-Access-cloneRole').waitFor();
    const mark = await app.mark();
    const tried = await execute(page, 'Access', 'cloneRole');
    await look('dry-run');
    expect(tried).toEqual({ status: '200', body: expect.stringMatching(/"Diff": \[\s*\{/) });
    expect(await app.mark()).toBe(mark);
    const text = await (await operation(page, 'Access', 'cloneRole')).locator('textarea.body-param__text').inputValue();
    await write(page, 'Access', 'cloneRole', { ...JSON.parse(text), DryRun: false });
    const answered = page.waitForResponse((response) => response.url().endsWith('/clone-role'));
    await execute(page, 'Access', 'cloneRole');
    expect((await answered).status()).toBe(200);
    await look('cloned');
    expect(await app.mark()).not.toBe(mark);
  });

  // See docs/sign-in-machines.md#call
  it('signs in by a key alone, and shows the description of its environment', async () => {
    const { secret } = await keyOf(app, USER.nina);
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await authorize(page, { ApiKey: secret });
    await page.locator('.info .title', { hasText: 'Northgate / OrderToCash / Development' }).waitFor();
    await look('key');
    const { status, body } = await execute(page, 'Access', 'getMe');
    expect({ status, body }).toEqual({ status: '200', body: expect.stringMatching(/"ApiKey": \{/) });
  });

  // Requirement: R21
  it('loads nothing from other servers', () => {
    const hosts = requests.map((request) => new URL(request.url())).filter(({ protocol }) => protocol !== 'data:');
    expect(hosts.length).toBeGreaterThan(8);
    expect([...new Set(hosts.map(({ origin }) => origin))]).toEqual([app.url]);
  });
});
