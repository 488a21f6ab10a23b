import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.js';
import { BROWSER } from '../../../support/needed-programs.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { where } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const SETTINGS = { WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500' };

BROWSER.describe('the sample page', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start(database.url, SETTINGS);
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${service.url}/samples/page`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.kill();
    await database?.drop();
  });

  const connectAs = async (user: string): Promise<void> => {
    await page.getByLabel('Demo user').selectOption(user);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const insert = async (subject: string): Promise<void> => {
    await page.getByLabel('Subject').fill(subject);
    await page.getByRole('button', { name: 'Insert the note' }).click();
  };
  const outcome = (text: string): Locator =>
    page.getByRole('log', { name: 'Outcomes' }).getByRole('listitem').filter({ hasText: text });
  const heard = (text: string): Locator => page.getByRole('log', { name: 'What the hub said' }).getByText(text);
  const cell = (text: string): Locator => page.getByRole('cell', { name: text, exact: true });
  const state = (text: string): Locator => page.getByRole('status').getByText(text);

  // Requirement: R206
  it('explains why a user may not subscribe', async () => {
    await connectAs('omar.outside');
    await page.getByRole('alert').getByText('ScopeNone').waitFor();
    expect(await page.getByRole('button', { name: 'Insert the note' }).isDisabled()).toBe(true);
  });

  // Requirement: R204
  it('shows records and live changes, own and others’', async () => {
    await connectAs('nina.north');
    await state('Connected').waitFor();
    await cell('Prefers delivery on Tuesday').waitFor();
    await insert('Call back');
    await outcome('Call back').getByText('200 Stored').waitFor();
    await cell('Call back').waitFor();
    await heard('Create').waitFor();
    const ada = await service.as('ada.admin');
    expect((await ada.update('Note', { Subject: 'Called' }, where('Subject', 'EqualTo', 'Call back'))).status).toBe(
      200,
    );
    await cell('Called').waitFor();
    await heard('Update of Subject').waitFor();
  });

  // Requirement: R84, R205
  it('shows a 202 and then the outcome, success or failure', async () => {
    await insert('SLOW:901');
    await outcome('SLOW:901').getByText('202 Processing').waitFor();
    await outcome('SLOW:901').getByText('202 → 200 Completed').waitFor();
    await cell('SLOW:901').waitFor();
    await insert('SLOWFAIL:902');
    await outcome('SLOWFAIL:902').getByText('202 → 400 Failed Rejected after wait.').waitFor();
    expect(await page.getByRole('log', { name: 'Outcomes' }).getByRole('listitem').count()).toBe(3);
  });

  // Requirement: R202, R207
  it('resumes after a kill of the service during a write, without loss', async () => {
    await insert('SLOW:1901');
    await outcome('SLOW:1901').getByText('202 Processing').waitFor();
    await service.kill();
    await state('Connection lost').waitFor();
    service = await service.startAgain(database.url, SETTINGS);
    await (await service.as('nina.north')).insert('Note', { Subject: 'Meanwhile' });
    await state('Connected again').waitFor();
    await outcome('SLOW:1901').getByText('202 → 200 Completed').waitFor();
    await Promise.all(['SLOW:1901', 'Meanwhile'].map((subject) => cell(subject).waitFor()));
    expect(await heard('Create').count()).toBe(4);
    expect(await page.getByRole('alert').innerText()).toBe('');
  });

  it('loads nothing from other servers and violates no content security policy', async () => {
    expect(complaints.filter((text) => !/Failed to load resource|WebSocket connection/.test(text))).toEqual([]);
    const { headers } = await fetch(`${service.url}/samples/page/`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
  });
});
