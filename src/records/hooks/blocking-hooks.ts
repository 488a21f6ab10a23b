import { Logger } from '@nestjs/common';

const logger = new Logger('BlockingHooks');

/** Interval of ticks while hooks run, and the delay of a tick that counts as a blocked event loop. */
const [TICK_MS, BLOCKED_MS] = [250, 1_000];

/** Hooks that run now, and those that have ended since the last tick: a blocked loop ticks after the hook has ended. */
const [running, ended] = [new Map<object, string>(), new Set<string>()];
const counts = new Map<string, number>();
let lastTick = 0;
let timer: NodeJS.Timeout | undefined;

/** Number of times that the event loop was blocked while a hook ran. */
export const blockedTimes = (hook: string): number => counts.get(hook) ?? 0;

/**
 * Watches the event loop while a hook runs: no timeout can end one that does not yield, so the operator learns its name.
 * @returns a function to call when the hook has ended
 */
export function watchHook(name: string): () => void {
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
  for (const name of names) counts.set(name, blockedTimes(name) + 1);
  logger.warn(`The event loop was blocked for ${lateMs} ms while these hooks ran: ${[...names].join(', ')}.`);
}
