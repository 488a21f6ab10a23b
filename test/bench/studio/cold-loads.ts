import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { median } from '../rig/rounds.js';
import { CALLER } from '../rig/service.js';
import { longestTask, ms, newTab, open, row } from './measure.js';

const LOADS = 9;
const MAIN_THREAD_MS = 600;
const LONG_TASK_MS = 250;
/** Time after the content in which the page has to stay responsive. */
const QUIET_MS = 1_500;

/** A screen that is opened by its address. */
interface Screen {
  readonly name: string;
  readonly path: string;
  /** Condition in the page: the content is there. */
  readonly isShown: string;
  readonly limitMs: number;
}

const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    path: '',
    // Its tiles have lost their empty layouts.
    isShown: `document.querySelector('main h2') !== null && document.querySelector('main [role=status]') === null`,
    limitMs: 1_000,
  },
  {
    name: 'list',
    path: '/records/Customer',
    isShown: `document.querySelector('[role=row][aria-busy=false] [role=gridcell]') !== null`,
    limitMs: 1_200,
  },
];

interface Load {
  readonly shownMs: number;
  /** Work of the main thread until then. */
  readonly mainThreadMs: number;
  readonly longestAfterMs: number;
}

/** Times from the address to the content, in a browser that has cached nothing. */
export async function coldLoads(browser: Browser, bed: Bed): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const screen of SCREENS) {
    const loads: Load[] = [];
    for (let i = 0; i < LOADS; i++) loads.push(await load(browser, bed, screen));
    findings.push(...findingsOf(screen, loads));
  }
  return findings;
}

async function load(browser: Browser, bed: Bed, { path, isShown }: Screen): Promise<Load> {
  const page = await newTab(browser, CALLER);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await open(page, bed, path);
  // Asked for in the page: a question from outside each some hundred milliseconds would add to the time.
  const shownMs: number = await page.evaluate(`new Promise((resolve) => {
    requestAnimationFrame(function look() {
      if (${isShown}) setTimeout(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    });
  })`);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  await sleep(QUIET_MS);
  const longestAfterMs = await longestTask(page, shownMs);
  await page.context().close();
  return { shownMs, mainThreadMs: seconds * 1_000, longestAfterMs };
}

function findingsOf({ name, limitMs }: Screen, loads: readonly Load[]): readonly Finding[] {
  const line = (what: string, member: keyof Load, limit: number, isWorst = false): Finding => {
    const values = loads.map((each) => each[member]);
    const [middle, highest] = [median(values), Math.max(...values)];
    const measured = isWorst ? ms(highest) : `${ms(middle)} (${ms(Math.min(...values))}–${ms(highest)})`;
    return row(`${name}: ${what}`, measured, ms(limit), (isWorst ? highest : middle) <= limit);
  };
  return [
    line('cold, from the address to the content', 'shownMs', limitMs),
    line('main thread until then', 'mainThreadMs', MAIN_THREAD_MS),
    line('longest task after that', 'longestAfterMs', LONG_TASK_MS, true),
  ];
}
