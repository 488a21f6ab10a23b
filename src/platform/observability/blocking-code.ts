import { Logger } from '@nestjs/common';
import type { Measure, Metrics } from './metrics/metrics.js';

const logger = new Logger('BlockingCode');

const BLOCKED: Measure = {
  kind: 'counter',
  name: 'event_loop_blocked_total',
  help: 'Times that the event loop was blocked for a second or longer while a hook or an action in code ran.',
};

/** Interval of ticks while such code runs, and the delay of a tick that counts as a blocked event loop. */
const [TICK_MS, BLOCKED_MS] = [250, 1_000];

/** Code that runs now, and that which has ended since the last tick: a blocked loop ticks after the code has ended. */
const [running, ended] = [new Map<object, string>(), new Set<string>()];
const counts = new Map<string, number>();
let lastTick = 0;
let timer: NodeJS.Timeout | undefined;

/** Adds the count of a hook or an action to the metrics. */
export function countBlocks(metrics: Metrics, code: string): void {
  metrics.add(BLOCKED, { code }, () => counts.get(code) ?? 0);
}

/**
 * Watches the event loop while a hook or an action runs: no timeout can end code that does not yield, so the operator
 * learns its name.
 * @returns a function to call when the code has ended
 */
export function watchCode(name: string): () => void {
  const call = {};
  running.set(call, name);
  if (timer === undefined) {
    lastTick = performance.now();
    timer = setInterval(tick, TICK_MS).unref();
  }
  return () => {
    running.delete(call);
    ended.add(name);
  };
}

function tick(): void {
  const now = performance.now();
  const lateMs = Math.round(now - lastTick - TICK_MS);
  lastTick = now;
  if (lateMs >= BLOCKED_MS) report(new Set([...running.values(), ...ended]), lateMs);
  ended.clear();
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function report(names: ReadonlySet<string>, lateMs: number): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  logger.warn(`The event loop was blocked for ${lateMs} ms while this code ran: ${[...names].join(', ')}.`);
}
