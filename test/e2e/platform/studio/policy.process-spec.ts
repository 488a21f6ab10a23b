import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Browser } from 'playwright-core';
import { rm } from 'node:fs/promises';
import { WebSocketServer } from 'ws';
import { launchChromium } from '../../../support/chromium.js';
import { BROWSER } from '../../../support/needed-programs.js';
import { until } from '../../../support/until.js';
import { serve, writeBuild } from './built-studio.js';

/** Tries what the policy must allow, and what it must refuse. */
const SCRIPT = `
const refused = [];
document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
const tried = async (work) => { try { return await work(); } catch (error) { return error.name; } };
const opened = (socket) => new Promise((resolve) => {
  socket.onopen = () => resolve('open');
  socket.onerror = () => resolve('refused');
});
const policy = trustedTypes.createPolicy('studio-worker', { createScriptURL: (url) => url });
const answers = {
  socket: await tried(() => opened(new WebSocket(location.origin.replace('http', 'ws') + '/hub'))),
  own: await tried(async () => (await fetch('/studio/')).status),
  worker: await tried(() => new Promise((resolve, reject) => {
    const worker = new Worker(policy.createScriptURL('/studio/assets/b-2.js'), { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => reject(new Error('failed'));
  })),
  html: await tried(() => { document.body.innerHTML = '<b>text</b>'; return 'set'; }),
  policy: await tried(() => trustedTypes.createPolicy('other', {}).name),
  eval: await tried(() => (0, eval)('1')),
  otherSocket: await tried(() => opened(new WebSocket('ws://127.0.0.2:1/'))),
};
document.title = JSON.stringify({ ...answers, refused });
`;

BROWSER.describe('the policy of the studio in a browser', () => {
  let folder: string;
  let app: NestExpressApplication;
  let sockets: WebSocketServer;
  let browser: Browser;
  beforeAll(async () => {
    folder = await writeBuild(SCRIPT, "postMessage('works');");
    app = await serve(folder);
    sockets = new WebSocketServer({ server: app.getHttpServer() });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    sockets.close();
    for (const socket of sockets.clients) socket.terminate();
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('lets the page reach the hub and start its worker, and refuses text as script and other servers', async () => {
    const page = await browser.newPage();
    await page.goto(`${await app.getUrl()}/studio/`);
    await until('the script has ended', async () => (await page.title()).startsWith('{'));
    expect(JSON.parse(await page.title())).toEqual({
      socket: 'open',
      own: 200,
      worker: 'works',
      html: 'TypeError',
      policy: 'TypeError',
      eval: 'EvalError',
      otherSocket: 'refused',
      refused: expect.arrayContaining(['require-trusted-types-for', 'trusted-types', 'connect-src']),
    });
  });
});
