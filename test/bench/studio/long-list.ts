import type { Browser, Page } from 'playwright-core';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { longestTask, ms, newTab, open, percentile, row } from './measure.js';

/** Sees all customers; the list shows the first 10,000. */
const READER = 'ada.admin';
const ROWS = 10_000;
/** Scrolling: how long, and pixels a frame. */
const [SCROLL_MS, PIXELS] = [6_000, 120];
const [MIDDLE_FRAME_MS, FRAME_MS] = [17, 34];
const BLANK_MS = 300;
const HEAP_MB = 80;
const END_MS = 100;
const ARROWS = 100;
const KEY_MS = 50;
const LONG_TASK_MS = 250;

/** Scrolls through a list of 10,000 rows frame by frame, then moves in it by keys. */
export async function longList(browser: Browser, bed: Bed): Promise<readonly Finding[]> {
  const page = await newTab(browser, READER);
  try {
    await open(page, bed, '/records/Customer');
    await page.locator('[role=row][aria-busy=false] [role=gridcell]').first().waitFor();
    const count = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount')) - 1;
    const begunMs: number = await page.evaluate('performance.now()');
    const scrolled = [...(await scrolling(page)), await heap(page)];
    const moved = [await end(page), await arrows(page)];
    const longest = await longestTask(page, begunMs);
    return [
      row('list: rows', String(count), String(ROWS), count === ROWS),
      ...scrolled,
      ...moved,
      row('list: longest task', ms(longest), ms(LONG_TASK_MS), longest <= LONG_TASK_MS),
    ];
  } finally {
    await page.context().close();
  }
}

async function scrolling(page: Page): Promise<readonly Finding[]> {
  const { frames, blanks } = (await page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const [frames, blanks, since, begun] = [[], [], new Map(), performance.now()];
    let last = begun;
    // Rows in sight that wait for their data, by their position and since when.
    function follow(now) {
      const { top, bottom } = grid.getBoundingClientRect();
      const waiting = new Set();
      for (const each of grid.querySelectorAll('[role=row][aria-busy=true]')) {
        const place = each.getBoundingClientRect();
        if (place.bottom > top && place.top < bottom) waiting.add(each.ariaRowIndex);
      }
      for (const index of waiting) if (!since.has(index)) since.set(index, now);
      for (const [index, at] of since) {
        if (waiting.has(index)) continue;
        since.delete(index);
        blanks.push(now - at);
      }
    }
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      last = now;
      follow(now);
      grid.scrollTop += ${PIXELS};
      if (now - begun < ${SCROLL_MS}) requestAnimationFrame(next);
      else resolve({ frames: frames.slice(2), blanks: [...blanks, ...[...since.values()].map((at) => now - at)] });
    });
  })`)) as { readonly frames: readonly number[]; readonly blanks: readonly number[] };
  const [p50, p95, blank] = [percentile(frames, 0.5), percentile(frames, 0.95), Math.max(0, ...blanks)];
  return [
    row('list: frame while scrolling, median', `${p50.toFixed(1)} ms`, ms(MIDDLE_FRAME_MS), p50 <= MIDDLE_FRAME_MS),
    row('list: frame while scrolling, p95', `${p95.toFixed(1)} ms`, ms(FRAME_MS), p95 <= FRAME_MS),
    row('list: longest wait of a row in sight', ms(blank), ms(BLANK_MS), blank <= BLANK_MS),
  ];
}

/** Measures what the page holds after a collection. */
async function heap(page: Page): Promise<Finding> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const megabytes = usedSize / 2 ** 20;
  return row('list: heap after that', `${megabytes.toFixed(0)} MB`, `${HEAP_MB} MB`, megabytes <= HEAP_MB);
}

/** Moves to the last row, from the key to the frame that shows the cell there. */
async function end(page: Page): Promise<Finding> {
  await page.locator('[role=row][aria-rowindex] [data-cell$=".1"]').nth(2).focus();
  await page.evaluate(followKeys(`document.activeElement?.dataset.cell === '${ROWS - 1}.1'`));
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/queries/select') ? 1 : 0));
  await page.keyboard.press('Control+End');
  await page.locator(`[role=row][aria-rowindex="${ROWS + 1}"][aria-busy=false]`).waitFor();
  const [took]: readonly number[] = await page.evaluate('keyTimes');
  const measured = `${ms(took)}, ${requests} request${requests === 1 ? '' : 's'}`;
  return row('list: Ctrl+End to the last row', measured, `${END_MS} ms, 1 request`, took <= END_MS && requests <= 1);
}

async function arrows(page: Page): Promise<Finding> {
  await page.evaluate(followKeys('true'));
  for (let i = 1; i <= ARROWS; i++) {
    await page.keyboard.press('ArrowUp');
    await page.evaluate(keyIs(i));
  }
  const times: readonly number[] = await page.evaluate('keyTimes');
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share));
  const measured = `median ${ms(p50)}, p95 ${ms(p95)}`;
  return row(`list: ${ARROWS} arrow keys, to the frame`, measured, `p95 ${ms(KEY_MS)}`, p95 <= KEY_MS);
}

/** Waits for the frame of a key; the policy of the page forbids `waitForFunction`. */
const keyIs = (count: number): string => `new Promise((done) => {
  const look = () => (keyTimes.length === ${count} ? done() : setTimeout(look));
  look();
})`;

/** Keeps the times from keys to the frames in which a condition holds. */
const followKeys = (isDone: string): string => `(() => {
  globalThis.keyTimes = [];
  globalThis.stopKeys?.();
  const listener = () => {
    const begun = performance.now();
    requestAnimationFrame(function look() {
      if (!(${isDone})) requestAnimationFrame(look);
      else setTimeout(() => keyTimes.push(performance.now() - begun));
    });
  };
  addEventListener('keydown', listener, true);
  globalThis.stopKeys = () => removeEventListener('keydown', listener, true);
})()`;
