import type { Browser, Page } from 'playwright-core';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';

const ENVIRONMENT = '/studio/Northgate/OrderToCash/Development';
const [WHAT_WIDTH, MEASURED_WIDTH] = [44, 40];

/** A line of the table: what, what was measured, and its target. */
export const row = (what: string, measured: string, target: string, isReached: boolean): Finding => ({
  isReached,
  text: `${what.padEnd(WHAT_WIDTH)} ${measured.padEnd(MEASURED_WIDTH)} ${target}`,
});

export const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** @param share such as 0.95 */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

/** Keeps the long tasks of the main thread in the page: when they began, and how long they took. */
const OBSERVE_LONG_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });`;

/** A tab of a browser that has cached nothing. @param path below the environment, and of whom */
export async function newTab(browser: Browser, user: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('studio.devUser', '${user}');${OBSERVE_LONG_TASKS}`);
  return page;
}

export async function open(page: Page, { service }: Bed, path: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${service.port}${ENVIRONMENT}${path}`, { waitUntil: 'commit' });
}

/** Longest task of the main thread that ended after a time of the page's clock. */
export const longestTask = async (page: Page, afterMs: number): Promise<number> =>
  page.evaluate(
    `Math.max(0, ...longTasks.filter(({ startTime }) => startTime > ${afterMs}).map(({ duration }) => duration))`,
  );
