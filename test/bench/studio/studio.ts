import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.js';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { median } from '../rig/rounds.js';
import { CALLER } from '../rig/service.js';

/** Bytes, compressed by gzip, of what the first page loads, and of each further part. */
const [FIRST_BYTES, PART_BYTES] = [200 * 1024, 130 * 1024];
const LOADS = 9;
/** Times from the address to the first data, in a browser that has cached nothing. */
const [HOME_MS, LIST_MS] = [1_000, 1_200];
/** Time between two frames while 10,000 rows scroll. */
const FRAME_MS = 34;
const [SCROLL_MS, PIXELS] = [6_000, 120];

const ASSETS = 'studio/dist/assets';
const ENVIRONMENT = '/studio/Northgate/OrderToCash/Development';

/** Measures the built studio: its weight, cold starts, and a list of 10,000 rows. */
export async function studioFindings(bed: Bed): Promise<readonly Finding[]> {
  const browser = await launchChromium();
  try {
    const home = await loads(browser, bed, '', 'main h2');
    const list = await loads(browser, bed, '/records/Customer', '[role=gridcell][data-cell="0.0"]');
    return [
      ...weights(),
      timesOf('home', home, HOME_MS),
      timesOf('list', list, LIST_MS),
      await scrolling(browser, bed),
    ];
  } finally {
    await browser.close();
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;

/** Sizes of what index.html loads, and of the largest other part. */
function weights(): readonly Finding[] {
  const page = readFileSync('studio/dist/index.html', 'utf8');
  const sizes = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => ({ name: name.replace('.gz', ''), bytes: readFileSync(`${ASSETS}/${name}`).length }));
  const first = sizes.filter(({ name }) => page.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  const [largest] = sizes.filter(({ name }) => !page.includes(name)).toSorted((a, b) => b.bytes - a.bytes);
  return [
    { isReached: first <= FIRST_BYTES, text: `first load ${kilobytes(first)} of ${kilobytes(FIRST_BYTES)}` },
    {
      isReached: largest.bytes <= PART_BYTES,
      text: `largest part ${largest.name} ${kilobytes(largest.bytes)} of ${kilobytes(PART_BYTES)}`,
    },
  ];
}

async function open(browser: Browser, bed: Bed, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('studio.devUser', '${CALLER}')`);
  await page.goto(`http://127.0.0.1:${bed.service.port}${ENVIRONMENT}${path}`, { waitUntil: 'commit' });
  return page;
}

/** @param shown selector of the first data */
async function loads(browser: Browser, bed: Bed, path: string, shown: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const begun = performance.now();
    const page = await open(browser, bed, path);
    await page.locator(shown).first().waitFor();
    times.push(performance.now() - begun);
    await page.context().close();
  }
  return times;
}

function timesOf(name: string, times: readonly number[], limit: number): Finding {
  const [middle, highest] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0));
  return { isReached: median(times) <= limit, text: `${name} cold ${middle} of ${limit} ms (at most ${highest})` };
}

/** Scrolls through a list frame by frame. */
async function scrolling(browser: Browser, bed: Bed): Promise<Finding> {
  const page = await open(browser, bed, '/records/Customer');
  await page.locator('[role=gridcell][data-cell="0.0"]').waitFor();
  const rows = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount')) - 1;
  const frames: readonly number[] = await page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const [frames, begun] = [[], performance.now()];
    let last = begun;
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      last = now;
      grid.scrollTop += ${PIXELS};
      if (now - begun < ${SCROLL_MS}) requestAnimationFrame(next);
      else resolve(frames.slice(2));
    });
  })`);
  const sorted = frames.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(share * sorted.length)]);
  await page.context().close();
  const text = `${rows} rows: frames of ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} of ${FRAME_MS} ms`;
  return { isReached: p95 <= FRAME_MS, text };
}
