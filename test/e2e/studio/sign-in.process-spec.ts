import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import type { Page } from 'playwright-core';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { BROWSER } from '../../support/needed-programs.js';
import { OidcPeer } from '../../support/oidc-peer.js';
import { where } from '../../support/test-app.js';
import { picture, StudioBrowser } from '../../support/studio-browser.js';

const RECORDS = '/studio/Northgate/OrderToCash/Development/records';

/** A port that is free now, for a service whose address the provider must know before. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Everything that the browser keeps for the page, as one text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

const tokenOf = (sub: string, expiresIn: number): string => jwt.sign({ sub }, DEVELOPMENT_SECRET, { expiresIn });

BROWSER.describe('the sign-in of the studio', () => {
  let studio: StudioBrowser;
  let peer: OidcPeer;
  beforeAll(async () => {
    const [port, provider] = [await freePort(), await freePort()];
    peer = await OidcPeer.start(provider, `http://localhost:${port}`);
    studio = await StudioBrowser.start({
      PORT: String(port),
      JWT_SECRET: DEVELOPMENT_SECRET,
      STUDIO_OIDC_AUTHORITY: peer.url,
      STUDIO_OIDC_CLIENT_ID: 'studio',
      STUDIO_OIDC_SCOPE: 'openid',
      JWT_ISSUERS: JSON.stringify([
        { Issuer: peer.url, Audience: 'urn:studio', JwksUrl: `${peer.url}/jwks`, Tenants: ['Northgate'] },
      ]),
    });
  }, 60_000);
  afterAll(async () => {
    await studio.stop();
    await peer.stop();
  });
  afterEach(() => studio.throwFaults());

  /** Address of a screen at the origin that the provider knows. */
  const address = (path: string): string => studio.app.url.replace('127.0.0.1', 'localhost') + RECORDS + path;

  /** Types a name where the provider asks for one, and consents. */
  async function signInAt(page: Page, name: string): Promise<void> {
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
  }

  it('goes to the provider and comes back to the same screen, with nothing secret kept', async () => {
    const page = await studio.window();
    await page.goto(address('/Customer'));
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await signInAt(page, 'nina.north');
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).waitFor();
    expect(page.url()).toBe(address('/Customer'));
    expect(await kept(page)).not.toContain('eyJ');
    await page.reload();
    await page.getByRole('gridcell', { name: 'Alpenmarkt AG' }).waitFor();
    expect(await kept(page)).not.toContain('eyJ');
  });

  it('keeps a form whose token expires, and saves it after another sign-in', async () => {
    const page = await studio.window();
    await page.goto(address('/Note/new'));
    await page.getByLabel('Token').fill(tokenOf('nina.north', 600));
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Kept in the form');
    await page.route(
      '**/api/v1/records/insert',
      (route) =>
        route.continue({
          headers: { ...route.request().headers(), authorization: `Bearer ${tokenOf('nina.north', -600)}` },
        }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your sign-in has expired' });
    await dialog.waitFor();
    await picture(page, 'expired');
    expect(await page.getByRole('textbox', { name: 'Subject', includeHidden: true }).inputValue()).toBe(
      'Kept in the form',
    );
    await dialog.getByLabel('Token').fill(tokenOf('nina.north', 601));
    await dialog.getByRole('button', { name: 'Use this token' }).click();
    await page
      .getByRole('alert')
      .or(page.getByRole('heading', { level: 1, name: 'Kept in the form' }))
      .waitFor();
    expect(await kept(page)).not.toContain('eyJ');
  });

  it('stores nothing of a form under another person who signs in above it', async () => {
    const page = await studio.window();
    await page.goto(address('/Note/new'));
    await page.getByLabel('Token').fill(tokenOf('nina.north', 600));
    await page.getByRole('button', { name: 'Use this token' }).click();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Of Nina alone');
    await page.route('**/api/v1/records/insert', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your sign-in has expired' });
    await dialog.getByLabel('Token').fill(tokenOf('mona.manager', 600));
    await dialog.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('button', { name: 'Mona Manager' }).waitFor();
    expect(await subject.inputValue()).toBe('');
    const stored = await studio.app
      .as('ada.admin')
      .select('Note', { WhereClause: where('Subject', 'EqualTo', 'Of Nina alone') });
    expect(stored.body.Result).toEqual([]);
  });
});
