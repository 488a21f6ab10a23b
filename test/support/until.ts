import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Waits until something is so. @throws {Error} that names it when it is not so within the time */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}
