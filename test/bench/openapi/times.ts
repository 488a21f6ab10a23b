import { median } from '../rig/rounds.js';

/** Time that work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Longest answer of a route without work while `work` runs: one turn of the service, and the way to it. */
export async function longestTurn(port: number, work: Promise<unknown>): Promise<number> {
  const probe = { isDone: false, longest: 0 };
  const ended = work.finally(() => (probe.isDone = true));
  while (!probe.isDone)
    probe.longest = Math.max(probe.longest, await timed(() => fetch(`http://127.0.0.1:${port}/health/live`)));
  await ended;
  return probe.longest;
}

/** Limits in milliseconds: a description that is made, the longest turn meanwhile. */
export const MADE_MS = 300;
export const TURN_MS = 50;

/** Median and maximum of times in milliseconds. */
export const shownTimes = (times: readonly number[]): string =>
  `${median(times).toFixed(1)} ms (at most ${Math.max(...times).toFixed(1)})`;
