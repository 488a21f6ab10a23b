import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.js';
import { BROWSER } from '../../../support/needed-programs.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page without content on an origin of its own. */
async function emptySite(): Promise<{ readonly site: Server; readonly origin: string }> {
  const site = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end('<title>front end</title>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return { site, origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

// See docs/interface/conventions.md#cross-origin-requests
BROWSER.describe('a front end on another origin', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let site: Server;
  let authorization: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const served = await emptySite();
    ({ site } = served);
    app = await TestApp.start({ CORS_ORIGINS: served.origin, USER_REQUESTS: '600' });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(served.origin);
    const { body } = await app.send('POST', '/dev/token', { UserName: 'nina.north' });
    authorization = { Authorization: `Bearer ${body.AccessToken}`, ...DEVELOPMENT };
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await app?.stop();
  });

  /** Calls from the page, which sees the headers that the answer exposes and no others. */
  const fetched = (method: string, path: string, headers: object = {}, body?: object): Promise<Seen> =>
    page.evaluate(
      async ([url, init]) => {
        const response = await fetch(url, init);
        await response.text();
        return { status: response.status, headers: Object.fromEntries(response.headers) };
      },
      [
        `${app.url}${path}`,
        {
          method,
          headers: { ...authorization, ...headers, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        },
      ] as const,
    );

  it('reads a tag and sends it back', async () => {
    const first = await fetched('GET', '/api/v1/openapi.json');
    expect(first).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"/) } });
    const again = await fetched('GET', '/api/v1/openapi.json', { 'If-None-Match': first.headers.etag });
    // The browser answers the page from its cache only where the page sends no condition of its own.
    expect(again.status).toBe(304);
  });

  it('sends keys, preferences and trace contexts, and reads places, limits and ids', async () => {
    const headers = {
      Prefer: 'respond-async',
      'Idempotency-Key': 'front-end-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
      'X-Request-Id': 'from-the-page',
    };
    const body = { EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'Hello' }] };
    const seen = await fetched('POST', '/api/v1/records/insert', headers, body);
    expect(seen.status).toBe(202);
    expect(Object.keys(seen.headers)).toEqual(expect.arrayContaining(['location', 'x-request-id', 'ratelimit-limit']));
    expect(seen.headers).toMatchObject({ 'x-request-id': 'from-the-page', 'ratelimit-remaining': expect.any(String) });
  });

  it('reads why it is refused', async () => {
    const refused = await fetched('GET', '/api/v1/me', { Authorization: 'Bearer x' });
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.any(String) } });
    const method = await fetched('DELETE', '/api/v1/me');
    expect(method).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('GET') } });
  });

  it.each(['If-Match', 'If-None-Match', 'Prefer', 'Idempotency-Key', 'TenantId', 'traceparent', 'tracestate'])(
    'may send %s after a preflight',
    async (name) => {
      const { headers, status } = await app.send('OPTIONS', '/api/v1/records/delete', undefined, {
        Origin: new URL(page.url()).origin,
        'Access-Control-Request-Method': 'DELETE',
        'Access-Control-Request-Headers': name.toLowerCase(),
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-headers')!.split(', ')).toContain(name);
      expect(headers.get('access-control-allow-methods')).toContain('DELETE');
    },
  );

  it('is not answered from an origin that is not listed', async () => {
    const other = await emptySite();
    try {
      await page.goto(other.origin);
      await expect(fetched('GET', '/api/v1/me')).rejects.toThrow(/Failed to fetch/);
    } finally {
      other.site.close();
    }
  });
});
