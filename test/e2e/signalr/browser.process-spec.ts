import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { ConnectionRefused } from '#signalr/index.js';
import { launchChromium } from '../../support/chromium.js';
import { BROWSER } from '../../support/needed-programs.js';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';

const SCRIPTS = [
  'signalr/dist/browser/signalr.js',
  'signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.js',
];

/** Runs in the page: connects, calls, streams, and says what came of it. */
const CALL = `async ({ url, transport, protocol }) => {
  const builder = new signalR.HubConnectionBuilder()
    .withUrl(url, { transport: signalR.HttpTransportType[transport], accessTokenFactory: () => 'secret' })
    .configureLogging(signalR.LogLevel.None);
  if (protocol === 'messagepack') builder.withHubProtocol(new signalR.protocols.msgpack.MessagePackHubProtocol());
  const connection = builder.build();
  await connection.start();
  const items = [];
  await new Promise((complete, error) => connection.stream('Stream').subscribe({ next: (x) => items.push(x), complete, error }));
  const result = [await connection.invoke('Echo', 'hi'), await connection.invoke('GetActiveTransportName'), items];
  await connection.stop();
  return result;
}`;

let app: HubApp;
let site: Server;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<title>A page</title>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const authorize = ({ accessToken }: { readonly accessToken: string | undefined }) => {
    if (accessToken !== 'secret') throw new ConnectionRefused(401, 'No token.');
    return { owner: 'browser' };
  };
  const options = { authorize, allowsOrigin: (asking: string) => asking === origin };
  app = await HubApp.start([ProvingGateway], options, (nest) => nest.enableCors({ origin, credentials: true }));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(origin);
  for (const script of SCRIPTS) await page.addScriptTag({ path: `node_modules/@microsoft/${script}` });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await new Promise((resolve) => site.close(resolve));
});

BROWSER.describe('a page of another origin', () => {
  // Requirement: R203
  it.each(WAYS)('connects over $transport in $protocol', async (way) => {
    const call = { url: `${app.url}/default`, ...way };
    expect(await page.evaluate(`(${CALL})(${JSON.stringify(call)})`)).toEqual(['hi', way.transport, ['a', 'b', 'c']]);
  });
});
